import * as v from 'valibot';

/* The parts of the wire that both session and API client read; all other requests and answers are in `@portal/api/wire`. */

/** One entry of an envelope's `errors`; `detail` is what the error is about, such as a version. */
const ErrorEntrySchema = v.object({
  code: v.optional(v.number()),
  error: v.optional(v.string()),
  detail: v.optional(v.string()),
});

/** The fields that every envelope has besides `data`. */
export const ENVELOPE_ENTRIES = { code: v.optional(v.number()), errors: v.optional(v.array(ErrorEntrySchema)) };

/** An answer of `account/*` or `hubs*`, or a refusal; its `data` is not read. */
export const EnvelopeSchema = v.object({ ...ENVELOPE_ENTRIES, data: v.optional(v.unknown()) });

/** Body of `POST user/getTokens`. */
export const TokensRequestSchema = v.object({ refreshToken: v.pipe(v.string(), v.nonEmpty()) });
/** Answer of `POST user/getTokens`, without an envelope. */
export const TokensResponseSchema = v.object({
  access_token: v.pipe(v.string(), v.nonEmpty()),
  refresh_token: v.pipe(v.string(), v.nonEmpty()),
  id_token: v.pipe(v.string(), v.nonEmpty()),
});
