/** Runs the release console and the watcher until SIGINT or SIGTERM. Settings: see settings.ts. */
import { describeError } from '@portal/node-kit/plain-error';
import type { ServerLog } from '@portal/node-kit/server-log';
import { createServerLog } from '@portal/node-kit/server-log';
import { accessToRead } from '@portal/release/log/key-files';
import { openStoreAt } from '@portal/release/open-store';
import { startWatcher } from '@portal/release-watcher/watcher';
import { serviceBackends } from './backend/service-backend.ts';
import { storeBackend } from './backend/store-backend.ts';
import { startConsole } from './console.ts';
import type { Settings } from './settings.ts';
import { readSettings } from './settings.ts';

/** A release service runs the watcher itself. */
function openBackend({ service, store: address, metricsUrls, watcher: settings }: Settings, log: ServerLog) {
  if (service !== undefined)
    return { backendOf: serviceBackends(service, accessToRead()), close: () => Promise.resolve() };
  const store = openStoreAt(address);
  const watcher = startWatcher({
    store,
    servers: metricsUrls,
    settings,
    log: (problem) => log.warn(problem),
    record: ({ event, ...fields }) => log.info(event, { event, ...fields }),
  });
  return { backendOf: storeBackend(store, watcher, metricsUrls), close: () => watcher.close() };
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createServerLog({ server: 'release-console', format: settings.logFormat });
  const { backendOf, close } = openBackend(settings, log);
  const running = await startConsole({
    ...settings,
    backendOf,
    isClient: settings.service !== undefined,
    log,
    processMetrics: true,
  });
  const stop = () => {
    Promise.all([running.close(), close()]).catch((error: unknown) => {
      log.error('The console does not stop as it should', error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  log.info(`Release console: ${running.url}`);
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
