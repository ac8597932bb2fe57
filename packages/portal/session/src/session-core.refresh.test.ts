import { describe, expect, jest, test } from '@jest/globals';
import type { CallErrorKind } from './call-error.ts';
import type { SessionCore } from './session-core.ts';
import { failed, failing, openTab } from './session-core.testing.ts';
import type { Browser } from './session-core.testing.ts';
import { fakeBrowser, signedInBrowser, TEST_USER, testTokens } from './testing.ts';
import type { Tokens } from './tokens.ts';

/** Refreshes as a call that the API has just refused does. */
function refresh(session: SessionCore, rejectedToken: string): Promise<string | undefined> {
  return session.refresh(rejectedToken, session.generation());
}

test('a call that is refused late uses the tokens that are already there', async () => {
  const requestTokens = jest.fn(async () => testTokens(2));
  const session = openTab(signedInBrowser(), { requestTokens });
  await refresh(session, 'access-1');
  expect(await refresh(session, 'access-1')).toBe('access-2');
  expect(requestTokens).toHaveBeenCalledTimes(1);
});

test('five tabs refused at the same time refresh once; the others wait and use the new tokens', async () => {
  const browser = signedInBrowser();
  const requestTokens = jest.fn(async () => testTokens(2));
  const tabs = Array.from({ length: 5 }, () => openTab(browser, { requestTokens }));
  expect(await Promise.all(tabs.map((tab) => refresh(tab, 'access-1')))).toEqual(Array(5).fill('access-2'));
  expect(requestTokens).toHaveBeenCalledTimes(1);
});

test('a new token that the API refuses at once is refreshed again', async () => {
  const session = openTab(signedInBrowser());
  expect(await refresh(session, 'access-1')).toBe('access-2');
  expect(await refresh(session, 'access-2')).toBe('access-3');
});

test.each<[CallErrorKind, number]>([
  ['refused', 400],
  ['unauthenticated', 401],
  ['forbidden', 403],
])('a refresh that is %s with %d ends the session in all tabs', async (kind, status) => {
  const browser = signedInBrowser();
  const requestTokens = jest.fn(failing(kind, status));
  const [first, second] = [openTab(browser, { requestTokens }), openTab(browser, { requestTokens })];
  await Promise.all([first.check(), second.check()]);
  expect(await Promise.all([refresh(first, 'access-1'), refresh(second, 'access-1')])).toEqual([undefined, undefined]);
  for (const tab of [first, second]) expect(tab.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  expect(requestTokens).toHaveBeenCalledTimes(1);
  expect(browser.cookies.read()).toBe('');
});

test.each<[CallErrorKind, number | undefined]>([
  ['unavailable', 503],
  ['unreachable', undefined],
  ['malformed', 200],
  ['unavailable', 429],
])('a refresh that meets "%s" with %p keeps the cookies and says why', async (kind, status) => {
  const browser = signedInBrowser();
  const session = openTab(browser, { requestTokens: failing(kind, status) });
  await session.check();
  await expect(refresh(session, 'access-1')).rejects.toMatchObject({ kind, status });
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'trouble' });
  expect(browser.cookies.read()).toBe('access_token=access-1; refresh_token=refresh-1');
});

test('a check whose refresh meets trouble ends in trouble', async () => {
  const browser = signedInBrowser();
  const session: SessionCore = openTab(browser, {
    requestTokens: failing('unavailable'),
    loadAccount: async () => {
      await refresh(session, 'access-1').catch(() => undefined);
      throw failed('unauthenticated');
    },
  });
  expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'trouble' });
  expect(session.accessToken()).toBe('access-1');
});

test('without a refresh token a refused call ends the session', async () => {
  const browser = fakeBrowser();
  browser.cookies.write('access_token=access-1; Path=/');
  const session = openTab(browser);
  expect(await refresh(session, 'access-1')).toBeUndefined();
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
});

test('values that are not valid tokens are never written [T291]', async () => {
  const browser = signedInBrowser();
  const session = openTab(browser, {
    requestTokens: async () => ({ ...testTokens(2), accessToken: 'x; Domain=example.org' }),
  });
  await expect(refresh(session, 'access-1')).rejects.toThrow(TypeError);
  expect(browser.cookies.read()).toBe('access_token=access-1; refresh_token=refresh-1');
});

