import { randomBytes } from 'node:crypto';
import type { StoreDriver } from '../format/driver.ts';
import { MOST_TRIES, takenEachTime } from '../format/driver.ts';
import { toBytes } from '../format/documents.ts';
import { entryKey, LOG } from '../format/keys.ts';
import { checkpointText } from './checkpoint.ts';
import type { Leaf, LogKey, StoredEntry } from './leaf.ts';
import { FORMAT } from './leaf.ts';
import { LogError } from './log-error.ts';
import type { LogReader } from './log-reader.ts';
import type { LogState } from './log-state.ts';
import { leafHash } from './merkle.ts';
import type { Signer } from './signed-note.ts';
import { signNote } from './signed-note.ts';

/** A key with what it may sign for. */
export interface LogSigner {
  readonly signer: Signer;
  readonly role: LogKey['role'];
}

/** The bytes of the entry that follows a log. */
export function nextEntry(log: Pick<LogState, 'tree' | 'origin'>, leaf: Leaf, signer: Signer): Uint8Array {
  const text = JSON.stringify(leaf);
  const tree = log.tree.with(leafHash(Buffer.from(text)));
  const origin = log.origin ?? `ebike-portal/${randomBytes(8).toString('hex')}`;
  const checkpoint = signNote(checkpointText({ origin, size: tree.size, root: tree.root() }), signer);
  return toBytes({ schema: FORMAT, leaf: text, checkpoint } satisfies StoredEntry);
}

/** @throws {LogError} for a key that may not sign. */
export function checkAllowed(log: LogState, { place }: StoreDriver, { vkey }: Signer): void {
  if (log.size === 0 || log.keys.some(({ key }) => key === vkey)) return;
  throw new LogError(
    'not-allowed',
    `The log of ${place} does not name the key ${vkey}.`,
    `Somebody whose key it names can add it: npm run release -- store keys add ${vkey} --reason "…"`,
  );
}

/**
 * Appends an entry. Of any number of writers, one gets the next index; the others read on, and ask `decide` again.
 * @param decide gives the leaf on top of the log as it is; undefined to append nothing.
 * @returns whether it was appended. @throws {LogError} for a key that may not sign; {DriverError} if others always come
 * first.
 */
export async function appendEntry(
  driver: StoreDriver,
  reader: LogReader,
  { signer }: LogSigner,
  decide: (log: LogState) => Leaf | undefined,
): Promise<boolean> {
  for (let tried = 1; tried <= MOST_TRIES.entry; tried += 1) {
    const log = await reader.read();
    checkAllowed(log, driver, signer);
    const leaf = decide(log);
    if (!leaf) return false;
    const entry = nextEntry(log, leaf, signer);
    log.checkNext(entry);
    if ((await driver.create(entryKey(log.size), entry)) === 'created') {
      await reader.read();
      return true;
    }
  }
  throw takenEachTime(driver, LOG);
}
