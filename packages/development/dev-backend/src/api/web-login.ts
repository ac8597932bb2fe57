import { WebLoginQuerySchema } from '@portal/api/wire';
import { ACCESS_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE, TOKEN_COOKIE_SECONDS } from '@portal/contract/cookies';
import { chooseLanguage, CHOSEN_LANGUAGE_COOKIE } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { parseInput } from '@portal/contract/parse';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import * as v from 'valibot';
import { readAccount } from '../database/accounts.ts';
import { countToday } from '../database/daily-counts.ts';
import type { Keys } from '../keys.ts';
import { callbackAddress } from '../options.ts';
import type { Settings } from '../options.ts';
import { readAppearance, firstLanguage } from '../pages/appearance.ts';
import { showExpiredSignIn } from '../pages/layout.ts';
import { saveToolToken } from '../database/tool-token.ts';
import { findSubject, TokensRefusedError } from './identity-client.ts';
import type { TokenSet } from './identity-client.ts';
import { Refusal } from '../refusal.ts';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import type { Services } from '../services.ts';

/** Seconds that a visitor may take to sign in. */
const SIGN_IN_SECONDS = 3600;

const SignInSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  codeVerifier: v.string(),
  returnTo: v.string(),
  redirectUri: v.string(),
});
/** A sign-in under way. */
type SignIn = v.InferOutput<typeof SignInSchema>;

/** Name of the cookie that remembers a sign-in; each has its own, so that two tabs do not disturb each other. */
function signInCookie(state: string): string {
  return `sign_in_${state.slice(0, 12).replace(/[^\w-]/g, '')}`;
}

/** Encrypts a sign-in for its cookie. */
async function sealSignIn(signIn: SignIn, keys: Keys): Promise<string> {
  return new EncryptJWT({ ...signIn })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${SIGN_IN_SECONDS}s`)
    .encrypt(Buffer.from(keys.signIn, 'base64url'));
}

/** Decrypts the sign-in in a cookie; undefined if it is invalid or expired. */
async function openSignIn(text: string | undefined, keys: Keys): Promise<SignIn | undefined> {
  if (text === undefined) return undefined;
  try {
    const { payload } = await jwtDecrypt(text, Buffer.from(keys.signIn, 'base64url'));
    return parseInput('sign-in cookie', SignInSchema, payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/**
 * Cookie set after a sign-in with an identity that has no account, so that the next sign-in can use another identity.
 */
const AGAIN_COOKIE = 'sign_in_again';
const NOT_LINKED = 'BOSCH_ID_NOT_LINKED_TO_ACCOUNT';
const FAILED = 'SIGN_IN_FAILED';

/** Cookies that only this flow reads. */
const OWN_COOKIE = { path: '/api/user', httpOnly: true, sameSite: 'lax' } as const;

function portalAddress(name: string, address: string, { portalOrigins }: Settings): URL {
  const url = new URL(address);
  // A name before the host looks like another site.
  if (url.username !== '' || url.password !== '') throw new Refusal(400, `"${name}" must have no user name.`);
  if (portalOrigins.includes(url.origin)) return url;
  throw new Refusal(400, `"${name}" must lead to the portal (${portalOrigins.join(', ')}), not to ${url.origin}.`);
}

function withTitle(redirectUri: string, title: string): string {
  const url = new URL(redirectUri);
  url.searchParams.set('title', title);
  return url.href;
}

/** The portal's script reads these cookies, so they are not HttpOnly (specification, section 3). */
function setTokens(reply: FastifyReply, tokens: TokenSet, returnTo: URL, { cookieDomain }: Settings): void {
  const cookie = {
    path: '/',
    sameSite: 'lax',
    secure: returnTo.protocol === 'https:',
    maxAge: TOKEN_COOKIE_SECONDS,
    ...(cookieDomain === undefined ? {} : { domain: cookieDomain }),
  } as const;
  reply
    .setCookie(ACCESS_TOKEN_COOKIE, tokens.access_token, cookie)
    .setCookie(REFRESH_TOKEN_COOKIE, tokens.refresh_token, cookie);
}

/** Signs the visitor in, or redirects to `redirectUri` with the reason why not. */
async function finish(signIn: SignIn, callback: URL, reply: FastifyReply, login: Services): Promise<FastifyReply> {
  const { client, db, settings, now } = login;
  const { request } = reply;
  const error = callback.searchParams.get('error');
  if (error === 'access_denied') return reply.redirect(signIn.redirectUri);
  if (error !== null) {
    settings.log(
      `A sign-in failed at the identity provider: ${error}, ${callback.searchParams.get('error_description')}`,
    );
    return reply.redirect(withTitle(signIn.redirectUri, FAILED));
  }
  const tokens = await client.redeem(callback, signIn);
  const who = findSubject(tokens);
  const account = await readAccount(db, who);
  if (!account) {
    settings.events.record(request, { event: 'sign-in-refused', who, what: 'portal', why: 'no account' });
    reply.setCookie(AGAIN_COOKIE, '1', { ...OWN_COOKIE, maxAge: SIGN_IN_SECONDS });
    return reply.redirect(withTitle(signIn.redirectUri, NOT_LINKED));
  }
  await countToday(db, 'sign-in');
  settings.events.record(request, { event: 'signed-in', who, what: 'portal' });
  await saveToolToken(db, account, now());
  setTokens(reply, tokens, new URL(signIn.returnTo), settings);
  return reply.clearCookie(AGAIN_COOKIE, OWN_COOKIE).redirect(signIn.returnTo);
}

function toAddress(request: FastifyRequest, { port }: Settings): URL {
  return new URL(request.url, `http://${request.hostname}:${port}`);
}

