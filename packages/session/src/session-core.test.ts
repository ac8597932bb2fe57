import { describe, expect, jest, test } from '@jest/globals';
import { CallError } from './call-error.ts';
import type { CallErrorKind } from './call-error.ts';
import { SessionCore } from './session-core.ts';
import type { SessionOptions } from './session-core.ts';
import { fakeBrowser, signedInBrowser, TEST_USER, testTokens } from './testing.ts';
import type { Tokens } from './tokens.ts';

type Browser = ReturnType<typeof fakeBrowser>;

/** A tab of `browser`; the API behind it hands out the tokens 2, 3, … unless `options` says otherwise. */
function openTab(browser: Browser, options: Partial<SessionOptions> = {}): SessionCore {
  const session = new SessionCore();
  session.start({
    cookieDomain: null,
    environment: browser.tab(),
    requestTokens: async (token) => testTokens(Number(token.slice('refresh-'.length)) + 1),
    loadAccount: async () => TEST_USER,
    ...options,
  });
  return session;
}

function failed(kind: CallErrorKind, status?: number): CallError {
  return new CallError('GET account/', kind, { status });
}

function failing(kind: CallErrorKind, status?: number) {
  return async () => {
    throw failed(kind, status);
  };
}

/** Refreshes as a call that the API has just refused does. */
function refresh(session: SessionCore, rejectedToken: string): Promise<string | undefined> {
  return session.refresh(rejectedToken, session.generation());
}

test('without tokens the visitor is signed out, and the API is not called', async () => {
  const loadAccount = jest.fn(async () => TEST_USER);
  const session = openTab(fakeBrowser(), { loadAccount });
  expect(session.getState()).toEqual({ status: 'checking' });
  expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
  expect(loadAccount).not.toHaveBeenCalled();
});

test('a loaded account signs the user in; overlapping checks share one request', async () => {
  const loadAccount = jest.fn(async () => TEST_USER);
  const session = openTab(signedInBrowser(), { loadAccount });
  const states = await Promise.all([session.check(), session.check()]);
  expect(states[0]).toEqual({ status: 'authenticated', user: TEST_USER });
  expect(states[1]).toBe(states[0]);
  expect(loadAccount).toHaveBeenCalledTimes(1);
});

test('a 401 on the account ends the session', async () => {
  const browser = signedInBrowser();
  const session = openTab(browser, { loadAccount: failing('unauthenticated', 401) });
  expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  expect(browser.cookies.read()).toBe('');
});

test.each(['forbidden', 'refused', 'unavailable', 'unreachable', 'malformed'] as const)(
  'a check that meets "%s" keeps the cookies, and a retry succeeds',
  async (kind) => {
    const browser = signedInBrowser();
    let works = false;
    const session = openTab(browser, {
      loadAccount: async () => {
        if (!works) throw failed(kind);
        return TEST_USER;
      },
    });
    expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'trouble' });
    expect(session.accessToken()).toBe('access-1');
    works = true;
    const again = session.check();
    expect(session.getState()).toEqual({ status: 'checking' });
    expect(await again).toMatchObject({ status: 'authenticated' });
  },
);

test('a check while a user is signed in keeps the state', async () => {
  const session = openTab(signedInBrowser());
  await session.check();
  const again = session.check();
  expect(session.getState()).toMatchObject({ status: 'authenticated' });
  await again;
});

test('a check notices that the cookies are gone', async () => {
  const browser = signedInBrowser();
  const session = openTab(browser);
  await session.check();
  session.clearTokens();
  expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'ended' });
});

test('five calls refused at the same time refresh once', async () => {
  const requestTokens = jest.fn(async () => testTokens(2));
  const session = openTab(signedInBrowser(), { requestTokens });
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(session, 'access-1')));
  expect(answers).toEqual(Array(5).fill('access-2'));
  expect(requestTokens.mock.calls).toEqual([['refresh-1']]);
  expect(session.accessToken()).toBe('access-2');
});

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
  ['refused', 404],
  ['refused', 422],
  ['refused', 200],
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

test('values that are not valid tokens are never written', async () => {
  const browser = signedInBrowser();
  const session = openTab(browser, {
    requestTokens: async () => ({ ...testTokens(2), accessToken: 'x; Domain=example.org' }),
  });
  await expect(refresh(session, 'access-1')).rejects.toThrow(TypeError);
  expect(browser.cookies.read()).toBe('access_token=access-1; refresh_token=refresh-1');
});

