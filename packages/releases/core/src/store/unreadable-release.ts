import { getErrorMessage } from '@portal/node-kit/plain-error';
import { ReleaseSchema } from '../format/release.ts';
import * as v from 'valibot';
import { fromBytes, ReleaseSummarySchema } from '../format/documents.ts';
import { StoreError } from './errors.ts';
import { sha256Hex } from '../format/integrity.ts';
import { releaseKey } from '../format/keys.ts';
import type { Store } from './store-interface.ts';

const LaterFormSchema = v.looseObject({ schema: v.pipe(v.number(), v.minValue(2)) });

/**
 * Whether bytes that cannot be read as release `number` are not damaged but written by a newer checkout: in a later
 * form, or with a valid outline and something that this checkout does not know, such as a field of a manifest.
 */
function isNewerFormat(bytes: Uint8Array, number: number): boolean {
  try {
    const document = fromBytes(bytes);
    if (v.is(LaterFormSchema, document)) return true;
    return v.is(ReleaseSummarySchema, document) && document.number === number && !v.is(ReleaseSchema, document);
  } catch {
    return false;
  }
}

const UPDATE =
  'Update this one, and start a running console again. If no version can read the release, it is damaged: restore it from a ' +
  'backup or, if there is none, empty the file, so that it is skipped.';

/**
 * Why release `number` cannot be read: `damaged`, or that a newer checkout wrote the release, which then is not
 * damaged.
 */
export function orNewerFormat(damaged: StoreError, bytes: Uint8Array, number: number): StoreError {
  if (!isNewerFormat(bytes, number)) return damaged;
  const reason = getErrorMessage(damaged.cause);
  return new StoreError('newer', damaged.key, `A newer version of the portal wrote ${reason}.`, UPDATE, {
    cause: damaged,
  });
}

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
