/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { PortalConfig } from '@portal/contract/config';
import { startTestApi } from '@portal/api/testing';
import { session, startSession } from '@portal/session';
import { signedInBrowser, TEST_USER, testTokens } from '@portal/session/testing';
import { isSigningOut, returnFromSignOut, signOut } from './sign-out.ts';

const CONFIG: PortalConfig = {
  apiBaseUrl: 'https://api.example.com/v1/',
  identityLogoutUrl: 'https://id.example.com/session/end?tenant=bikes',
  cookieDomain: null,
  features: { singleSignOn: true },
  links: {},
};

async function start(requestTokens: () => ReturnType<typeof tokens> = tokens): Promise<void> {
  const environment = signedInBrowser().tab();
  startSession({ cookieDomain: null, environment, requestTokens, loadAccount: async () => TEST_USER });
  await session.check();
}
const tokens = async () => testTokens(2);

beforeEach(returnFromSignOut);

async function leaveFor(): Promise<string[]> {
  const left: string[] = [];
  await signOut(CONFIG, (address) => left.push(address));
  return left;
}

test("goes to the provider's log-out with the ID token, and returns to sign-in [T166]", async () => {
  await start();
  startTestApi({ 'GET account/logout': { body: { data: {} } } });
  const [address = ''] = await leaveFor();
  const url = new URL(address);
  expect(`${url.origin}${url.pathname}`).toBe('https://id.example.com/session/end');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: 'bikes',
    post_logout_redirect_uri: `${window.location.origin}/login`,
    id_token_hint: 'id-2',
  });
  expect(session.accessToken()).toBeUndefined();
});

test('ends at sign-in when it gets no ID token', async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  await start(async () => {
    throw new Error('refused');
  });
  startTestApi({ 'GET account/logout': { status: 500 } });
  expect(await leaveFor()).toEqual(['/login']);
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
});

test('a second click while it leaves does nothing', async () => {
  await start();
  const requests = startTestApi({ 'GET account/logout': { body: { data: {} } } });
  const [first, second] = await Promise.all([leaveFor(), leaveFor()]);
  expect([first.length, second.length]).toEqual([1, 0]);
  expect(isSigningOut()).toBe(true);
  expect(requests).toHaveLength(1);
});
