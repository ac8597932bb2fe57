import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { fromBytes } from '../store/documents.ts';
import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';

/** What a version of a part needs before visitors get it. Rollbacks need nothing. */
export const RequirementsSchema = v.strictObject({
  /** A check of its pages that found nothing wrong (`npm run release -- check`). */
  check: v.optional(v.boolean(), false),
  /** Everybody had it in staging for so many hours without a break, by a log that one of these keys (C2SP vkeys) signed. */
  staging: v.exactOptional(
    v.strictObject({
      keys: v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.minLength(1)),
      hours: v.pipe(v.number(), v.minValue(0)),
    }),
  ),
});
export type Requirements = v.InferOutput<typeof RequirementsSchema>;

const NONE: Requirements = { check: false };

const CONFIGURATION = 'configuration/';
const ConfigurationSchema = v.looseObject({
  access: v.looseObject({ requires: v.optional(v.record(v.string(), RequirementsSchema), {}) }),
});

/** What the store's newest configuration requires of a part: what it says of the part, else of "*". @throws {StoreError} when it is damaged. */
export async function requirementsFor(store: Store, name: string): Promise<Requirements> {
  const keys = await store.driver.list(CONFIGURATION);
  const newest = keys
    .filter((key) => /^configuration\/\d{6,}\.json$/.test(key))
    .toSorted()
    .at(-1);
  const bytes = newest === undefined ? undefined : await store.driver.get(newest);
  if (newest === undefined || bytes === undefined) return NONE;
  try {
    const { requires } = parseInput(newest, ConfigurationSchema, fromBytes(bytes)).access;
    return requires[name] ?? requires['*'] ?? NONE;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError('damaged', newest, `${store.place}/${newest} is damaged (${reason}).`, 'Restore it.', error);
  }
}
