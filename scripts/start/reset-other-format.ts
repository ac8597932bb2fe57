import { join } from 'node:path';
import { LogError } from '@portal/release/release-log/log-error';
import { openFolderStore } from '@portal/release/store';
import type { Run } from './run-until-stopped.ts';
import { clearState } from './state.mjs';

/**
 * Deletes the portal's own data if another version wrote it in another format. @throws {LogError} for those in a folder
 * that somebody has named.
 */
export async function resetOtherFormat({ settings: { root, stateFolder }, progress }: Run): Promise<void> {
  try {
    await openFolderStore(join(stateFolder, 'store'), { state: stateFolder }).log();
  } catch (error) {
    if (!(error instanceof LogError) || error.kind !== 'format' || stateFolder !== join(root, '.portal')) throw error;
    clearState(stateFolder);
    progress.print(
      `Another version of the portal wrote the data in ${stateFolder}, in another format: it is deleted, and the portal begins from scratch.`,
    );
  }
}
