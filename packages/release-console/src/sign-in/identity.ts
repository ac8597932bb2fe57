import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Configuration } from 'openid-client';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

const ROLE = 'release-manager';
/** How long an answer of the identity provider may take, in seconds. */
const PATIENCE_SECONDS = 10;

const ClaimsSchema = v.object({
  email: v.pipe(v.string(), v.nonEmpty()),
  email_verified: v.optional(v.boolean(), false),
  roles: v.optional(v.array(v.string()), []),
});

/** What one sign-in has to remember until its browser is back. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Whom the identity provider let in. */
export interface Identified {
  readonly email: string;
  /** Whether the provider vouches for the address, by which releases are signed. */
  readonly isVerified: boolean;
  readonly isReleaseManager: boolean;
  readonly idToken: string;
}

/** The identity provider does not answer, or not as it should. */
export class IdentityError extends Error {}

/** The console as a client of the identity provider. Every function may throw an {IdentityError}. */
export interface Identity {
  /** Where to send a browser to sign in. `again` shows the login form even to whoever is signed in there. */
  begin(again: boolean): Promise<{ readonly address: URL; readonly checks: Checks }>;
  /** Who came back to `callback`. */
  finish(callback: URL, checks: Checks): Promise<Identified>;
  /** Where to send a browser to sign out there, too. */
  signOutAddress(idToken: string): Promise<URL>;
}

export interface IdentityOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Origin of the console. */
  readonly origin: string;
}

async function discover({ issuer, clientId }: IdentityOptions): Promise<Configuration> {
  const url = new URL(`${issuer}/.well-known/openid-configuration`);
  // Without TLS only to a provider that was configured so: the development backend, on loopback.
  // oxlint-disable-next-line typescript/no-deprecated -- the function is marked so that it stands out, it is not going away
  const withoutTls = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  const execute = [enableNonRepudiationChecks, ...withoutTls];
  return await discovery(url, clientId, undefined, None(), { timeout: PATIENCE_SECONDS, execute });
}

/** Speaks with the provider at `issuer`; it is looked up at the first sign-in, and again when that failed. */
export function createIdentity(options: IdentityOptions): Identity {
  const redirectUri = `${options.origin}/signed-in`;
  let found: Promise<Configuration> | undefined;

  const attempt = async <Result>(work: (config: Configuration) => Promise<Result>): Promise<Result> => {
    found ??= discover(options);
    try {
      return await work(await found);
    } catch (cause) {
      await found.catch(() => {
        found = undefined;
      });
      throw new IdentityError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  };

  return {
    begin: (again) =>
      attempt(async (config) => {
        const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
        const address = buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
          ...(again ? { prompt: 'login' } : {}),
        });
        return { address, checks };
      }),
    finish: (callback, { state, nonce, codeVerifier }) =>
      attempt(async (config) => {
        const tokens = await authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = parseInput('the ID token', ClaimsSchema, tokens.claims());
        const { email, email_verified: isVerified, roles } = claims;
        return { email, isVerified, isReleaseManager: roles.includes(ROLE), idToken: tokens.id_token ?? '' };
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
