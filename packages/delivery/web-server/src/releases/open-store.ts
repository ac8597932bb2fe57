import type { Outage } from '@portal/release/cached-driver';
import { cachedDriver } from '@portal/release/cached-driver';
import type { Store, StoreAccess, StoreDriver } from '@portal/release/store';
import { openStore } from '@portal/release/store';
import { accessToRead } from '@portal/release/release-log/key-files';
import type { SavedCheckpoint } from '@portal/release/release-log/leaf';
import { SavedCheckpointSchema } from '@portal/release/release-log/leaf';
import type { ServerLog } from '@portal/node-kit/server-log';
import { parseInput } from '@portal/contract/parse';
import type { LogView } from '@portal/release/release-log/log-view';
import type { ReadOutcome } from '../metrics.ts';
import type { StateFolder } from '../state-folder.ts';

const START = 'checkpoint-';

/** By size, so that names sort as sizes do. */
const getName = ({ leafHashes }: SavedCheckpoint): string =>
  `${START}${String(leafHashes.length).padStart(9, '0')}.json`;

/**
 * The newest checkpoint of the store's log that the web servers of a folder have seen. Each has a file of its own, so
 * no server can replace a newer one that another has written: a file goes only when a log was kept that goes on from
 * it.
 */
class SavedCheckpoints {
  readonly #state: StateFolder;
  /** Files from which the log of this process goes on. */
  readonly #known = new Set<string>();
  /** The newest that this process has seen. */
  newest: SavedCheckpoint | undefined;

  constructor(state: StateFolder) {
    this.#state = state;
  }

  /** What must be found again in the log; undefined if this folder has seen none. */
  async read(): Promise<SavedCheckpoint | undefined> {
    for (const name of (await this.#state.names(START)).toSorted().toReversed()) {
      const text = await this.#state.read(name);
      this.#known.add(name);
      if (text === undefined) continue;
      try {
        this.newest = parseInput(name, SavedCheckpointSchema, JSON.parse(text));
        return this.newest;
      } catch (error) {
        this.#state.report(name, error);
      }
    }
    return undefined;
  }

  /** Keeps what was seen now: a log that goes on from what `read` gave, and from what was kept before. */
  async keep(seen: LogView): Promise<void> {
    if (seen.checkpoint === this.newest?.checkpoint) return;
    const kept = seen.keep();
    if (!kept) return;
    this.newest = kept;
    const name = getName(kept);
    if (!(await this.#state.write(name, `${JSON.stringify(kept)}\n`))) return;
    for (const other of await this.#state.names(START))
      if (other !== name && (other < name || this.#known.has(other))) await this.#state.remove(other);
    this.#known.add(name);
  }
}

/** The driver of a store whose reads are counted, with the seconds that each took. */
function countedDriver(driver: StoreDriver, count: (outcome: ReadOutcome, seconds: number) => void): StoreDriver {
  const counted = async <Answer>(read: Promise<Answer>): Promise<Answer> => {
    const begun = performance.now();
    const end = (outcome: ReadOutcome) => count(outcome, (performance.now() - begun) / 1000);
    try {
      const answer = await read;
      end('ok');
      return answer;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
  return {
    place: driver.place,
    get: (key, sha256) => counted(driver.get(key, sha256)),
    has: (key) => counted(driver.has(key)),
    list: (prefix) => counted(driver.list(prefix)),
    create: (key, content) => driver.create(key, content),
    remove: (key) => driver.remove(key),
  };
}

interface StoreOptions {
  readonly store: Store | StoreDriver;
  readonly access?: StoreAccess | undefined;
  readonly cacheFolder?: string | undefined;
}

interface ReadOptions {
  /** Where the newest checkpoint is kept that was seen. */
  readonly state: StateFolder;
  readonly log: ServerLog;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock: () => number;
  /** How long a page waits for the store, in milliseconds: copies stand for it before. */
  readonly waitLimitMs: number;
  /** Counts a read of the store itself. */
  readonly countRead: (outcome: ReadOutcome, seconds: number) => void;
}

/** The store, as a web server reads it. */
interface ReadStore {
  readonly store: Store;
  /** Why the store does not answer; undefined while it does, and without copies. */
  outage(): Outage | undefined;
  /** What it has seen of the log; undefined before the first look that accepted it. */
  seen(): SavedCheckpoint | undefined;
}

/**
 * Opens a store for reading. Nothing counts that is not in its log, and its log counts only as long as it goes on from
 * what this web server, or another one with its folder, has seen of it.
 */
export async function openForReading(
  { store, access = accessToRead(), cacheFolder }: StoreOptions,
  { state, log, clock, waitLimitMs, countRead }: ReadOptions,
): Promise<ReadStore> {
  if ('driver' in store) return { store, outage: () => undefined, seen: () => undefined };
  const checkpoints = new SavedCheckpoints(state);
  const remembering: StoreAccess = {
    ...access,
    savedCheckpoint: await checkpoints.read(),
    // Before anything of it is served: what visitors have got must not be forgotten.
    onRead: (seen) => checkpoints.keep(seen),
  };
  const driver = countedDriver(store, countRead);
  const seen = () => checkpoints.newest;
  if (cacheFolder === undefined) return { store: openStore(driver, remembering), outage: () => undefined, seen };
  const cached = cachedDriver(driver, {
    folder: cacheFolder,
    clock,
    waitLimitMs: waitLimitMs / 2,
    onProblem: (problem, error) => log.warn(problem, {}, error),
    onBack: (sentence) => log.info(sentence),
  });
  return { store: openStore(cached, remembering), outage: () => cached.away, seen };
}
