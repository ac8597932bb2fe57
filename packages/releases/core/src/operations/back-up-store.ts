import type { LogView } from '../release-log/log-view.ts';
import { LogError } from '../release-log/log-error.ts';
import type { StoreDriver } from '../format/driver.ts';
import { fromBytes, parseVersion } from '../format/documents.ts';
import { sha256Hex } from '../format/integrity.ts';
import { entryKey, fileKey, classifyKey, manifestKey, numberOfKey, sourceMapsKey } from '../format/keys.ts';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { wrongName } from './dist-folder.ts';

/** What a copy of a store has now. Plain data. */
interface Backup {
  /** Entries of the log. */
  readonly entries: number;
  /** How many objects were copied now, entries of the log included, and their bytes. */
  readonly copied: number;
  readonly bytes: number;
  /**
   * Keys of objects that are missing or damaged in the store, and were therefore not copied; nor was the manifest of a
   * version with such a file.
   */
  readonly damaged: readonly string[];
  /**
   * Keys of objects that are missing in the store, and that the copy has; without records of known good versions, which
   * are made anew.
   */
  readonly lost: readonly string[];
}

/** What one look at the store found not to be as its log says. */
interface Faults {
  readonly damaged: Set<string>;
  readonly lost: Set<string>;
}

/** The log at one moment: a view of it grows when somebody in this process looks again. */
type Moment = Pick<LogView, 'size' | 'documents'>;

async function readMoment(store: Store): Promise<Moment> {
  const { size, documents } = await store.log();
  return { size, documents: new Map(documents) };
}

/**
 * How often what is damaged is looked at again because somebody has written meanwhile; then it counts as damaged until
 * the next backup.
 */
const MOST_ROUNDS = 10;

/** How many objects are copied at once. */
const AT_ONCE = 16;

async function forEach<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(run));
}

const countEntries = (keys: readonly string[]) => keys.filter((key) => classifyKey(key).is === 'log').length;

/**
 * @throws {LogError} unless what the copy has is the beginning of this log: each entry is signed together with all
 * before it.
 */
async function checkGoesOn(store: Store, log: Moment, copy: StoreDriver, entries: number): Promise<void> {
  if (entries === 0) return;
  const last = entryKey(Math.min(entries, log.size) - 1);
  const [ours, theirs] = [await store.driver.get(last), await copy.get(last)];
  const isSame = ours !== undefined && theirs !== undefined && Buffer.compare(ours, theirs) === 0;
  if (!isSame)
    throw new LogError(
      'forked',
      `The log in ${copy.place} is not an earlier one of the log of ${store.place}.`,
      'Nothing was copied. Name the right place; after a restore from an older backup, a new one.',
    );
  if (entries > log.size)
    throw new LogError(
      'shorter',
      `The log of ${store.place} has ${String(log.size)} entries, and the one in ${copy.place} has ${String(entries)}.`,
      'Nothing was copied: the store has lost what the copy has.',
    );
}

/**
 * The keys of the files and source maps that a manifest lists; none if it has a form that only a newer checkout knows.
 */
