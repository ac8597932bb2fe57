import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  Configuration,
  refreshTokenGrant,
  ResponseBodyError,
} from 'openid-client';
import type { TokenEndpointResponse } from 'openid-client';
import { TokensResponseSchema } from '@portal/api/wire';
import type { Language } from '@portal/contract/language';
import { parseInput } from '@portal/contract/parse';
import { decodeJwt } from 'jose';
import type { InferOutput } from 'valibot';
import type { Keys } from '../keys.ts';
import { CLIENT_ID, SIGN_IN_SCOPE } from '../identity/provider.ts';
import type { Settings } from '../options.ts';

/** The three tokens of a sign-in or a refresh. */
export type TokenSet = InferOutput<typeof TokensResponseSchema>;

/** The identity provider refused a code or a refresh token. */
export class TokensRefusedError extends Error {
  constructor(options: ErrorOptions) {
    super('The identity provider refused to issue tokens.', options);
    this.name = 'TokensRefusedError';
  }
}

/** State of one sign-in, kept until the visitor returns. */
interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** How the provider shows the sign-in. */
interface SignInDisplay {
  /** Shows the login form even to signed-in users. */
  readonly again: boolean;
  readonly language: Language;
}

/** The API as a client of the identity provider. */
interface IdentityClient {
  /** The address to which a visitor is sent to sign in. */
  signInAddress(callback: string, checks: SignInChecks, display: SignInDisplay): Promise<URL>;
  /** Exchanges the code in the callback's address. @throws {TokensRefusedError} */
  redeem(callback: URL, checks: SignInChecks): Promise<TokenSet>;
  /** @throws {TokensRefusedError} */
  refresh(refreshToken: string): Promise<TokenSet>;
}

async function readTokens(request: Promise<TokenEndpointResponse>): Promise<TokenSet> {
  try {
    return parseInput('tokens', TokensResponseSchema, await request);
  } catch (cause) {
    if (cause instanceof ResponseBodyError) throw new TokensRefusedError({ cause });
    throw cause;
  }
}

/** The identity of the person that an ID token was issued to. */
export function findSubject({ id_token }: TokenSet): string | undefined {
  return decodeJwt(id_token).sub;
}

/** Calls the provider over HTTP, as if it ran elsewhere. */
export function createIdentityClient({ issuer }: Settings, keys: Keys): IdentityClient {
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    authorization_response_iss_parameter_supported: true,
  };
  const client = { id_token_signed_response_alg: 'ES256' };
  const config = new Configuration(server, CLIENT_ID, client, ClientSecretBasic(keys.client));
  // The provider answers on loopback only, without TLS.
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to warn its users; it will not be removed
  allowInsecureRequests(config);

  return {
    async signInAddress(callback, { state, nonce, codeVerifier }, { again, language }) {
      return buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: SIGN_IN_SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: language,
        ...(again ? { prompt: 'login' } : {}),
      });
    },
    redeem(callback, { state, nonce, codeVerifier }) {
      return readTokens(
        authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        }),
      );
    },
    refresh(refreshToken) {
      return readTokens(refreshTokenGrant(config, refreshToken));
    },
  };
}
