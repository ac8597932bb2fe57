/** Runs the release service and the watcher until SIGINT or SIGTERM. Settings: see settings.ts. */
import { join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import { createServerLog } from '@portal/node-kit/server-log';
import { accessWithKeys } from '@portal/release/log/key-files';
import { openDriver } from '@portal/release/open-driver';
import { openStore } from '@portal/release/store';
import { startWatcher } from '@portal/release-watcher/watcher';
import { rememberLog } from './remember-log.ts';
import { startService } from './service.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createServerLog({ server: 'release-service', format: settings.logFormat });
  const remembering = await rememberLog(join(settings.stateFolder, 'checkpoint.json'), (problem) => log.warn(problem));
  const store = openStore(openDriver(settings.store), { ...accessWithKeys({ role: 'service' }), ...remembering });
  const watcher = startWatcher({
    store: store.as({ kind: 'watcher' }),
    servers: settings.metricsUrls,
    settings: settings.watcher,
    log: (problem) => log.warn(problem),
    record: ({ event, ...fields }) => log.info(event, { event, ...fields }),
  });
  const service = await startService({ ...settings, store, watcher, log, processMetrics: true });
  const stop = () => {
    Promise.all([service.close(), watcher.close()]).catch((error: unknown) => {
      log.error('The service does not stop as it should', error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  log.info(`Release service: ${service.origin}`);
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
