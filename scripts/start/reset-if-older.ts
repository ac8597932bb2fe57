import { join } from 'node:path';
import { LogError } from '@portal/release/release-log/log-error';
import { openFolderStore } from '@portal/release/store';
import type { Run } from './run-until-stopped.ts';
import { clearState } from './state.mjs';

/** Deletes the portal's own data if an older version wrote it in another format. @throws {LogError} for those in a folder that somebody has named. */
export async function resetIfOlder({ settings: { root, stateFolder }, progress }: Run): Promise<void> {
  try {
    await openFolderStore(join(stateFolder, 'store'), { state: stateFolder }).log();
  } catch (error) {
    if (!(error instanceof LogError) || error.kind !== 'older' || stateFolder !== join(root, '.portal')) throw error;
    clearState(stateFolder);
    progress.print(
      `An older version of the portal wrote the data in ${stateFolder}: it is deleted, and the portal begins from scratch.`,
    );
  }
}
