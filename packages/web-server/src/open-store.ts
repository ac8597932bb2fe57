import type { Away } from '@portal/release/cached-driver';
import { cachedDriver } from '@portal/release/cached-driver';
import type { Store, StoreAccess, StoreDriver } from '@portal/release/store';
import { openStore } from '@portal/release/store';
import { accessToRead } from '@portal/release/log/key-files';
import { KeptCheckpoints } from './kept-checkpoints.ts';
import type { Log } from './log.ts';
import type { StateFolder } from './state-folder.ts';

export interface StoreOptions {
  readonly store: Store | StoreDriver;
  readonly access?: StoreAccess | undefined;
  readonly cacheFolder?: string | undefined;
}

interface Surroundings {
  /** Where the newest checkpoint is kept that was seen. */
  readonly state: StateFolder;
  readonly log: Log;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock: () => number;
  /** How long a page waits for the store, in milliseconds: copies stand for it before. */
  readonly waitLimitMs: number;
}

/** The store, as a web server reads it. */
export interface ReadStore {
  readonly store: Store;
  /** Why the store does not answer; undefined while it does, and without copies. */
  away(): Away | undefined;
}

/**
 * Opens a store for reading. Nothing counts that is not in its log, and its log counts only as long as it goes on from what this web server,
 * or another one with its folder, has seen of it.
 */
export async function openForReading(
  { store, access = accessToRead(), cacheFolder }: StoreOptions,
  { state, log, clock, waitLimitMs }: Surroundings,
): Promise<ReadStore> {
  if ('driver' in store) return { store, away: () => undefined };
  const checkpoints = new KeptCheckpoints(state);
  const remembering: StoreAccess = {
    ...access,
    kept: await checkpoints.read(),
    // Before anything of it is served: what visitors have got must not be forgotten.
    onRead: (seen) => checkpoints.keep(seen),
  };
  if (cacheFolder === undefined) return { store: openStore(store, remembering), away: () => undefined };
  const onProblem = (problem: string) => log.write(problem);
  const cached = cachedDriver(store, { folder: cacheFolder, clock, waitLimitMs: waitLimitMs / 2, onProblem });
  return { store: openStore(cached, remembering), away: () => cached.away };
}
