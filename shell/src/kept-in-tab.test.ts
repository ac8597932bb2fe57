/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createOpenTab } from './open-tab.ts';
import { reloadOnce } from './own-files.ts';
import { leftForSignIn, otherUser } from './tab-flag.ts';
import { testPortal } from './testing/open-portal.tsx';

const HOUR = 60 * 60 * 1000;
const file = join(import.meta.dirname, '../../tools/baseline/samples/browser/storage.json');
const { sessionStorage: kept } = JSON.parse(readFileSync(file, 'utf8')) as { sessionStorage: Record<string, string> };

beforeEach(() => {
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
});
afterEach(() => {
  sessionStorage.clear();
  jest.useRealTimers();
});

test('a tab that an earlier shell has loaded again knows why', () => {
  expect([otherUser.isSet(), leftForSignIn.isSet()]).toEqual([true, true]);
});

test('a tab that an earlier shell has loaded again because of its files does so an hour later at the earliest', () => {
  const [reload, at] = [jest.fn(), Number(kept['portal-own-files-at'])];
  jest.useFakeTimers({ now: at + HOUR - 1 });
  expect(reloadOnce(reload)).toBe(false);
  jest.setSystemTime(at + HOUR);
  expect(reloadOnce(reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  [10, 0],
  [11, 1],
])('a tab that an earlier shell has moved to release 10 moves to release %i %i times', async (number, times) => {
  const reload = jest.fn();
  const none = () => false;
  const tab = createOpenTab(testPortal().page.release, {
    ask: async () => Promise.resolve({ number, view: 'anotherViewX', urgent: 0 }),
    isFree: () => true,
    isTyping: none,
    avoidAssetOrigin: none,
    go: none,
    reload,
    reloadOnce: none,
  });
  await tab.replaceBroken(false);
  expect(reload).toHaveBeenCalledTimes(times);
});
