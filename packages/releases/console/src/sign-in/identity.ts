import { getErrorMessage } from '@portal/node-kit/plain-error';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
} from 'openid-client';
import type { Configuration } from 'openid-client';
import { parseInput } from '@portal/contract/parse';
import { discoverProvider } from '@portal/release/service-client/login';
import * as v from 'valibot';

const ROLE = 'release-manager';

const ClaimsSchema = v.object({
  exp: v.number(),
  sub: v.pipe(v.string(), v.nonEmpty()),
  email: v.pipe(v.string(), v.nonEmpty()),
  email_verified: v.optional(v.boolean(), false),
  roles: v.optional(v.array(v.string()), []),
});

/** Secrets of one sign-in, kept until the browser returns. */
interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The person whom the identity provider signed in. */
export interface SignInResult {
  /** The person's id at the provider. */
  readonly subject: string;
  readonly email: string;
  /** Whether the provider has verified the address. Releases are signed with it. */
  readonly isVerified: boolean;
  readonly isReleaseManager: boolean;
  readonly idToken: string;
  /** When the ID token ends, in milliseconds since the epoch. */
  readonly until: number;
}

/** The identity provider does not answer, or answers with an error. */
export class IdentityError extends Error {}

/** The provider does not accept the code of a sign-in: it was used before, or is too old. */
export class SpentCodeError extends Error {}

/** The answer that a browser brought is not one of the provider. Anybody can open such an address. */
export class ForeignAnswerError extends Error {}

/** What a browser brings from the provider (RFC 6749, section 4.1.2, and RFC 9207). */
interface SignInAnswer {
  readonly code: string;
  /** The provider that it says it comes from. */
  readonly iss: string | undefined;
}

/** The console as a client of the identity provider. Every function throws {IdentityError}. */
export interface Identity {
  /** Address of the provider's sign-in. `again` shows its login form even if the browser is signed in there. */
  start(again: boolean): Promise<{ readonly address: URL; readonly secrets: SignInSecrets }>;
  /** Completes a sign-in that returned with `answer`. @throws {SpentCodeError}; {ForeignAnswerError} */
  finish(answer: SignInAnswer, secrets: SignInSecrets): Promise<SignInResult>;
  /** Address of the provider's sign-out. */
  signOutAddress(idToken: string): Promise<URL>;
}

interface IdentityOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Origin of the console. */
  readonly origin: string;
}

/** What the client library would count as a failure of the provider. */
function refuseForeign(config: Configuration, { iss }: SignInAnswer): void {
  const { issuer, authorization_response_iss_parameter_supported: isNamed = false } = config.serverMetadata();
  if (iss === undefined ? isNamed : iss !== issuer)
    throw new ForeignAnswerError('another provider than the configured one');
}

/** Discovers the provider at the first sign-in, and again after a failed discovery. */
export function createIdentity(options: IdentityOptions): Identity {
  const redirectUri = `${options.origin}/signed-in`;
  let configuration: Promise<Configuration> | undefined;

  const attempt = async <Result>(work: (config: Configuration) => Promise<Result>): Promise<Result> => {
    configuration ??= discoverProvider(options);
    try {
      return await work(await configuration);
    } catch (cause) {
      await configuration.catch(() => {
        configuration = undefined;
      });
      if (cause instanceof ForeignAnswerError) throw cause;
      if (cause instanceof ResponseBodyError && cause.error === 'invalid_grant')
        throw new SpentCodeError(cause.message, { cause });
      throw new IdentityError(getErrorMessage(cause), { cause });
    }
  };

  return {
    start: (again) =>
      attempt(async (config) => {
        const secrets = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
        const address = buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid',
          state: secrets.state,
          nonce: secrets.nonce,
          code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: 'S256',
          ...(again ? { prompt: 'login' } : {}),
        });
        return { address, secrets };
      }),
    finish: (answer, { state, nonce, codeVerifier }) =>
      attempt(async (config) => {
        refuseForeign(config, answer);
        const { code, iss } = answer;
        const parameters = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) });
        const callback = new URL(`${redirectUri}?${parameters.toString()}`);
        const tokens = await authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = parseInput('the ID token', ClaimsSchema, tokens.claims());
        const { sub: subject, email, email_verified: isVerified, roles, exp } = claims;
        const [isReleaseManager, idToken] = [roles.includes(ROLE), tokens.id_token ?? ''];
        return { subject, email, isVerified, isReleaseManager, idToken, until: exp * 1000 };
      }),
    signOutAddress: (idToken) =>
      attempt((config) =>
        Promise.resolve(
          buildEndSessionUrl(config, {
            id_token_hint: idToken,
            post_logout_redirect_uri: `${options.origin}/signed-out`,
          }),
        ),
      ),
  };
}
