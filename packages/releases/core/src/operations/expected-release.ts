import type { Release } from '../format/release.ts';
import { conflictSince } from '../store/conflict.ts';
import type { Store } from '../store/store.ts';

/** The live release. @throws {ReleaseConflictError} when it is not the expected one (0: none yet). */
export async function expectedRelease(store: Store, expect: number | undefined): Promise<Release | undefined> {
  const live = await store.latestRelease();
  if (expect !== undefined && expect !== (live?.number ?? 0)) throw await conflictSince(store, expect);
  return live;
}
