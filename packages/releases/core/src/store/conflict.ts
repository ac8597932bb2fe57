import type { Release } from '../format/release.ts';
import { ReleaseConflictError, StoreError } from './errors.ts';
import { changesBetween } from './release-diff.ts';
import type { Store } from './store-interface.ts';

/** The conflict of a request based on release `base`, which is no longer live. */
export async function conflictSince(store: Store, base: number): Promise<ReleaseConflictError> {
  const live = await store.latestRelease();
  try {
    const before = base > 0 ? await store.readRelease(base) : undefined;
    return new ReleaseConflictError(base + 1, live, live && changesBetween(before, live));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return new ReleaseConflictError(base + 1, live);
  }
}

/** The live release. @throws {ReleaseConflictError} when it is not the expected one (0: none yet). */
export async function expectedRelease(store: Store, expect: number | undefined): Promise<Release | undefined> {
  const live = await store.latestRelease();
  if (expect !== undefined && expect !== (live?.number ?? 0)) throw await conflictSince(store, expect);
  return live;
}
