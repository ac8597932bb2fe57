import { existsSync } from 'node:fs';
import { keyFiles } from '../log/key-files.ts';
import { LogError } from '../log/log-error.ts';
import type { LogView } from '../log/log-view.ts';
import { sha256Hex } from '../store/integrity.ts';
import { isDocument } from '../store/keys.ts';
import type { Store } from '../store/store.ts';

/** How many documents are read at once. */
const AT_ONCE = 64;

async function hashesOf({ driver }: Store): Promise<Readonly<Record<string, string>>> {
  const keys = (await driver.list('')).filter(isDocument).sort();
  const hashes: Record<string, string> = {};
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const some = keys.slice(from, from + AT_ONCE);
    const read = await Promise.all(some.map((key) => driver.get(key)));
    for (const [index, key] of some.entries()) {
      const bytes = read[index];
      if (bytes) hashes[key] = sha256Hex(bytes);
    }
  }
  return hashes;
}

/**
 * Begins the log of a store that is older than its log, with one entry that has the documents as they are now.
 * @throws {LogError} if there is a log.
 */
export async function adoptStore(store: Store, reason: string): Promise<LogView> {
  const documents = await hashesOf(store);
  if (Object.keys(documents).length === 0)
    throw new LogError('missing', `There is no store in ${store.place}.`, 'Name the right one.');
  if (await store.documents.beginWith((own) => ({ kind: 'migration', keys: [own], documents, reason })))
    return store.log();
  throw new LogError('not-allowed', `The store in ${store.place} has a log.`, 'It needs no other one.');
}

/** Takes over a store from before there was a log. One whose state has a key had a log, and has lost it. @throws {LogError} */
export async function adoptIfOlder(store: Store, state: string): Promise<void> {
  if (existsSync(keyFiles(process.env, state).key)) return;
  try {
    await store.log();
  } catch (error) {
    if (!(error instanceof LogError) || error.kind !== 'missing') throw error;
    await adoptStore(store, 'The store is older than its log');
  }
}