/**
 * The language that the visitor sees in the portal: the choice in its picker, whose cookie this host gets, too; the
 * `locale` of the login page or of the target; the browser's language.
 */
function portalLanguage({ cookies, headers }: FastifyRequest, addresses: readonly URL[]): Language {
  const locale = addresses.map((address) => address.searchParams.get('locale')).find((value) => value !== null);
  const browser = firstLanguage(headers['accept-language']);
  return chooseLanguage({ chosen: cookies[CHOSEN_LANGUAGE_COOKIE], locale, browser });
}

/**
 * `GET user/weblogin/`: starts a sign-in (authorization code with PKCE) and returns to `returnTo` with the token
 * cookies set.
 */
function startSignIn(app: ApiScope, { client, keys, settings }: Services): void {
  const schema = {
    summary: 'Sign in (an address for the browser to open, not a call)',
    security: [],
    querystring: WebLoginQuerySchema,
  };
  app.get('/user/weblogin/', { schema }, async (request, reply) => {
    const returnTo = portalAddress('returnTo', request.query.returnTo, settings);
    const redirectUri = portalAddress('redirectUri', request.query.redirectUri, settings);
    if (request.hostname !== returnTo.hostname) {
      // Cookies belong to a host name, so continue under the one that the portal was opened with.
      return reply.redirect(new URL(request.url, callbackAddress(settings, returnTo)).href);
    }
    const signIn: SignIn = {
      state: randomState(),
      nonce: randomNonce(),
      codeVerifier: randomPKCECodeVerifier(),
      returnTo: returnTo.href,
      redirectUri: redirectUri.href,
    };
    const address = await client.signInAddress(callbackAddress(settings, returnTo), signIn, {
      again: request.cookies[AGAIN_COOKIE] !== undefined,
      language: portalLanguage(request, [redirectUri, returnTo]),
    });
    const cookie = { ...OWN_COOKIE, maxAge: SIGN_IN_SECONDS };
    return reply.setCookie(signInCookie(signIn.state), await sealSignIn(signIn, keys), cookie).redirect(address.href);
  });
}

/** The route to which the identity provider sends the visitor back. */
function endSignIn(app: ApiScope, login: Services): void {
  const { keys, settings } = login;
  const schema = { hide: true, querystring: v.looseObject({ state: v.optional(v.string(), '') }) };
  app.get('/user/callback', { schema }, async (request, reply) => {
    const name = signInCookie(request.query.state);
    const signIn = await openSignIn(request.cookies[name], keys);
    if (!signIn) return showExpiredSignIn(reply, readAppearance(request.headers), settings);
    reply.clearCookie(name, OWN_COOKIE);
    try {
      return await finish(signIn, toAddress(request, settings), reply, login);
    } catch (error) {
      if (!(error instanceof TokensRefusedError)) throw error;
      settings.log(`A sign-in failed: ${String(error.cause)}`);
      return reply.redirect(withTitle(signIn.redirectUri, FAILED));
    }
  });
}

/** The sign-in of section 7: `GET user/weblogin/` and the return from the identity provider. */
export function webLogin(app: ApiScope, login: Services): void {
  startSignIn(app, login);
  endSignIn(app, login);
}