function listedIn(key: string, bytes: Uint8Array): readonly string[] {
  try {
    const { name, version, files, sourceMaps } = parseVersion(key, fromBytes(bytes)).manifest;
    const maps = sourceMaps ? [sourceMapsKey(name, version, sourceMaps)] : [];
    return [...Object.keys(files).map((file) => fileKey(name, file)), ...maps];
  } catch {
    return [];
  }
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

  /** Copies what a log says. @returns what is not as it says. */
  async copyUnder(log: Moment): Promise<Faults> {
    const faults: Faults = { damaged: new Set(), lost: new Set() };
    const stored = new Set(await this.#store.driver.list(''));
    const pruned = new Map(
      [...log.documents].flatMap(([key, { index }]) => {
        const kind = classifyKey(key);
        return kind.is === 'pruned' ? [[manifestKey(kind.name, kind.version), index]] : [];
      }),
    );
    const [gone, filesOfGone] = await this.#prunedThere(log, pruned);
    const files = [...stored].filter(
      (key) => ['file', 'source-maps'].includes(classifyKey(key).is) && !this.#there.has(key) && !filesOfGone.has(key),
    );
    await forEach(files, async (key) => {
      // A prune may have removed it meanwhile.
      if ((await this.#copyFile(key)) === 'damaged') faults.damaged.add(key);
    });
    const counting = { ...log, documents: new Map([...log.documents].filter(([key]) => !gone.has(key))) };
    const incomplete = await this.#checkListed(counting, stored, pruned, faults);
    const skipped = await this.#newlySkipped(log);
    const documents = [...counting.documents].filter(
      ([key, { index }]) =>
        index >= this.#before || skipped.has(key) || !this.#there.has(key) || !(stored.has(key) || pruned.has(key)),
    );
    await forEach(documents, async ([key, { sha256 }]) => {
      const bytes = await this.#store.driver.get(key);
      if (!bytes) {
        if (!pruned.has(key)) this.#miss(key, faults);
      } else if (sha256Hex(bytes) !== sha256 && !skipped.has(key)) faults.damaged.add(key);
      else if (!incomplete.has(key)) await this.#renew(key, bytes);
    });
    return faults;
  }

  /**
   * Damaged releases that one which the copy lacks has skipped: it has the hash of their bytes, so they belong to it.
   */
  async #newlySkipped({ documents }: Moment): Promise<ReadonlySet<string>> {
    const skipped = new Set<string>();
    let isBeforeNew = false;
    for (const [key, { index }] of [...documents].toReversed()) {
      const number = numberOfKey(key);
      if (number === undefined) continue;
      if (isBeforeNew && (await this.#isSkipped(number))) skipped.add(key);
      else isBeforeNew = index >= this.#before;
    }
    return skipped;
  }

  async #isSkipped(number: number): Promise<boolean> {
    try {
      await this.#store.readReleaseSummary(number);
      return false;
    } catch (error) {
      if (error instanceof StoreError) return error.skippedBy !== undefined;
      throw error;
    }
  }

  /**
   * What the place of the copy has pruned itself, as the store has when it gets back from a backup what it lost:
   * manifests, and the files that they list. A new copy gets them, because a prune leaves a version that somebody
   * released meanwhile, and the log does not say so.
   */
  async #prunedThere(log: Moment, pruned: ReadonlyMap<string, number>) {
    const gone = new Set<string>();
    const files = new Set<string>();
    const manifests = [...pruned].filter(([key, index]) => {
      const published = log.documents.get(key)?.index ?? Infinity;
      return published < index && index < this.#before && !this.#there.has(key);
    });
    await forEach(manifests, async ([key]) => {
      gone.add(key);
      const bytes = await this.#store.driver.get(key);
      if (bytes) for (const file of listedIn(key, bytes)) files.add(file);
    });
    return [gone, files] as const;
  }

  /**
   * Finds what manifests list and the store lacks, and copies what it has by now. @returns the manifests whose files
   * the copy lacks.
   */
  async #checkListed(
    log: Moment,
    stored: ReadonlySet<string>,
    pruned: ReadonlyMap<string, number>,
    faults: Faults,
  ): Promise<ReadonlySet<string>> {
    const incomplete = new Set<string>();
    const manifests = [...log.documents].filter(
      // One that was pruned counts again after another publication.
      ([key]) => classifyKey(key).is === 'manifest' && (stored.has(key) || !pruned.has(key)),
    );
    await forEach(manifests, async ([key, { sha256 }]) => {
      // The store may have lost it together with its files.
      const copied = this.#there.has(key) ? await this.#copy.get(key) : undefined;
      const bytes = copied ?? (await this.#store.driver.get(key));
      if (!bytes || sha256Hex(bytes) !== sha256) return;
      for (const file of listedIn(key, bytes)) {
        if (stored.has(file) && this.#there.has(file)) continue;
        const found = await this.#copyFile(file);
        if (found === 'copied') continue;
        // A prune that is under way removes a manifest first, then what it lists.
        if (found === 'missing' && pruned.has(key) && !(await this.#store.driver.has(key))) return;
        if (found === 'missing') this.#miss(file, faults);
        else faults.damaged.add(file);
        if (!this.#there.has(file)) incomplete.add(key);
      }
    });
    return incomplete;
  }

  #miss(key: string, { damaged, lost }: Faults): void {
    (this.#there.has(key) ? lost : damaged).add(key);
  }

  /** Copies the entries that the copy lacks, in their order, so that its log never has a gap. */
  async copyEntries(log: Moment): Promise<void> {
    for (let index = this.#before; index < log.size; index += 1) {
      const bytes = await this.#store.driver.get(entryKey(index));
      if (!bytes) throw new LogError('damaged', `${entryKey(index)} is missing.`, 'Restore the log from a backup.');
      await this.#put(entryKey(index), bytes);
    }
  }

  async #copyFile(key: string): Promise<'copied' | 'missing' | 'damaged'> {
    const bytes = await this.#store.driver.get(key);
    if (!bytes) return 'missing';
    if (wrongName(key, sha256Hex(bytes)) !== undefined) return 'damaged';
    await this.#put(key, bytes);
    return 'copied';
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
 * Copies a store to another place, or what is new in it since the last time. The copy is a whole store at every moment,
 * because its log goes on only after what the new entries speak of was copied; a record of a known good version that
 * was renewed is damaged in between. Others may write to the store meanwhile.
 * @throws {LogError} unless the copy is an earlier state of the store.
 */
export async function backUpStore(store: Store, copy: StoreDriver): Promise<Backup> {
  const keys = await copy.list('');
  let log = await readMoment(store);
  if (log.size === 0)
    throw new LogError('missing', `There is no store in ${store.place}.`, 'Nothing was copied: name the right one.');
  await checkGoesOn(store, log, copy, countEntries(keys));
  const copying = new Copying(store, copy, keys);
  for (let round = 1; ; round += 1) {
    const { damaged, lost } = await copying.copyUnder(log);
    const later = damaged.size + lost.size === 0 ? log : await readMoment(store);
    if (later.size === log.size || round === MOST_ROUNDS) {
      await copying.copyEntries(log);
      const { copied, bytes } = copying;
      return { entries: log.size, copied, bytes, damaged: [...damaged].toSorted(), lost: [...lost].toSorted() };
    }
    // What changed while it was copied is no damage: the log says so.
    log = later;
  }
}
