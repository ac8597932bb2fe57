import * as v from 'valibot';

/**
 * Fields that several requests and answers share. Texts have a limit, so that nobody fills a store's documents with one
 * request.
 */
export const reason = v.pipe(v.string(), v.maxLength(2000));
/** For whom the caller acts, as it says itself; the history has it in quotation marks. */
export const actsFor = v.exactOptional(
  v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(500),
    v.check(
      (text) => text.trim() !== '' && !/["\p{Cc}\p{Bidi_Control}]/u.test(text),
      'must be one line, without quotation marks',
    ),
  ),
);
export const releaseNumber = v.pipe(v.number(), v.integer(), v.minValue(0));
/** ISO 8601, UTC. */
export const time = v.pipe(v.string(), v.isoTimestamp());
/** Of an approval; part of an address. */
export const id = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/, 'must be like "approval-7"'));
