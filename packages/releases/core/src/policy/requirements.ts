import * as v from 'valibot';
import { readVerifier } from '../release-log/signed-note.ts';

function isKey(text: string): boolean {
  try {
    readVerifier(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * What a version of a part needs before visitors, or everybody, get it. A rollback to one that everybody had needs
 * nothing.
 */
export const RequirementsSchema = v.strictObject({
  /** A check of its pages that found nothing wrong (`npm run release -- check`). */
  check: v.optional(v.boolean(), false),
  /** A build without uncommitted changes, or a request with `anyway`. */
  committed: v.optional(v.boolean(), true),
  /**
   * Everybody had it in staging for so many hours without a break, by a log that one of these keys (C2SP vkeys) signed.
   */
  staging: v.exactOptional(
    v.strictObject({
      keys: v.pipe(
        v.array(v.pipe(v.string(), v.nonEmpty(), v.check(isKey, 'must be a public key: NAME+ID+KEY'))),
        v.minLength(1),
      ),
      hours: v.pipe(v.number(), v.minValue(0), v.maxValue(24 * 365)),
    }),
  ),
});
export type Requirements = v.InferOutput<typeof RequirementsSchema>;
