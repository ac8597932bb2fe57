import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { html } from '@portal/node-kit/html';
import { listen } from '@portal/node-kit/listen';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
} from 'openid-client';
import type {
  Configuration,
  DeviceAuthorizationResponse,
  TokenEndpointResponse,
  TokenEndpointResponseHelpers,
} from 'openid-client';
import * as v from 'valibot';
import { ServiceError } from '../service-api/service-error.ts';
import type { SignIn } from '../service-api/token.ts';
import { notSignedIn } from './not-signed-in.ts';
import type { Person } from './session-file.ts';

const PROVIDER_TIMEOUT_SECONDS = 10;
/** How long a person may take at the identity provider. */
const PERSON_LIMIT_MS = 5 * 60_000;
const CALLBACK_PATH = '/signed-in';

const ClaimsSchema = v.object({ sub: v.string(), email: v.optional(v.string()), exp: v.number() });

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

interface LoginOptions {
  /** Where people sign in, as the service says. */
  readonly provider: SignIn;
  /** The service, for messages. */
  readonly service: string;
  /** Tells the person where to sign in. */
  readonly show: (text: string) => void;
}

function unusable(issuer: string, error: unknown): ServiceError {
  const reason = getErrorMessage(error);
  return new ServiceError(
    `The identity provider at ${issuer} cannot be used (${reason}). Check the network, and the issuer in the access rules.`,
    { cause: error },
  );
}

/** This program as a client of an identity provider. Rejects with what the client library says. */
export async function discoverProvider({ issuer, clientId }: SignIn): Promise<Configuration> {
  const url = new URL(`${issuer}/.well-known/openid-configuration`);
  // Only for an issuer configured with http: the development backend, on loopback.
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to warn its users; it will not be removed
  const withoutTls = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  const execute = [enableNonRepudiationChecks, ...withoutTls];
  return await discovery(url, clientId, undefined, None(), { timeout: PROVIDER_TIMEOUT_SECONDS, execute });
}

async function discover(provider: SignIn): Promise<Configuration> {
  return await discoverProvider(provider).catch((error: unknown) => {
    throw unusable(provider.issuer, error);
  });
}

const page = (text: string): string =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>Release command</title>
      <h1>Release command</h1>
      <p>${text}</p>
    </html>`.text;

/** Waits for the browser to come back to this machine, and answers it. */
async function awaitReturn(
  state: string,
): Promise<{ readonly origin: string; readonly back: Promise<URL>; readonly close: () => Promise<void> }> {
  const { promise: back, resolve } = Promise.withResolvers<URL>();
  const listening = await listen(
    (request, response) => {
      const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
      const isReturn = url?.pathname === CALLBACK_PATH && url.searchParams.get('state') === state;
      response.writeHead(isReturn ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      });
      response.end(
        page(
          isReturn
            ? 'Go back to the terminal: the command goes on. You can close this page.'
            : 'There is nothing here.',
        ),
      );
      if (isReturn) resolve(url);
    },
    { port: 0, host: '127.0.0.1', variable: 'PORT' },
  );
  return { origin: `http://127.0.0.1:${String(listening.port)}`, back, close: () => listening.close() };
}

/**
 * Signs in by the browser of this machine: authorization code with PKCE (RFC 7636), back to a loopback address (RFC
 * 8252).
 */
async function signInHere(
  configuration: Configuration,
  scope: string,
  { show }: LoginOptions,
): Promise<Tokens | undefined> {
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const browser = await awaitReturn(state);
  const timer = new AbortController();
  try {
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: `${browser.origin}${CALLBACK_PATH}`,
      scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const { port } = new URL(browser.origin);
    show(
      `Open this address in a browser on this machine:\n  ${address.href}\n` +
        `Over ssh, first forward the port, from the machine with the browser: ssh -N -L ${port}:127.0.0.1:${port} ${hostname()}`,
    );
    const back = await Promise.race([browser.back, pause(PERSON_LIMIT_MS, undefined, { signal: timer.signal })]);
    if (!back) return undefined;
    const callback = new URL(`${back.pathname}${back.search}`, browser.origin);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    return await authorizationCodeGrant(configuration, callback, checks);
  } finally {
    timer.abort();
    await browser.close();
  }
}

/** Begins a sign-in on any device (RFC 8628); undefined where the provider has none for this client. */
async function beginOnDevice(
  configuration: Configuration,
  scope: string,
): Promise<DeviceAuthorizationResponse | undefined> {
  if (configuration.serverMetadata().device_authorization_endpoint === undefined) return undefined;
  try {
    return await initiateDeviceAuthorization(configuration, { scope });
  } catch (error) {
    if (error instanceof ResponseBodyError && error.error === 'unauthorized_client') return undefined;
    throw unusable(configuration.serverMetadata().issuer, error);
  }
}

async function signInOnDevice(
  configuration: Configuration,
  begun: DeviceAuthorizationResponse,
  { show }: LoginOptions,
): Promise<Tokens | undefined> {
  const address = begun.verification_uri_complete ?? begun.verification_uri;
  show(
    `Open this address in a browser, on any machine:\n  ${address}\nIt has to show this code, or asks for it: ${begun.user_code}`,
  );
  const signal = AbortSignal.timeout(Math.min(PERSON_LIMIT_MS, begun.expires_in * 1000));
  try {
    return await pollDeviceAuthorizationGrant(configuration, begun, {}, { signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Who the tokens say was signed in. @throws {Error} without an ID token */
function personIn(tokens: Tokens, provider: SignIn, formerRefreshToken?: string): Person {
  if (tokens.id_token === undefined) throw new Error('it gave no ID token');
  const { email, sub, exp } = v.parse(ClaimsSchema, tokens.claims());
  const refreshToken = tokens.refresh_token ?? formerRefreshToken;
  return {
    name: email ?? sub,
    idToken: tokens.id_token,
    until: exp * 1000,
    ...(refreshToken !== undefined && { renewal: { ...provider, refreshToken } }),
  };
}

/** Signs a person in: on any device where the identity provider can, else in the browser of this machine. */
export async function logIn(options: LoginOptions): Promise<Person> {
  const { provider, service } = options;
  const configuration = await discover(provider);
  const scopes = configuration.serverMetadata().scopes_supported ?? [];
  const scope = scopes.includes('offline_access') ? 'openid offline_access' : 'openid';
  const begun = await beginOnDevice(configuration, scope);
  try {
    const tokens = await (begun
      ? signInOnDevice(configuration, begun, options)
      : signInHere(configuration, scope, options));
    if (tokens) return personIn(tokens, provider);
  } catch (error) {
    const reason = getErrorMessage(error);
    throw notSignedIn(service, `The identity provider signed nobody in (${reason}).`, 'Repeat the command.', error);
  }
  throw notSignedIn(service, 'Nobody signed in in time.', 'Repeat the command.');
}

/** A sign-in that goes on by its refresh token; undefined if the provider ends it. */
export async function renewSignIn({
  refreshToken,
  ...provider
}: NonNullable<Person['renewal']>): Promise<Person | undefined> {
  const configuration = await discover(provider);
  try {
    const tokens = await refreshTokenGrant(configuration, refreshToken);
    return tokens.id_token === undefined ? undefined : personIn(tokens, provider, refreshToken);
  } catch (error) {
    if (error instanceof ResponseBodyError) return undefined;
    throw unusable(provider.issuer, error);
  }
}
