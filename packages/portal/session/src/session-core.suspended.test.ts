import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { failed, openTab } from './session-core.testing.ts';
import { signedInBrowser, testTokens } from './testing.ts';
import type { Tokens } from './tokens.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const after = (ms: number) => jest.advanceTimersByTimeAsync(ms);

/**
 * A browser with a tab that waits for the answer to its refresh, and `others`, whose refreshes the API answers at once
 * with the tokens 3.
 */
async function startRefreshing(others: number) {
  const browser = signedInBrowser();
  const answer = Promise.withResolvers<Tokens>();
  const requestTokens = jest.fn(() => answer.promise);
  const environment = browser.tab();
  const holder = openTab(browser, { environment, requestTokens });
  await holder.check();
  const held = holder.refresh('access-1', holder.generation());
  const requestOfOthers = jest.fn(async () => testTokens(3));
  const tabs = Array.from({ length: others }, () => openTab(browser, { requestTokens: requestOfOthers }));
  await after(0);
  expect(requestTokens).toHaveBeenCalledTimes(1);
  return { browser, environment, holder, held, answer, tabs, requestOfOthers };
}

const refreshAll = (tabs: Awaited<ReturnType<typeof startRefreshing>>['tabs']) =>
  Promise.all(tabs.map((tab) => tab.refresh('access-1', tab.generation())));

test('a suspended tab loses the lock to one of the others, in less than half of the ten seconds', async () => {
  const { environment, tabs, requestOfOthers } = await startRefreshing(4);
  environment.suspend();
  const refreshed = refreshAll(tabs);
  await after(3000);
  expect(requestOfOthers).not.toHaveBeenCalled();
  await after(2000);
  expect(await refreshed).toEqual(Array(4).fill('access-3'));
  expect(requestOfOthers).toHaveBeenCalledTimes(1);
});

test('so does one that is suspended later, while the others wait for its slow refresh', async () => {
  const { environment, tabs, requestOfOthers } = await startRefreshing(2);
  const refreshed = refreshAll(tabs);
  await after(2000);
  environment.suspend();
  await after(6000);
  expect(await refreshed).toEqual(['access-3', 'access-3']);
  expect(requestOfOthers).toHaveBeenCalledTimes(1);
});

test('one that wakes before it is asked again keeps the lock', async () => {
  const { environment, answer, tabs, requestOfOthers } = await startRefreshing(2);
  environment.suspend();
  const refreshed = refreshAll(tabs);
  await after(3500);
  environment.wake();
  await after(5000);
  answer.resolve(testTokens(2));
  expect(await refreshed).toEqual(['access-2', 'access-2']);
  expect(requestOfOthers).not.toHaveBeenCalled();
});

test('a tab whose refresh is slow keeps the lock', async () => {
  const { answer, tabs, requestOfOthers } = await startRefreshing(3);
  const refreshed = refreshAll(tabs);
  await after(30_000);
  answer.resolve(testTokens(2));
  expect(await refreshed).toEqual(Array(3).fill('access-2'));
  expect(requestOfOthers).not.toHaveBeenCalled();
});

test('a tab does not take the lock from a slow refresh of its own', async () => {
  const { holder, held, answer, requestOfOthers } = await startRefreshing(0);
  const other = holder.refresh(undefined, holder.generation());
  await after(30_000);
  answer.resolve(testTokens(2));
  expect(await Promise.all([held, other])).toEqual(['access-2', 'access-2']);
  expect(requestOfOthers).not.toHaveBeenCalled();
});

test.each<[string, Tokens]>([
  ['the provider renews refresh tokens', testTokens(3)],
  ['the provider keeps them', { ...testTokens(3), refreshToken: 'refresh-1' }],
])('a tab that has lost the lock uses the newer tokens when it wakes, and keeps them (%s)', async (_, newer) => {
  const { browser, environment, held, holder, answer, tabs, requestOfOthers } = await startRefreshing(1);
  requestOfOthers.mockResolvedValue(newer);
  environment.suspend();
  void refreshAll(tabs);
  await after(5000);
  environment.wake();
  answer.resolve(testTokens(2));
  expect(await held).toBe('access-3');
  expect(browser.cookies.read()).toBe(`access_token=access-3; refresh_token=${newer.refreshToken}`);
  expect(holder.getState()).toMatchObject({ status: 'authenticated' });
});

test('a refusal that it finds when it wakes does not end the session', async () => {
  const { environment, held, answer, tabs } = await startRefreshing(1);
  environment.suspend();
  void refreshAll(tabs);
  await after(5000);
  environment.wake();
  answer.reject(failed('unauthenticated', 401));
  expect(await held).toBe('access-3');
  expect(tabs[0]?.getState()).not.toMatchObject({ status: 'unauthenticated' });
});
