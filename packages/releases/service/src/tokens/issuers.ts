import { createHash } from 'node:crypto';
import { parseInput } from '@portal/contract/parse';
import type { Access, AccessIssuer } from '@portal/release/access';
import type { Identity } from '@portal/release/access/allows';
import { createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { AuthError, IssuerAwayError } from './auth-error.ts';

/** Signatures with a key pair; with a shared secret, whoever checks a token could make one. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'PS256', 'RS256', 'EdDSA', 'Ed25519'];
const TIMEOUT_MS = 5000;
/** How long keys are used before they are read again. In milliseconds. */
const KEYS_KEPT_MS = 10 * 60_000;
/** An unknown key makes the service read the keys again, but not more often. In milliseconds. */
const KEYS_PAUSE_MS = 10_000;
/** A token that lives longer is a secret that lives long. In seconds. */
const LONGEST_LIFE = 24 * 60 * 60;
/** Clocks differ. In seconds. */
const TOLERANCE = 5;

const MetadataSchema = v.object({ issuer: v.string(), jwks_uri: v.pipe(v.string(), v.url()) });

/** A verified token of an issuer. */
interface SubjectToken {
  readonly identity: Identity;
  /** Seconds since the epoch. */
  readonly expires: number;
  /** Of what the issuer has signed: the same for each copy of the token. */
  readonly hash: string;
}

interface IssuersOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly keysPauseMs?: number | undefined;
}

async function discover(issuer: string): Promise<URL> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`its discovery answers ${String(response.status)}`);
  const metadata = parseInput('its discovery', MetadataSchema, await response.json());
  if (metadata.issuer !== issuer) throw new Error('its discovery names another issuer');
  const keys = new URL(metadata.jwks_uri);
  if (keys.protocol !== 'https:' && keys.origin !== new URL(issuer).origin)
    throw new Error('its keys are not at an address with https');
  return keys;
}

/** Whether an error of `jose` says that an issuer has no such key, rather than that it could not be asked. */
const isUnknownKey = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;

const CLAIM_PROBLEMS: Readonly<Record<string, string>> = {
  aud: 'The token is for another audience.',
  nbf: 'The token is not valid yet.',
  iat: 'The token says nothing usable about when it was issued.',
  exp: 'The token says nothing about when it ends.',
  sub: 'The token names nobody.',
};

/** What is wrong with a token, in one sentence that contains nothing of it. */
function toProblem(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired.';
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIM_PROBLEMS[error.claim] ?? `The token has another "${error.claim}" than it must have.`;
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The token has no signature that counts.';
  if (isUnknownKey(error)) return 'The token was signed with a key that its issuer does not have.';
  return 'The token is damaged, or its signature is wrong.';
}

const REMEDY = 'Get a new token from the issuer. docs/release-service.md says which ones the service accepts.';
const refused = (problem: string, cause?: unknown) => new AuthError('invalid_token', problem, REMEDY, cause);

const findText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const RolesSchema = v.fallback(v.array(v.string()), []);

/** The log has no longer texts of an identity. */
const LONGEST_TEXT = 500;

/** @throws {AuthError} if the token lacks the name of its identity, or its texts are too long for the log. */
function toIdentity(issuer: AccessIssuer, payload: JWTPayload): Identity {
  const email = payload['email_verified'] === true ? findText(payload['email']) : undefined;
  const name = issuer.name === 'email' ? email : findText(payload[issuer.name]);
  const subject = findText(payload.sub);
  if (subject === undefined) throw refused('The claim "sub" of the token is no text.');
  if (name === undefined) {
    const what = issuer.name === 'email' ? 'a verified e-mail address' : `the claim "${issuer.name}"`;
    throw refused(`The token lacks ${what}, by which the history would name its owner.`);
  }
  const long = Object.entries({ sub: subject, [issuer.name]: name }).find(([, value]) => value.length > LONGEST_TEXT);
  if (long) throw refused(`The claim "${long[0]}" of the token has more than ${String(LONGEST_TEXT)} characters.`);
  const claims = Object.entries(payload).flatMap(([claim, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value) ? [[claim, String(value)] as const] : [],
  );
  return {
    issuer: issuer.issuer,
    subject,
    kind: issuer.kind,
    name,
    email,
    roles: v.parse(RolesSchema, payload['roles']),
    claims: Object.fromEntries(claims),
  };
}

/** Checks the tokens of the issuers that the access rules name, with keys that it finds by discovery. */
export class Issuers {
  readonly #options: IssuersOptions;
  /** Issuer -> its keys. */
  readonly #keys = new Map<string, Promise<JWTVerifyGetKey>>();

  constructor(options: IssuersOptions) {
    this.#options = options;
  }

  /** @throws {AuthError} for a token that does not count; {IssuerAwayError} */
  async verify(token: string, { issuers }: Access): Promise<SubjectToken> {
    const issuer = issuers.find((each) => each.issuer === issuerIn(token));
    if (!issuer) throw refused('The token is of an issuer that the access rules do not name.');
    const payload = await this.#payload(token, issuer);
    const { exp = 0, iat = 0, aud } = payload;
    if (exp - iat > LONGEST_LIFE) throw refused('The token lives longer than a day.');
    if (Array.isArray(aud) && aud.length > 1) throw refused('The token is for several audiences at once.');
    const signed = token.slice(0, token.lastIndexOf('.'));
    const hash = createHash('sha256').update(signed).digest('base64url');
    return { identity: toIdentity(issuer, payload), expires: exp, hash };
  }

  async #payload(token: string, { issuer, audiences }: AccessIssuer): Promise<JWTPayload> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, await this.#readKeys(issuer), {
        algorithms: ALGORITHMS,
        issuer,
        audience: [...audiences],
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: TOLERANCE,
        currentDate: new Date(this.#options.now()),
        maxTokenAge: LONGEST_LIFE,
      });
      // An access token of the same issuer is for the API that it names, whatever its audience says.
      if (protectedHeader.typ !== undefined && protectedHeader.typ.toUpperCase() !== 'JWT')
        throw refused('The token is of another type than an ID token.');
      return payload;
    } catch (error) {
      if (error instanceof AuthError || error instanceof IssuerAwayError) throw error;
      throw refused(toProblem(error), error);
    }
  }

  /** The keys of an issuer; its discovery is repeated after it has failed. @throws {IssuerAwayError} */
  async #readKeys(issuer: string): Promise<JWTVerifyGetKey> {
    const keys = this.#keys.get(issuer) ?? this.#discover(issuer);
    this.#keys.set(issuer, keys);
    try {
      return await keys;
    } catch (error) {
      this.#keys.delete(issuer);
      throw new IssuerAwayError(issuer, error);
    }
  }

  async #discover(issuer: string): Promise<JWTVerifyGetKey> {
    const keys = createRemoteJWKSet(await discover(issuer), {
      timeoutDuration: TIMEOUT_MS,
      cacheMaxAge: KEYS_KEPT_MS,
      cooldownDuration: this.#options.keysPauseMs ?? KEYS_PAUSE_MS,
    });
    return async (header, token) => {
      try {
        return await keys(header, token);
      } catch (error) {
        throw isUnknownKey(error) ? error : new IssuerAwayError(issuer, error);
      }
    };
  }
}

/** The issuer that an unverified token names. @throws {AuthError} if it is no token. */
function issuerIn(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch (error) {
    throw refused('The subject token is not a signed token (JWT).', error);
  }
}
