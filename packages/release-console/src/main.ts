/** Runs the release console until SIGINT or SIGTERM. Settings: see settings.ts. */
import { PortTakenError } from '@portal/node-kit/listen';
import { openFolderStore } from '@portal/release/store';
import { startConsole } from './console.ts';
import { readSettings, SettingError } from './settings.ts';

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const running = await startConsole({ ...settings, store: openFolderStore(settings.store) });
  const stop = () => {
    running.close().catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  console.log(`Release console: ${running.url}`);
}

main().catch((error: unknown) => {
  const isExplained = error instanceof SettingError || error instanceof PortTakenError;
  console.error(isExplained ? error.message : error);
  process.exitCode = 1;
});
