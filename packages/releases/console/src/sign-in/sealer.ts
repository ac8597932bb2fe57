import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import * as v from 'valibot';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Milliseconds since the epoch. */
const ExpirySchema = v.object({ until: v.number() });

/**
 * Keeps in a browser's cookies what the console would else have to remember, encrypted and authenticated with a key of this process: sign-ins
 * under way, and forms whose sign-in has ended. So nobody can fill the console's memory or push out other people's.
 */
export class Sealer {
  readonly #key = randomBytes(32);
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The value of the cookie `name`, for this many milliseconds; it has no meaning under another name. */
  seal(name: string, content: object, lifetime: number): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(name));
    const text = JSON.stringify({ ...content, until: this.#now() + lifetime });
    return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** The content of a cookie; undefined if it has expired, was changed, or is of another process or name. */
  open<const Schema extends v.GenericSchema>(
    name: string,
    value: string | undefined,
    schema: Schema,
  ): { readonly content: v.InferOutput<Schema>; readonly until: number } | undefined {
    if (value === undefined) return undefined;
    const bytes = Buffer.from(value, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
      const sealed: unknown = JSON.parse(text.toString('utf8'));
      const { until } = v.parse(ExpirySchema, sealed);
      return this.#now() > until ? undefined : { content: v.parse(schema, sealed), until };
    } catch {
      // Whatever is wrong with it, this browser has to begin again.
      return undefined;
    }
  }
}
