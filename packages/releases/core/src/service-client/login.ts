import { setTimeout as pause } from 'node:timers/promises';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { html } from '@portal/node-kit/html';
import { listen } from '@portal/node-kit/listen';
import { anyText, httpsAddress, readTable } from '@portal/node-kit/setting-table';
import type { SettingTable } from '@portal/node-kit/setting-table';
import { readPort } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Configuration } from 'openid-client';
import * as v from 'valibot';
import { ServiceError } from '../service-api/service-error.ts';
import { notSignedIn } from './not-signed-in.ts';

const PROVIDER_TIMEOUT_SECONDS = 10;
/** How long a person may take at the identity provider. */
const PERSON_LIMIT_MS = 5 * 60_000;
const CALLBACK_PATH = '/signed-in';

const ClaimsSchema = v.object({ sub: v.string(), email: v.optional(v.string()), exp: v.number() });

/** A person whom the identity provider signed in. */
export interface SignedIn {
  readonly name: string;
  readonly idToken: string;
  /** In milliseconds since the epoch. */
  readonly until: number;
}

export interface LoginOptions {
  readonly environment: Environment;
  /** The service, for messages. */
  readonly service: string;
  /** Tells the person where to sign in. */
  readonly show: (address: string) => void;
  readonly limitMs?: number | undefined;
}

/** Where people sign in. */
export const LOGIN_SETTINGS = {
  IDENTITY_ISSUER: httpsAddress('the identity provider of `login`', 'https://identity.example.com', {
    means: "the development backend's",
    read: (_name, environment) => `http://localhost:${String(readPort(environment, 'BACKEND_PORT'))}/identity`,
  }),
  RELEASE_CLIENT_ID: anyText(
    "the command's client id there: a public client that returns to `http://127.0.0.1/signed-in` at any port",
    'release-command',
  ),
} satisfies SettingTable;

async function discover(environment: Environment): Promise<Configuration> {
  const { IDENTITY_ISSUER: issuer, RELEASE_CLIENT_ID: clientId } = readTable(LOGIN_SETTINGS, environment);
  const url = new URL(`${issuer}/.well-known/openid-configuration`);
  // Only for an issuer configured with http: the development backend, on loopback.
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only to warn its users; it will not be removed
  const withoutTls = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  try {
    const execute = [enableNonRepudiationChecks, ...withoutTls];
    return await discovery(url, clientId, undefined, None(), { timeout: PROVIDER_TIMEOUT_SECONDS, execute });
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new ServiceError(
      `The identity provider at ${issuer} cannot be used (${reason}). Check IDENTITY_ISSUER, then try again.`,
      { cause: error },
    );
  }
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
    { port: 0, host: '127.0.0.1', variable: 'RELEASE_CLIENT_ID' },
  );
  return { origin: `http://127.0.0.1:${String(listening.port)}`, back, close: () => listening.close() };
}

/** Signs a person in: authorization code with PKCE (RFC 7636), in a browser that comes back to a loopback address (RFC 8252). */
export async function logIn({
  environment,
  service,
  show,
  limitMs = PERSON_LIMIT_MS,
}: LoginOptions): Promise<SignedIn> {
  const configuration = await discover(environment);
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const browser = await awaitReturn(state);
  const timer = new AbortController();
  try {
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: `${browser.origin}${CALLBACK_PATH}`,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    show(address.href);
    const back = await Promise.race([browser.back, pause(limitMs, undefined, { signal: timer.signal })]);
    if (!back) throw notSignedIn(service, 'Nobody signed in within five minutes.', 'Repeat the command.');
    const callback = new URL(`${back.pathname}${back.search}`, browser.origin);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const tokens = await authorizationCodeGrant(configuration, callback, checks).catch((error: unknown) => {
      const reason = getErrorMessage(error);
      throw notSignedIn(service, `The identity provider signed nobody in (${reason}).`, 'Repeat the command.', error);
    });
    const { email, sub, exp } = v.parse(ClaimsSchema, tokens.claims());
    return { name: email ?? sub, idToken: tokens.id_token ?? '', until: exp * 1000 };
  } finally {
    timer.abort();
    await browser.close();
  }
}
