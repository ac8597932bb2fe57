import { MOST_TRIES, takenEachTime } from '../format/driver.ts';
import type { RecordKind, SettingsKind } from '../format/keys.ts';
import { classifyKey, recordKey, recordsPrefix, parseSettingsKey } from '../format/keys.ts';
import { StoreError } from './errors.ts';
import type { Store } from './store.ts';

/** Numbers of a version's records, ascending. */
async function recordNumbers(
  store: Store,
  record: RecordKind,
  name: string,
  version: string,
): Promise<readonly number[]> {
  const keys = await store.documentKeys(recordsPrefix(record, name, version));
  return keys
    .map(classifyKey)
    .flatMap((kind) => (kind.is === record ? [kind.number] : []))
    .sort((a, b) => a - b);
}

/** Creates a record of a version under its next number. */
export async function createRecord(
  store: Store,
  record: RecordKind,
  name: string,
  version: string,
  document: object,
): Promise<void> {
  let number = (await recordNumbers(store, record, name, version)).at(-1) ?? 0;
  for (let tried = 1; tried <= MOST_TRIES.object; tried += 1) {
    number += 1;
    if ((await store.createDocument(recordKey(record, name, version, number), document)) === 'created') return;
  }
  throw takenEachTime(store.driver, recordKey(record, name, version, number));
}

/** The records of a version, the newest first. Damaged ones count for nothing, and are left out. */
export async function readRecords<Document>(
  store: Store,
  record: RecordKind,
  name: string,
  version: string,
  read: (store: Store, name: string, version: string, number: number) => Promise<Document>,
): Promise<readonly Document[]> {
  const documents: Document[] = [];
  for (const number of (await recordNumbers(store, record, name, version)).toReversed()) {
    try {
      documents.push(await read(store, name, version, number));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }
  return documents;
}

/** Numbers of all settings of a kind, ascending: the last one counts. */
export async function settingsNumbers(store: Store, kind: SettingsKind): Promise<readonly number[]> {
  const keys = await store.documentKeys(`${kind}/`);
  return keys.flatMap((key) => parseSettingsKey(key)?.number ?? []).sort((a, b) => a - b);
}
