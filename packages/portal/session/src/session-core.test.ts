import { describe, expect, jest, test } from '@jest/globals';
import type { CallErrorKind } from './call-error.ts';
import type { SessionCore } from './session-core.ts';
import { failed, failing, openTab } from './session-core.testing.ts';
import type { Browser } from './session-core.testing.ts';
import { fakeBrowser, signedInBrowser, TEST_USER } from './testing.ts';

test('without tokens the visitor is signed out, and the API is not called', async () => {
  const loadAccount = jest.fn(async () => TEST_USER);
  const session = openTab(fakeBrowser(), { loadAccount });
  expect(session.getState()).toEqual({ status: 'checking' });
  expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'signed-out' });
  expect(loadAccount).not.toHaveBeenCalled();
});

test('a loaded account signs the user in; overlapping checks share one request [T141]', async () => {
  const loadAccount = jest.fn(async () => TEST_USER);
  const session = openTab(signedInBrowser(), { loadAccount });
  const states = await Promise.all([session.check(), session.check()]);
  expect(states[0]).toEqual({ status: 'authenticated', user: TEST_USER });
  expect(states[1]).toBe(states[0]);
  expect(loadAccount).toHaveBeenCalledTimes(1);
});

test('a 401 on the account ends the session [T144]', async () => {
  const browser = signedInBrowser();
  const session = openTab(browser, { loadAccount: failing('unauthenticated', 401) });
  expect(await session.check()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  expect(browser.cookies.read()).toBe('');
});

test.each(['forbidden', 'refused', 'unavailable', 'unreachable', 'malformed'] as const)(
  'a check that meets "%s" keeps the cookies, and a retry succeeds [T145]',
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

test('a check anew does not trust one that began before the cookies went', async () => {
  const slow = Promise.withResolvers<typeof TEST_USER>();
  let isSlow = false;
  const session = openTab(signedInBrowser(), { loadAccount: async () => (isSlow ? await slow.promise : TEST_USER) });
  await session.check();
  isSlow = true;
  const under = session.check();
  session.clearTokens();
  expect(await session.checkAnew()).toEqual({ status: 'unauthenticated', reason: 'ended' });
  slow.resolve(TEST_USER);
  expect(await under).toEqual({ status: 'unauthenticated', reason: 'ended' });
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

test('a session that ends after a deletion without an answer says so, and only that session', async () => {
  const session = openTab(signedInBrowser());
  await session.check();
  session.deletionUnanswered();
  expect(session.getState()).toMatchObject({ status: 'authenticated' });
  session.end('ended');
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'deletion-unknown' });
  session.end('ended');
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
});

test('trouble in one tab does not affect the others', async () => {
  const browser = signedInBrowser();
  const [first, second] = [openTab(browser), openTab(browser)];
  await Promise.all([first.check(), second.check()]);
  first.end('trouble');
  expect(second.getState()).toMatchObject({ status: 'authenticated' });
});

test('messages of another shape are ignored [T340]', async () => {
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

test('tokens that change with every answer are trouble after three checks', async () => {
  const warn = jest.spyOn(console, 'warn').mockReturnValue();
  const browser = signedInBrowser();
  let answers = 0;
  const session = openTab(browser, {
    loadAccount: async () => {
      answers += 1;
      if (answers > 10) throw new Error('This does not end');
      browser.cookies.write(`access_token=sliding-${answers}; Path=/`);
      return TEST_USER;
    },
  });
  await session.check();
  expect(await session.isStill(session.generation())).toBe(false);
  expect(answers).toBe(4);
  expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'trouble' });
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

describe('a check while a user is signed in finds the same person', () => {
  /** Whether a check that finds `next` after `before` goes on with the same session. */
  async function isSame(before: string, next: string, meanwhile: (browser: Browser, session: SessionCore) => unknown) {
    let email = before;
    const browser = signedInBrowser();
    const session = openTab(browser, {
      loadAccount: async () => ({ ...TEST_USER, email }),
      isSamePerson: (one, other) => one === other || [one, other].includes('asked@example.com'),
    });
    await session.check();
    const generation = session.generation();
    email = next;
    await meanwhile(browser, session);
    await session.check();
    return session.generation() === generation;
  }
  const nothing = () => undefined;
  const refresh = async (_: Browser, session: SessionCore) => session.refresh('access-1', session.generation());
  const signIn = ({ cookies }: Browser) => cookies.write('access_token=other-1; Path=/');

  test.each<[string, string, string, boolean, (browser: Browser, session: SessionCore) => unknown]>([
    ['by the address', 'a@example.com', 'a@example.com', true, signIn],
    ['by an address that was asked for', 'a@example.com', 'asked@example.com', true, signIn],
    ['not by another one', 'a@example.com', 'b@example.com', false, nothing],
    ['not by an empty one, with other tokens', '', '', false, signIn],
    ['by the tokens, where both are empty', '', '', true, nothing],
    ['by tokens that this tab renewed', '', '', true, refresh],
    ['by the tokens, where one is empty', 'a@example.com', '', true, nothing],
    ['not by an empty one after another, with other tokens', 'a@example.com', '', false, signIn],
  ])('%s (%j, then %j: %p)', async (_, before, next, expected, meanwhile) => {
    expect(await isSame(before, next, meanwhile)).toBe(expected);
  });
});
