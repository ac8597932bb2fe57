import * as v from 'valibot';

/** A sign-in under way, in its browser's cookie. It can be completed once, because the provider accepts its code once. */
export const PendingSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  codeVerifier: v.string(),
  /** Path of the console to open after the sign-in. */
  to: v.string(),
});
export type PendingSignIn = v.InferOutput<typeof PendingSchema>;

/** How long a sign-in may take, in milliseconds. */
export const PENDING_LIMIT_MS = 10 * 60_000;