test('logging out in one tab logs out all tabs', async () => {
  const browser = signedInBrowser();
  const tabs = [openTab(browser), openTab(browser), openTab(browser)];
  await Promise.all(tabs.map((tab) => tab.check()));
  tabs[0]?.end('signed-out');
  for (const tab of tabs) expect(tab.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
});

describe('after a deletion of the account the end of the session is a log-out', () => {
  test.each<[string, CallErrorKind, number | undefined]>([
    ['the tokens are refused', 'unauthenticated', 401],
    ['the server is in trouble', 'unavailable', 503],
    ['there is no network', 'unreachable', undefined],
  ])('in all tabs, even when %s', async (_, kind, status) => {
    const browser = signedInBrowser();
    let deleted = false;
    const onLogOut = jest.fn();
    const loadAccount = async () => {
      if (deleted) throw failed(kind, status);
      return TEST_USER;
    };
    const tabs = [openTab(browser, { loadAccount, onLogOut }), openTab(browser, { onLogOut })] as const;
    await Promise.all(tabs.map((tab) => tab.check()));
    deleted = true;
    tabs[0].accountDeleted();
    expect(tabs[0].getState()).toMatchObject({ status: 'authenticated' });
    await tabs[0].check();
    for (const tab of tabs) expect(tab.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
    expect(browser.cookies.read()).toBe('');
    expect(onLogOut).toHaveBeenCalledTimes(2);
  });

  test('when another tab learns first that the tokens are refused', async () => {
    const browser = signedInBrowser();
    const onLogOut = jest.fn();
    const session = openTab(browser, { onLogOut });
    await session.check();
    session.accountDeleted();
    openTab(browser).end('ended');
    expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
    expect(onLogOut).toHaveBeenCalledTimes(1);
  });

  test('but not the end of the next session', async () => {
    const browser = signedInBrowser();
    const session = openTab(browser);
    await session.check();
    session.accountDeleted();
    session.end('ended');
    session.end('ended');
    expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  });
});

test('trouble in one tab does not affect the others', async () => {
  const browser = signedInBrowser();
  const [first, second] = [openTab(browser), openTab(browser)];
  await Promise.all([first.check(), second.check()]);
  first.end('trouble');
  expect(second.getState()).toMatchObject({ status: 'authenticated' });
});

test('messages of another shape are ignored', async () => {
  const browser = signedInBrowser();
  const session = openTab(browser);
  await session.check();
  const stranger = browser.tab();
  for (const message of [null, 'end', {}, { type: 'end' }, { type: 'end', reason: 'trouble' }])
    stranger.channel.post(message);
  expect(session.getState()).toMatchObject({ status: 'authenticated' });
});

test('an account that arrives after a log-out in another tab does not sign the user in', async () => {
  const browser = signedInBrowser();
  const account = Promise.withResolvers<typeof TEST_USER>();
  const session = openTab(browser, { loadAccount: () => account.promise });
  const check = session.check();
  openTab(browser).end('signed-out');
  account.resolve(TEST_USER);
  expect(await check).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
});

describe('tokens of another sign-in', () => {
  /** A tab with a pending refresh, and the tokens that it waits for. */
  async function refreshing(browser: Browser) {
    const tokens = Promise.withResolvers<Tokens>();
    const requestTokens = jest.fn(() => tokens.promise);
    const session = openTab(browser, { requestTokens });
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

  test('are not used to repeat a call when no tab has reported the log-out', async () => {
    const browser = signedInBrowser();
    const { session, tokens, answer } = await refreshing(browser);
    const before = session.generation();
    signIn(browser);
    tokens.resolve(testTokens(2));
    expect(await answer).toBeUndefined();
    expect(session.generation()).not.toBe(before);
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
      loadAccount: async () => {
        if (session.accessToken() === 'other-1') return other;
        expect(await refresh(session, 'access-1')).toBeUndefined();
        throw failed('unauthenticated', 401);
      },
    });
    expect(await session.check()).toEqual({ status: 'authenticated', user: other });
    expect(browser.cookies.read()).toBe('access_token=other-1; refresh_token=other-refresh-1');
  });
});

test('signing out logs out at the API, then locally, then requests an ID token with the kept refresh token', async () => {
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
    await refresh(session, 'access-1'); // as after a 401
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
