import { sha256Hex } from '../format/integrity.ts';
import { releaseKey } from '../format/keys.ts';
import { StoreError } from './errors.ts';
import type { Store } from './store-interface.ts';

/** The next release, if this one was damaged already when it was made: then it has the hash of the damaged bytes. */
async function findSkipping(store: Store, number: number): Promise<number | undefined> {
  const next = (await store.loggedReleases()).find((each) => each > number);
  if (next === undefined) return undefined;
  try {
    const { previous } = await store.readRelease(next);
    const bytes = await store.driver.get(releaseKey(number));
    return bytes && sha256Hex(bytes) === previous ? next : undefined;
  } catch (error) {
    if (error instanceof StoreError) return error.skippedBy;
    throw error;
  }
}

/** Why a release cannot be read; of a damaged one that a later release has skipped, that nothing is to be repaired. */
export async function ifSkipped(store: Store, number: number, error: StoreError): Promise<StoreError> {
  const skippedBy = error.kind === 'damaged' ? await findSkipping(store, number) : undefined;
  if (skippedBy === undefined) return error;
  const remedy = `Release ${String(skippedBy)} was made without it: leave it as it is.`;
  return new StoreError('damaged', error.key, error.problem, remedy, { cause: error, skippedBy });
}
