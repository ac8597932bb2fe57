import type { Away } from '@portal/release/cached-driver';
import { cachedDriver } from '@portal/release/cached-driver';
import type { Store, StoreAccess, StoreDriver } from '@portal/release/store';
import { openStore } from '@portal/release/store';
import type { Log } from './log.ts';

export interface StoreOptions {
  /** Folder for copies of what was read, so that the store may be away; without it there are none. */
  readonly cacheFolder: string | undefined;
  /** The time of day, in milliseconds since the epoch. */
  readonly clock: () => number;
  readonly waitLimitMs: number;
  /** Whose log it is, and which keys it may have. */
  readonly access: StoreAccess;
}

/** The store, as a web server reads it. */
export interface ReadStore {
  readonly store: Store;
  /** Why the store does not answer; undefined while it does, and without copies. */
  away(): Away | undefined;
}

/** Opens a store for reading; one that is open already has no copies. */
export function readStore(
  from: Store | StoreDriver,
  log: Log,
  { cacheFolder, clock, waitLimitMs, access }: StoreOptions,
): ReadStore {
  if ('driver' in from) return { store: from, away: () => undefined };
  if (cacheFolder === undefined) return { store: openStore(from, access), away: () => undefined };
  const onProblem = (problem: string) => log.write(problem);
  const cached = cachedDriver(from, { folder: cacheFolder, clock, waitLimitMs, onProblem });
  return { store: openStore(cached, access), away: () => cached.away };
}
