import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { SignInSecrets } from './identity.ts';

/** A sign-in under way. */
export interface PendingSignIn extends SignInSecrets {
  /** Path of the console to open after the sign-in. */
  readonly to: string;
}

const SealedSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  codeVerifier: v.string(),
  to: v.string(),
  /** Milliseconds since the epoch. */
  until: v.number(),
});

/** How long a sign-in may take, in milliseconds. */
export const PENDING_LIMIT_MS = 10 * 60_000;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps sign-ins under way in their browsers' cookies, encrypted and authenticated with a key of this process. Nothing is kept here, so
 * no number of abandoned sign-ins cancels another one. Each can be completed once, because the provider accepts its code once.
 */
export class SignInSealer {
  readonly #key = randomBytes(32);
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The value of the cookie `name`; it has no meaning under another name. */
  seal(name: string, pending: PendingSignIn): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(name));
    const text = JSON.stringify({ ...pending, until: this.#now() + PENDING_LIMIT_MS });
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** The sign-in in a cookie; undefined if it has expired, was changed, or is of another process or name. */
  open(name: string, value: string | undefined): (PendingSignIn & { readonly until: number }) | undefined {
    if (value === undefined) return undefined;
    const bytes = Buffer.from(value, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      const sealed = v.parse(SealedSchema, JSON.parse(text.toString('utf8')));
      return this.#now() > sealed.until ? undefined : sealed;
    } catch {
      // Whatever is wrong with it, this browser has to begin again.
      return undefined;
    }
  }
}
