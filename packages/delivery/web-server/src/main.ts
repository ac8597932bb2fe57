/** Serves the portal until SIGINT or SIGTERM. Settings: see settings.ts. */
import { describeError } from '@portal/node-kit/plain-error';
import { PORTAL_VERSION } from '@portal/node-kit/portal-version';
import { createServerLog } from '@portal/node-kit/server-log';
import { stopOnSignal } from '@portal/node-kit/stop-on-signal';
import { startWebServer } from './server.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createServerLog({ server: 'web-server', format: settings.logFormat });
  const starting = startWebServer({ ...settings, log, processMetrics: true });
  stopOnSignal(log, async () => (await starting).close());
  const server = await starting;
  const number = await server.liveNumber();
  log.info(`Portal: ${server.url} (${number === undefined ? 'no release yet' : `release ${String(number)}`})`, {
    version: PORTAL_VERSION,
    store: settings.store.place,
    address: server.url,
    metrics: server.metricsUrl,
  });
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
