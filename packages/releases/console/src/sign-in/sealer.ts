import { randomBytes } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import * as v from 'valibot';

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;
const ALGORITHMS = { keyManagementAlgorithms: [HEADER.alg], contentEncryptionAlgorithms: [HEADER.enc] };

/**
 * Keeps in a browser's cookies what the console would else have to remember, as encrypted tokens (JWE) with a key of
 * this process: sign-ins under way, and forms whose sign-in has ended. So nobody can fill the console's memory or push
 * out other people's.
 */
export class Sealer {
  readonly #key = randomBytes(32);
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The value of the cookie `name`, for this many milliseconds; it has no meaning under another name. */
  async seal(name: string, content: object, lifetime: number): Promise<string> {
    const token = new EncryptJWT({ content }).setProtectedHeader(HEADER).setAudience(name);
    return await token.setExpirationTime(new Date(this.#now() + lifetime)).encrypt(this.#key);
  }

  /**
   * The content of a cookie; undefined if it has expired, was changed, or is of another process or name. `until`:
   * seconds since the epoch.
   */
  async open<const Schema extends v.GenericSchema>(
    name: string,
    value: string | undefined,
    schema: Schema,
  ): Promise<{ readonly content: v.InferOutput<Schema>; readonly until: number } | undefined> {
    if (value === undefined) return undefined;
    try {
      const checks = { ...ALGORITHMS, audience: name, requiredClaims: ['exp'], currentDate: new Date(this.#now()) };
      const { payload } = await jwtDecrypt(value, this.#key, checks);
      return { content: v.parse(schema, payload['content']), until: payload.exp ?? 0 };
    } catch {
      // Whatever is wrong with it, this browser has to begin again.
      return undefined;
    }
  }
}
