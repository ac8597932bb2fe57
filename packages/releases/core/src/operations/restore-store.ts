import { parseCheckpoint } from '../log/checkpoint.ts';
import type { KeptCheckpoint } from '../log/leaf.ts';
import { LogError } from '../log/log-error.ts';
import type { LogView } from '../log/log-view.ts';
import { openNote } from '../log/signed-note.ts';
import type { Store } from '../store/store.ts';

interface Restoration {
  readonly log: LogView;
  /** How many entries the backup lacked. */
  readonly lost: number;
}

/**
 * Says in the log that the store was restored from a backup on purpose, so that whoever has seen the log that was lost accepts it.
 * @param kept what somebody, such as a web server, kept of the lost log. @throws {LogError} if the log is not an earlier one of that.
 */
export async function restoreStore(store: Store, kept: KeptCheckpoint, reason: string): Promise<Restoration> {
  const { origin, size } = parseCheckpoint(openNote(kept.checkpoint, []).text);
  let lost: readonly string[] = [];
  const refuse = (problem: string, remedy: string): never => {
    throw new LogError('not-allowed', problem, remedy);
  };
  await store.documents.change((log) => {
    const begin = log.leafHashes.map((hash) => Buffer.from(hash).toString('base64'));
    if (origin !== log.origin || begin.some((hash, index) => hash !== (kept.leafHashes[index] ?? hash)))
      refuse(
        `The log of ${store.place} is not an earlier one of the log of this checkpoint.`,
        'Restore the backup again, and say so before anything else is written.',
      );
    if (log.size >= size)
      refuse(`The log of ${store.place} has all ${String(size)} entries of this checkpoint.`, 'Nothing was lost.');
    lost = kept.leafHashes.slice(log.size);
    return { kind: 'restore', predecessor: kept.checkpoint, lost: [...lost], release: kept.release, reason };
  });
  return { log: await store.log(), lost: lost.length };
}