test.each([
  [
    'access_token',
    { ...testTokens(2), accessToken: 'x'.repeat(4200) },
    'access_token=access-1; refresh_token=refresh-2',
  ],
  [
    'refresh_token',
    { ...testTokens(2), refreshToken: 'x'.repeat(4200) },
    'access_token=access-2; refresh_token=refresh-1',
  ],
])(
  'a new %s that the browser does not keep is trouble after one refresh, and the log names its size',
  async (name, tokens, kept) => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const browser = signedInBrowser();
    const requestTokens = jest.fn(async () => {
      if (requestTokens.mock.calls.length > 5) throw new Error('This does not end');
      return tokens;
    });
    const session: SessionCore = openTab(browser, {
      requestTokens,
      loadAccount: async () => {
        await refresh(session, session.accessToken() ?? '').catch(() => undefined);
        throw failed('unauthenticated', 401);
      },
    });
    expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'trouble' });
    expect(requestTokens).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls).toEqual([[expect.stringMatching(`${name}.* ${name.length + 4200} bytes`)]]);
    expect(browser.cookies.read()).toBe(kept);
    warn.mockRestore();
  },
);

describe('tokens of another sign-in', () => {
  /** A tab with a pending refresh, and the tokens that it waits for. */
  async function refreshing(browser: Browser, loadAccount = async () => TEST_USER) {
    const tokens = Promise.withResolvers<Tokens>();
    const requestTokens = jest.fn(() => tokens.promise);
    const session = openTab(browser, { requestTokens, loadAccount });
    await session.check();
    const answer = refresh(session, 'access-1');
    await Promise.resolve(); // the lock is given in the next turn
    expect(requestTokens).toHaveBeenCalled();
    return { session, tokens, answer };
  }

  const signIn = ({ cookies }: Browser) => {
    cookies.write('access_token=other-1; Path=/');
    cookies.write('refresh_token=other-refresh-1; Path=/');
  };

  test('from a refresh are dropped after a log-out in another tab', async () => {
    const browser = signedInBrowser();
    const { tokens, answer } = await refreshing(browser);
    openTab(browser).end('signed-out');
    tokens.resolve(testTokens(2));
    expect(await answer).toBeUndefined();
    expect(browser.cookies.read()).toBe('');
  });

  test.each<[string, (tokens: PromiseWithResolvers<Tokens>) => void]>([
    ['succeeds', ({ resolve }) => resolve(testTokens(2))],
    ['is refused', ({ reject }) => reject(failed('unauthenticated', 401))],
  ])('are not used to repeat a call after a log-out in another tab, when the refresh %s', async (_, settle) => {
    const browser = signedInBrowser();
    const { tokens, answer } = await refreshing(browser);
    openTab(browser).end('signed-out');
    signIn(browser);
    settle(tokens);
    expect(await answer).toBeUndefined();
    expect(browser.cookies.read()).toBe('access_token=other-1; refresh_token=other-refresh-1');
  });

  test('are kept when no tab has reported the log-out, and the account tells whose they are', async () => {
    const browser = signedInBrowser();
    let user = TEST_USER;
    const { session, tokens, answer } = await refreshing(browser, async () => user);
    const before = session.generation();
    signIn(browser);
    user = { ...TEST_USER, email: 'guest@example.com' };
    tokens.resolve(testTokens(2));
    expect(await answer).toBe('other-1');
    expect(await session.isStill(before)).toBe(false);
    expect(browser.cookies.read()).toBe('access_token=other-1; refresh_token=other-refresh-1');
  });

  test('are not used to repeat a call that is refused after the new sign-in', async () => {
    const browser = signedInBrowser();
    const requestTokens = jest.fn(async () => testTokens(2));
    const session = openTab(browser, { requestTokens });
    const began = session.generation();
    openTab(browser).end('signed-out');
    signIn(browser);
    expect(await session.refresh('access-1', began)).toBeUndefined();
    expect(requestTokens).not.toHaveBeenCalled();
  });

  test('are not used to repeat a call after a check has found another user', async () => {
    let user = TEST_USER;
    const browser = signedInBrowser();
    const session = openTab(browser, { loadAccount: async () => user });
    await session.check();
    const began = session.generation();
    signIn(browser);
    user = { ...TEST_USER, email: 'guest@example.com' };
    await session.check();
    expect(await session.refresh('access-1', began)).toBeUndefined();
  });

  test('found by the refresh of a check make it load their account', async () => {
    const browser = signedInBrowser();
    const other = { ...TEST_USER, email: 'guest@example.com' };
    const session: SessionCore = openTab(browser, {
      requestTokens: async () => {
        signIn(browser);
        return testTokens(2);
      },
      loadAccount: async () => ((await refresh(session, 'access-1')) === 'other-1' ? other : TEST_USER),
    });
    expect(await session.check()).toEqual({ status: 'authenticated', user: other });
    expect(browser.cookies.read()).toBe('access_token=other-1; refresh_token=other-refresh-1');
  });
});
