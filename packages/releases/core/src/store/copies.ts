import * as v from 'valibot';
import { StagingProofSchema } from '../format/staging-proof.ts';
import { StoreError } from './errors.ts';
import { recordKey } from '../format/keys.ts';
import type { Store } from './store.ts';
import { createRecord, readRecords } from './version-records.ts';

export const CopySchema = v.strictObject({
  schema: v.literal(1),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.pipe(v.string(), v.nonEmpty()),
  /** What the version was in the store that it was copied from. */
  proof: StagingProofSchema,
});
/** The record of a copy: who copied a version from another store, when, and what its log shows. */
export type Copy = v.InferOutput<typeof CopySchema>;

/** One record of a copy. @throws {StoreError} when it is missing or damaged. */
export async function readCopy(store: Store, name: string, version: string, number: number): Promise<Copy> {
  const key = recordKey('copies', name, version, number);
  const remedy = 'It counts for nothing. Copy the version again.';
  const copy = await store.readDocument(key, CopySchema, remedy);
  if (copy) return copy;
  throw new StoreError('missing', key, `${store.place}/${key} does not exist.`, remedy);
}

export const readCopies = (store: Store, name: string, version: string): Promise<readonly Copy[]> =>
  readRecords(store, 'copies', name, version, readCopy);

export function createCopy(store: Store, name: string, version: string, copy: Copy): Promise<void> {
  return createRecord(store, 'copies', name, version, copy);
}
