/** Runs the release service and the watcher until SIGINT or SIGTERM. Settings: see settings.ts. */
import { join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import { accessWithKeys } from '@portal/release/log/key-files';
import { openDriver } from '@portal/release/open-driver';
import { openStore } from '@portal/release/store';
import { startWatcher } from '@portal/release-watcher/watcher';
import { rememberLog } from './remember-log.ts';
import { startService } from './service.ts';
import { readSettings } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const remembering = await rememberLog(join(settings.stateFolder, 'checkpoint.json'), (problem) =>
    console.error(problem),
  );
  const store = openStore(openDriver(settings.store), { ...accessWithKeys({ role: 'service' }), ...remembering });
  const watcher = startWatcher({
    store: store.as({ kind: 'watcher' }),
    servers: settings.metricsUrls,
    settings: settings.watcher,
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
