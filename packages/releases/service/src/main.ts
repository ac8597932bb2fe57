/** Runs the release service and the watcher until SIGINT or SIGTERM. Settings: see settings.ts. */
import { join } from 'node:path';
import { toAddress } from '@portal/node-kit/listen';
import { describeError } from '@portal/node-kit/plain-error';
import { PORTAL_VERSION } from '@portal/node-kit/portal-version';
import { createServerLog } from '@portal/node-kit/server-log';
import { stopOnSignal } from '@portal/node-kit/stop-on-signal';
import { accessWithKeys } from '@portal/release/release-log/key-files';
import { rememberLog } from '@portal/release/release-log/remember-log';
import { askWebServers } from '@portal/release/release-log/served-log';
import { openDriver } from '@portal/release/open-driver';
import { openStore } from '@portal/release/store';
import { startWatcher } from '@portal/release-watcher/watcher';
import { startService } from './service.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createServerLog({ server: 'release-service', format: settings.logFormat });
  const store = openStore(openDriver(settings.store), {
    ...accessWithKeys({ role: 'service' }),
    ...rememberLog(join(settings.stateFolder, 'checkpoint.json'), (problem) => log.warn(problem)),
    askOthers: () => askWebServers(settings.metricsUrls),
  });
  const service = await startService({
    ...settings,
    store,
    startWatcher: () =>
      startWatcher({
        store: store.as({ kind: 'watcher' }),
        servers: settings.metricsUrls,
        settings: settings.watcher,
        log,
        record: ({ event, ...fields }) => log.info(event, { event, ...fields }),
      }),
    log,
    processMetrics: true,
  });
  stopOnSignal(log, () => service.close());
  log.info(`Release service: ${service.origin}`, {
    version: PORTAL_VERSION,
    store: store.place,
    address: toAddress(settings.host, settings.port),
    metrics: service.metricsUrl,
  });
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
