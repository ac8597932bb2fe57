/** Serves the portal until SIGINT or SIGTERM. Settings: see settings.ts. */
import { describeError } from '@portal/node-kit/plain-error';
import { createServerLog } from '@portal/node-kit/server-log';
import { startWebServer } from './server.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createServerLog({ server: 'web-server', format: settings.logFormat });
  const server = await startWebServer({ ...settings, log, processMetrics: true });
  const stop = () => {
    server.close().catch((error: unknown) => {
      log.error('The server does not stop as it should', error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const number = await server.liveNumber();
  log.info(`Portal: ${server.url} (${number === undefined ? 'no release yet' : `release ${String(number)}`})`);
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
