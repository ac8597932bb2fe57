import { describe, expect, jest, test } from '@jest/globals';
import { failing, openTab } from './session-core.testing.ts';
import { fakeBrowser, signedInBrowser, testTokens } from './testing.ts';
import type { Tokens } from './tokens.ts';

test('signing out logs out at the API, then locally, then requests an ID token with the kept refresh token [T164]', async () => {
  const browser = signedInBrowser();
  const order: string[] = [];
  const session = openTab(browser, {
    requestTokens: async (token) => {
      order.push(`getTokens ${token}, cookies "${browser.cookies.read()}"`);
      return testTokens(2);
    },
  });
  const idToken = await session.signOut(async () => {
    order.push('logout');
    session.clearTokens(); // as an API that clears the cookies would
  });
  expect(idToken).toBe('id-2');
  expect(order).toEqual(['logout', 'getTokens refresh-1, cookies ""']);
  expect(browser.cookies.read()).toBe('');
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
});

test('signing out requests the ID token with the latest refresh token, even when the log-out call renewed it', async () => {
  const requestTokens = jest.fn(async (token: string) => testTokens(Number(token.slice('refresh-'.length)) + 1));
  const session = openTab(signedInBrowser(), { requestTokens });
  const idToken = await session.signOut(async () => {
    await session.refresh('access-1', session.generation()); // as after a 401
  });
  expect(requestTokens.mock.calls).toEqual([['refresh-1'], ['refresh-2']]);
  expect(idToken).toBe('id-3');
});

test('signing out ends the session even when every call fails', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const browser = signedInBrowser();
  const session = openTab(browser, { requestTokens: failing('unreachable') });
  expect(await session.signOut(failing('unreachable'))).toBeUndefined();
  expect(browser.cookies.read()).toBe('');
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});

test('signing out waits at most three seconds for each of its calls, in order', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  jest.useFakeTimers();
  try {
    const browser = signedInBrowser();
    const requestTokens = jest.fn(() => Promise.withResolvers<Tokens>().promise);
    const session = openTab(browser, { requestTokens });
    await session.check();
    const idToken = session.signOut(() => Promise.withResolvers<void>().promise);
    await jest.advanceTimersByTimeAsync(2999);
    expect(session.getState()).toMatchObject({ status: 'authenticated' });
    expect(requestTokens).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
    expect(browser.cookies.read()).toBe('');
    expect(requestTokens.mock.calls).toEqual([['refresh-1']]);
    await jest.advanceTimersByTimeAsync(3000);
    expect(await idToken).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

describe('a token with several cookies', () => {
  /** A tab whose page is at `at.path`, in a browser where another host has set a cookie for /account. */
  async function openWithPlanted(name: 'access_token' | 'refresh_token') {
    const at = { path: '/settings' };
    const browser = fakeBrowser({ path: () => at.path });
    browser.cookies.write('access_token=access-1; Path=/');
    browser.cookies.write('refresh_token=refresh-1; Path=/');
    browser.cookies.write(`${name}=of-another-account; Path=/account; Domain=example.com`);
    const session = openTab(browser, { paths: ['/settings', '/account'] });
    await session.check();
    return { at, browser, session };
  }

  test.each(['access_token', 'refresh_token'] as const)(
    'is no session, and every one is deleted (%s)',
    async (name) => {
      const { at, browser, session } = await openWithPlanted(name);
      expect(session.getState().status).toBe('authenticated');
      at.path = '/account';
      expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'ambiguous' });
      expect(browser.cookies.count()).toBe(0);
    },
  );

  test('leaves none after a log-out from a page that does not see it', async () => {
    const { browser, session } = await openWithPlanted('access_token');
    await session.signOut(async () => undefined);
    expect(browser.cookies.count()).toBe(0);
  });

  test('ends the session of other tabs, too', async () => {
    const { at, browser, session } = await openWithPlanted('access_token');
    const other = openTab(browser);
    await other.check();
    at.path = '/account';
    await session.check();
    expect(other.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  });
});
