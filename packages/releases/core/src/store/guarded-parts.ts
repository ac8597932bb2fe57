import * as v from 'valibot';
import { settingsKey } from '../format/keys.ts';
import { StoreError } from './errors.ts';
import { settingsNumbers } from './version-records.ts';
import type { Store } from './store.ts';

const GuardedPartsSchema = v.record(v.string(), v.boolean());
/** Whether a watcher guards promotions of a part, by its name; `*` stands for every other part. Empty: none does. */
export type GuardedParts = v.InferOutput<typeof GuardedPartsSchema>;

const WatchingSchema = v.strictObject({
  schema: v.literal(1),
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  at: v.pipe(v.string(), v.isoTimestamp()),
  guardedParts: GuardedPartsSchema,
});

/** What a watcher recorded when it started or stopped. @throws {StoreError} when it is missing or damaged. */
export async function readWatching(store: Store, number: number): Promise<v.InferOutput<typeof WatchingSchema>> {
  const key = settingsKey('watching', number);
  const remedy =
    'The watcher writes another one at its next look; if none runs, start it. "--urgent" does not wait for it.';
  const watching = await store.readDocument(key, WatchingSchema, remedy);
  if (watching?.number === number) return watching;
  throw new StoreError('damaged', key, `${store.place}/${key} is not record ${String(number)} of a watcher.`, remedy);
}

/**
 * Which parts' promotions a watcher of the store guards. @throws {StoreError} when the newest record is missing or
 * damaged.
 */
export async function readGuardedParts(store: Store): Promise<GuardedParts> {
  const newest = (await settingsNumbers(store, 'watching')).at(-1);
  return newest === undefined ? {} : (await readWatching(store, newest)).guardedParts;
}

/** Records what a watcher guards from now on. Of two watchers that record at once, the first one counts. */
export async function recordGuardedParts(store: Store, guardedParts: GuardedParts): Promise<void> {
  const number = ((await settingsNumbers(store, 'watching')).at(-1) ?? 0) + 1;
  const at = new Date().toISOString();
  await store.createDocument(settingsKey('watching', number), { schema: 1, number, at, guardedParts });
}
