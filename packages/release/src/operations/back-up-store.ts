import type { LogView } from '../log/log-view.ts';
import { LogError } from '../log/log-error.ts';
import type { StoreDriver } from '../store/driver.ts';
import { sha256Hex } from '../store/integrity.ts';
import { entryKey, kindOf, manifestKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { wrongName } from './dist-folder.ts';

/** What a copy of a store has now. Plain data. */
export interface Backup {
  /** Entries of the log. */
  readonly entries: number;
  /** How many objects were copied now, entries of the log included, and their bytes. */
  readonly copied: number;
  readonly bytes: number;
  /** Keys of objects that are missing or damaged in the store, and were therefore not copied. */
  readonly damaged: readonly string[];
}

/** The log at one moment: a view of it grows when somebody in this process looks again. */
type Moment = Pick<LogView, 'size' | 'documents'>;

async function momentOf(store: Store): Promise<Moment> {
  const { size, documents } = await store.log();
  return { size, documents: new Map(documents) };
}

/** How many objects are copied at once. */
const AT_ONCE = 16;

async function forEach<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(run));
}

const countEntries = (keys: readonly string[]) => keys.filter((key) => kindOf(key).is === 'log').length;

/** @throws {LogError} unless what the copy has is the beginning of this log: each entry is signed together with all before it. */
async function checkGoesOn(store: Store, log: Moment, copy: StoreDriver, entries: number): Promise<void> {
  if (entries === 0) return;
  const last = entryKey(Math.min(entries, log.size) - 1);
  const [ours, theirs] = [await store.driver.get(last), await copy.get(last)];
  const isSame = ours !== undefined && theirs !== undefined && Buffer.compare(ours, theirs) === 0;
  if (!isSame)
    throw new LogError(
      'forked',
      `The log in ${copy.place} is not an earlier one of the log of ${store.place}.`,
      'Nothing was copied. After a restore from an older backup, begin a new copy in another place; else name the right one.',
    );
  if (entries > log.size)
    throw new LogError(
      'shorter',
      `The log of ${store.place} has ${String(log.size)} entries, and the one in ${copy.place} has ${String(entries)}.`,
      'Nothing was copied, because the store has lost what the copy still has.',
    );
}

class Copying {
  readonly #store: Store;
  readonly #copy: StoreDriver;
  /** Keys of the objects that the copy has. */
  readonly #there: Set<string>;
  /** How many entries its log had before. */
  readonly #before: number;
  copied = 0;
  bytes = 0;

  constructor(store: Store, copy: StoreDriver, keys: readonly string[]) {
    this.#store = store;
    this.#copy = copy;
    this.#there = new Set(keys);
    this.#before = countEntries(keys);
  }

  /** Copies what a log says. @returns the keys of what is not as it says. */
  async copyUnder(log: Moment): Promise<readonly string[]> {
    const damaged: string[] = [];
    const keys = await this.#store.driver.list('');
    const files = keys.filter((key) => ['file', 'source-maps'].includes(kindOf(key).is) && !this.#there.has(key));
    await forEach(files, async (key) => {
      const bytes = await this.#store.driver.get(key);
      // A prune may have removed it meanwhile.
      if (!bytes) return;
      if (wrongName(key, sha256Hex(bytes)) === undefined) await this.#put(key, bytes);
      else damaged.push(key);
    });
    const pruned = new Set(
      keys.map(kindOf).flatMap((kind) => (kind.is === 'pruned' ? [manifestKey(kind.name, kind.version)] : [])),
    );
    const documents = [...log.documents].filter(([key, { index }]) => index >= this.#before || !this.#there.has(key));
    await forEach(documents, async ([key, { sha256 }]) => {
      const bytes = await this.#store.driver.get(key);
      if (bytes && sha256Hex(bytes) === sha256) await this.#renew(key, bytes);
      else if (bytes || !pruned.has(key)) damaged.push(key);
    });
    return damaged.toSorted();
  }

  /** Copies the entries that the copy lacks, in their order, so that its log never has a gap. */
  async copyEntries(log: Moment): Promise<void> {
    for (let index = this.#before; index < log.size; index += 1) {
      const bytes = await this.#store.driver.get(entryKey(index));
      if (!bytes) throw new LogError('damaged', `${entryKey(index)} is missing.`, 'Restore the log from a backup.');
      await this.#put(entryKey(index), bytes);
    }
  }

  async #put(key: string, bytes: Uint8Array): Promise<void> {
    if ((await this.#copy.create(key, bytes)) === 'created') {
      this.copied += 1;
      this.bytes += bytes.length;
    }
    this.#there.add(key);
  }

  /** A document may have been written anew, and an interrupted backup may have left an earlier one. */
  async #renew(key: string, bytes: Uint8Array): Promise<void> {
    const there = this.#there.has(key) ? await this.#copy.get(key) : undefined;
    if (there && Buffer.compare(there, bytes) === 0) return;
    if (there) await this.#copy.remove(key);
    await this.#put(key, bytes);
  }
}

/**
 * Copies a store to another place, or what is new in it since the last time. The copy is a whole store at every moment, because its log goes on
 * only after what the new entries speak of was copied; a record of a known good version that was renewed is damaged in between. Others may
 * write to the store meanwhile.
 * @throws {LogError} unless the copy is an earlier state of the store.
 */
export async function backUpStore(store: Store, copy: StoreDriver): Promise<Backup> {
  const keys = await copy.list('');
  let log = await momentOf(store);
  if (log.size === 0)
    throw new LogError('missing', `There is no store in ${store.place}.`, 'Nothing was copied: name the right one.');
  await checkGoesOn(store, log, copy, countEntries(keys));
  const copying = new Copying(store, copy, keys);
  for (;;) {
    const damaged = await copying.copyUnder(log);
    const later = damaged.length === 0 ? log : await momentOf(store);
    if (later.size === log.size) {
      await copying.copyEntries(log);
      return { entries: log.size, copied: copying.copied, bytes: copying.bytes, damaged };
    }
    // What changed while it was copied is no damage: the log says so.
    log = later;
  }
}
