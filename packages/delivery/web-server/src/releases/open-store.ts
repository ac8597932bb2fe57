import type { Outage } from '@portal/release/cached-driver';
import { cachedDriver } from '@portal/release/cached-driver';
import type { Store, StoreAccess, StoreDriver } from '@portal/release/store';
import { openStore } from '@portal/release/store';
import { accessToRead } from '@portal/release/release-log/key-files';
import type { SavedCheckpoint } from '@portal/release/release-log/leaf';
import { SavedCheckpoints } from './saved-checkpoints.ts';
import type { ServerLog } from '@portal/node-kit/server-log';
import type { ReadOutcome } from '../metrics.ts';
import type { StateFolder } from '../state-folder.ts';

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

interface Surroundings {
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
  away(): Outage | undefined;
  /** What it has seen of the log; undefined before the first look that accepted it. */
  seen(): SavedCheckpoint | undefined;
}

/**
 * Opens a store for reading. Nothing counts that is not in its log, and its log counts only as long as it goes on from what this web server,
 * or another one with its folder, has seen of it.
 */
export async function openForReading(
  { store, access = accessToRead(), cacheFolder }: StoreOptions,
  { state, log, clock, waitLimitMs, countRead }: Surroundings,
): Promise<ReadStore> {
  if ('driver' in store) return { store, away: () => undefined, seen: () => undefined };
  const checkpoints = new SavedCheckpoints(state);
  const remembering: StoreAccess = {
    ...access,
    savedCheckpoint: await checkpoints.read(),
    // Before anything of it is served: what visitors have got must not be forgotten.
    onRead: (seen) => checkpoints.keep(seen),
  };
  const driver = countedDriver(store, countRead);
  const seen = () => checkpoints.newest;
  if (cacheFolder === undefined) return { store: openStore(driver, remembering), away: () => undefined, seen };
  const cached = cachedDriver(driver, {
    folder: cacheFolder,
    clock,
    waitLimitMs: waitLimitMs / 2,
    onProblem: (problem, error) => log.warn(problem, {}, error),
    onBack: (sentence) => log.info(sentence),
  });
  return { store: openStore(cached, remembering), away: () => cached.away, seen };
}
