/** Runs the release console and the watcher until SIGINT or SIGTERM. Settings: see settings.ts. */
import { toAddress } from '@portal/node-kit/listen';
import { describeError } from '@portal/node-kit/plain-error';
import { PORTAL_VERSION } from '@portal/node-kit/portal-version';
import type { ServerLog } from '@portal/node-kit/server-log';
import { createServerLog } from '@portal/node-kit/server-log';
import { stopOnSignal } from '@portal/node-kit/stop-on-signal';
import { accessToRead, accessWithKeys } from '@portal/release/release-log/key-files';
import { rememberedLogFile, rememberLog } from '@portal/release/release-log/remember-log';
import { askWebServers } from '@portal/release/release-log/served-log';
import { openDriver } from '@portal/release/open-driver';
import { openStore } from '@portal/release/store';
import { startWatcher } from '@portal/release-watcher/watcher';
import { serviceBackends } from './backend/service-backend.ts';
import { storeBackend } from './backend/store-backend.ts';
import { startConsole } from './console.ts';
import type { Settings } from './settings.ts';
import { readSettings } from './settings.ts';

/** A release service runs the watcher itself. */
function openBackend(
  { service, store: address, stateFolder, metricsUrls, watcher: settings }: Settings,
  log: ServerLog,
) {
  if (service !== undefined) return { getBackend: serviceBackends(service, accessToRead()), watcher: undefined };
  const driver = openDriver(address);
  const store = openStore(driver, {
    ...accessWithKeys(),
    ...rememberLog(rememberedLogFile(stateFolder, driver.place), (problem) => log.warn(problem)),
    askOthers: () => askWebServers(metricsUrls),
  });
  const watcher = startWatcher({
    store,
    servers: metricsUrls,
    settings,
    log,
    record: ({ event, ...fields }) => log.info(event, { event, ...fields }),
  });
  return { getBackend: storeBackend(store, watcher, metricsUrls), watcher };
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createServerLog({ server: 'release-console', format: settings.logFormat });
  const { getBackend, watcher } = openBackend(settings, log);
  const running = await startConsole({
    ...settings,
    getBackend,
    isClient: settings.service !== undefined,
    watcher,
    log,
    processMetrics: true,
  });
  stopOnSignal(log, () => Promise.all([running.close(), watcher?.close()]));
  log.info(`Release console: ${running.url}`, {
    version: PORTAL_VERSION,
    ...(settings.service === undefined ? { store: settings.store } : { service: settings.service }),
    address: toAddress(settings.host, settings.port),
    metrics: running.metricsUrl,
  });
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
