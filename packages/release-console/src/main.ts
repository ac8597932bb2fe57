/** Runs the release console and the watcher until SIGINT or SIGTERM. Settings: see settings.ts. */
import { describeError } from '@portal/node-kit/plain-error';
import { openStoreAt } from '@portal/release/open-store';
import { readWatcherSettings } from '@portal/release-watcher/settings';
import { startWatcher } from '@portal/release-watcher/watcher';
import { startConsole } from './console.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const store = openStoreAt(settings.store);
  const watcher = startWatcher({ store, servers: settings.metricsUrls, settings: readWatcherSettings(process.env) });
  const running = await startConsole({ ...settings, store, watcher });
  const stop = () => {
    Promise.all([running.close(), watcher.close()]).catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(`Release console: ${running.url}`);
}

main().catch((error: unknown) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
