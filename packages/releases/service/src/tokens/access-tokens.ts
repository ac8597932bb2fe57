import { randomBytes } from 'node:crypto';
import { parseInput } from '@portal/contract/parse';
import type { Identity } from '@portal/release/access/allows';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { AuthError } from './auth-error.ts';

/** How long an access token lives at most, in seconds. */
const LIFE = 600;
const ALGORITHM = 'HS256';
const TYPE = 'at+jwt';

const text = v.string();
const IdentitySchema = v.object({
  issuer: text,
  subject: text,
  kind: v.picklist(['person', 'pipeline']),
  name: text,
  email: v.exactOptional(text),
  roles: v.array(text),
  claims: v.record(text, text),
}) satisfies v.GenericSchema<unknown, Identity>;

const PayloadSchema = v.object({
  exp: v.number(),
  cnf: v.object({ jkt: v.string() }),
  identity: IdentitySchema,
});

/** Whose access token it is, and until when. */
interface Access {
  readonly identity: Identity;
  /** Thumbprint of the key that every request has to prove. */
  readonly thumbprint: string;
  /** Seconds since the epoch. */
  readonly expires: number;
}

/**
 * The access tokens of this process. Nobody else has to check them, so they are sealed with a secret that never leaves
 * it; after a restart clients get new ones.
 */
export class AccessTokens {
  readonly #secret = randomBytes(32);
  readonly #origin: string;
  readonly #now: () => number;

  /** `now`: milliseconds since the epoch. */
  constructor(origin: string, now: () => number) {
    this.#origin = origin;
    this.#now = now;
  }

  /** A token that ends with the subject token, or after ten minutes. */
  async issue(identity: Identity, thumbprint: string, until: number): Promise<{ token: string; seconds: number }> {
    const now = Math.floor(this.#now() / 1000);
    const expires = Math.min(now + LIFE, Math.max(until, now + 1));
    const token = await new SignJWT({ identity, cnf: { jkt: thumbprint } })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
      .setIssuer(this.#origin)
      .setAudience(this.#origin)
      .setIssuedAt(now)
      .setExpirationTime(expires)
      .sign(this.#secret);
    return { token, seconds: expires - now };
  }

  /** @throws {AuthError} for a token that is not of this process, or has ended. */
  async verify(token: string): Promise<Access> {
    const remedy = 'Get a new one: POST /token.';
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: this.#origin,
        audience: this.#origin,
        currentDate: new Date(this.#now()),
      });
      const { exp, cnf, identity } = parseInput('the access token', PayloadSchema, payload);
      return { identity, thumbprint: cnf.jkt, expires: exp };
    } catch (error) {
      const problem =
        error instanceof errors.JWTExpired
          ? 'The access token has expired.'
          : 'The access token is not one of this service, or from before its restart.';
      throw new AuthError('invalid_token', problem, remedy, error);
    }
  }
}
