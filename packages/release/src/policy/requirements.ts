import * as v from 'valibot';

/** What a version of a part needs before visitors get it. Rollbacks need nothing. */
export const RequirementsSchema = v.strictObject({
  /** A check of its pages that found nothing wrong (`npm run release -- check`). */
  check: v.optional(v.boolean(), false),
  /** Everybody had it in staging for so many hours without a break, by a log that one of these keys (C2SP vkeys) signed. */
  staging: v.exactOptional(
    v.strictObject({
      keys: v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.minLength(1)),
      hours: v.pipe(v.number(), v.minValue(0), v.maxValue(24 * 365)),
    }),
  ),
});
export type Requirements = v.InferOutput<typeof RequirementsSchema>;
