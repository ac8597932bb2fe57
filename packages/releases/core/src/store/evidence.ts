import { version } from '@portal/contract/artifact';
import * as v from 'valibot';
import { StoreError } from './errors.ts';
import { recordKey } from '../format/keys.ts';
import type { Store } from './store.ts';
import { createRecord, readRecords } from './version-records.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const tally = { visits: count, failed: count };

export const EvidenceSchema = v.strictObject({
  schema: v.literal(1),
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Who measured it: the watcher, or a person. */
  by: v.pipe(v.string(), v.nonEmpty()),
  /** Whether everybody got the version, or a share of the visitors. */
  as: v.picklist(['live', 'canary']),
  /** The release since which they got it without a break. */
  release: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** When that release was created. */
  since: v.pipe(v.string(), v.isoTimestamp()),
  /** The visits since then, and how many of them failed. */
  ...tally,
  /**
   * The version that it was compared with: for a canary what the others got at the same time, else the good one before;
   * null without one.
   */
  baseline: v.nullable(v.strictObject({ version, ...tally })),
  /**
   * - `good`: everybody had it for long enough, and it hardly failed.
   * - `no-worse`: its canary failed hardly more often than the baseline.
   * - `worse`: it failed, or was slow, clearly more often.
   * - `inconclusive`: none of these.
   */
  verdict: v.picklist(['good', 'no-worse', 'worse', 'inconclusive']),
});
/** How the visits of a version went while visitors got it, from one release on. */
export type Evidence = v.InferOutput<typeof EvidenceSchema>;

/** One record. @throws {StoreError} when it is missing or damaged. */
export async function readOneEvidence(store: Store, name: string, of: string, number: number): Promise<Evidence> {
  const key = recordKey('evidence', name, of, number);
  const remedy = 'Restore it from a backup, or remove it: it then counts for nothing.';
  const evidence = await store.readDocument(key, EvidenceSchema, remedy);
  if (evidence) return evidence;
  throw new StoreError('missing', key, `${store.place}/${key} does not exist.`, remedy);
}

/**
 * The evidence of a version, the oldest first. Damaged records count for nothing, and are left out; `verify` reports
 * them.
 */
export async function readEvidence(store: Store, name: string, of: string): Promise<readonly Evidence[]> {
  return (await readRecords(store, 'evidence', name, of, readOneEvidence)).toReversed();
}

export function createEvidence(store: Store, name: string, of: string, evidence: Evidence): Promise<void> {
  return createRecord(store, 'evidence', name, of, evidence);
}
