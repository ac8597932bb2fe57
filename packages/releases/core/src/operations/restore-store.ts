import { parseCheckpoint, openNote } from '../release-log/signed-note.ts';
import type { SavedCheckpoint } from '../release-log/leaf.ts';
import { LogError } from '../release-log/log-error.ts';
import type { LogView } from '../release-log/log-view.ts';
import type { Store } from '../store/store.ts';

interface Restoration {
  readonly log: LogView;
  /** How many entries of the other log this one lacks. */
  readonly lost: number;
}

/**
 * Says in the log that the store was restored from an older backup, so that whoever has seen the log that was lost
 * accepts it, also if something was written since. @param kept what somebody, such as a web server, kept of the lost
 * log. @throws {LogError} if it is of another store.
 */
export async function restoreStore(store: Store, kept: SavedCheckpoint, reason: string): Promise<Restoration> {
  const { origin, size, root } = parseCheckpoint(openNote(kept.checkpoint, []).text);
  let lost: readonly string[] = [];
  const refuse = (problem: string, remedy: string): never => {
    throw new LogError('not-allowed', problem, remedy);
  };
  await store.documents.change((log) => {
    if (origin !== log.origin)
      refuse(`The log of ${store.place} is not of the store of this checkpoint.`, 'Name the right store, or file.');
    if (log.continues({ size, root }, log.signers))
      refuse(`The log of ${store.place} goes on from this checkpoint.`, 'Nothing has to be said.');
    const own = log.leafHashes.map((hash) => Buffer.from(hash).toString('base64'));
    const differs = kept.leafHashes.findIndex((hash, index) => hash !== own[index]);
    const common = differs === -1 ? kept.leafHashes.length : differs;
    lost = kept.leafHashes.slice(common);
    return { kind: 'restore', predecessor: kept.checkpoint, common, lost: [...lost], release: kept.release, reason };
  });
  return { log: await store.log(), lost: lost.length };
}
