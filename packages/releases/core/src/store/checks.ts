import { version } from '@portal/contract/artifact';
import * as v from 'valibot';
import { StoreError } from './errors.ts';
import { recordKey } from '../format/keys.ts';
import type { Store } from './store.ts';
import { createRecord, readRecords } from './version-records.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const versions = v.record(v.string(), version);

/** What was wrong with a page: in which of the views, for whom, and what was seen, a sentence each. */
const FaultSchema = v.strictObject({
  view: count,
  person: v.string(),
  seen: v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.minLength(1), v.maxLength(20)),
});

export const CheckSchema = v.strictObject({
  schema: v.literal(1),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.pipe(v.string(), v.nonEmpty()),
  /** The versions that were checked, by part; several if they go live together. */
  versions,
  /** Number of the release on top of which they were opened; 0 if nothing was live. */
  release: count,
  /** Which versions visitors got while the pages were open: without canaries first, then with the running ones. */
  views: v.pipe(
    v.array(v.strictObject({ shell: version, remotes: versions, canaries: v.array(v.string()) })),
    v.minLength(1),
  ),
  /** The pages, how often each was opened, and what was wrong. */
  pages: v.array(v.strictObject({ part: v.string(), path: v.string(), opened: count, faults: v.array(FaultSchema) })),
  /** Declared pages that could not be opened, and why. */
  notOpened: v.array(v.strictObject({ part: v.string(), path: v.string(), why: v.string() })),
});
/** The record of a check: who opened which pages of which versions, and what was seen. */
export type Check = v.InferOutput<typeof CheckSchema>;

/** Whether pages were opened and nothing was wrong. */
export const hasPassed = ({ pages }: Pick<Check, 'pages'>): boolean =>
  pages.length > 0 && pages.every(({ faults }) => faults.length === 0);

/** One check of a version. @throws {StoreError} when it is missing or damaged. */
export async function readCheck(store: Store, name: string, ofVersion: string, number: number): Promise<Check> {
  const key = recordKey('checks', name, ofVersion, number);
  const remedy = `It counts for nothing. Check again: npm run release -- check ${name}@${ofVersion}`;
  const check = await store.readDocument(key, CheckSchema, remedy);
  if (!check) throw new StoreError('missing', key, `${store.place}/${key} does not exist.`, remedy);
  if (check.versions[name] === ofVersion) return check;
  throw new StoreError('damaged', key, `${store.place}/${key} is no check of ${name} ${ofVersion}.`, remedy);
}

export const readChecks = (store: Store, name: string, ofVersion: string): Promise<readonly Check[]> =>
  readRecords(store, 'checks', name, ofVersion, readCheck);

/** Records a check under the next number of a version. */
export function createCheck(store: Store, name: string, ofVersion: string, check: Check): Promise<void> {
  return createRecord(store, 'checks', name, ofVersion, check);
}
