/** Runs the release service and the watcher until SIGINT or SIGTERM. Settings: see settings.ts. */
import { describeError } from '@portal/node-kit/plain-error';
import { openStoreAt } from '@portal/release/open-store';
import { readWatcherSettings } from '@portal/release-watcher/settings';
import { startWatcher } from '@portal/release-watcher/watcher';
import { startService } from './service.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const watcherSettings = readWatcherSettings(process.env);
  const store = openStoreAt(settings.store, { role: 'service' });
  const watcher = startWatcher({
    store: store.as({ kind: 'watcher' }),
    servers: settings.metricsUrls,
    settings: watcherSettings,
  });
  const service = await startService({ ...settings, store, watcher });
  const stop = () => {
    Promise.all([service.close(), watcher.close()]).catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(`Release service: ${service.origin}\n`);
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
