import type { Release, ReleaseAction } from '../format/release.ts';
import { expect, test } from '@jest/globals';
import { liveVersion } from './release-diff.ts';
import { rolledBackFrom, stepsBefore } from './version-history.ts';

/** Releases in short: "a", "b" by promotion, "<a" by rollback, "" not live. */
function steps(...history: readonly string[]): readonly Pick<Release, 'action' | 'shell' | 'remotes'>[] {
  return history.map((entry) => {
    const action: ReleaseAction = entry.startsWith('<') ? 'rollback' : 'promote';
    const version = entry.replace('<', '');
    const part = { version, builtAt: '', manifest: {} as Release['shell']['manifest'] };
    return { action, shell: part, remotes: version === '' ? {} : { 'mfe-x': { ...part, fallback: null } } };
  });
}

test.each([
  [['a'], []],
  [['a', 'b'], ['a']],
  [
    ['a', 'b', 'b', 'c'],
    ['b', 'a'],
  ],
  [['a', 'b', '<a'], []],
  [['a', 'b', 'c', '<b'], ['a']],
  [['a', 'b', 'c', '<b', '<a'], []],
  [['a', 'b', 'c', '<a', 'd'], ['a']],
  [
    ['a', 'b', 'a'],
    ['b', 'a'],
  ],
  [
    ['a', 'b', 'c', '<x'],
    ['c', 'b', 'a'],
  ],
  [['', 'a'], [undefined]],
  [['', 'a', 'b', '<', 'a'], [undefined]],
  [[], []],
])('after %j the versions before are %j', (history, expected) => {
  const all = steps(...history);
  expect([...stepsBefore(all, 'mfe-x')].map((at) => liveVersion(all[at], 'mfe-x'))).toEqual(expected);
});

test.each([
  [['a', 'b', 'c'], []],
  [
    ['a', 'b', '<a', 'c', '<a'],
    ['b', 'c'],
  ],
  [['', 'a', '<'], ['a']],
  [['a', '<a', ''], []],
])('after %j the versions that were rolled back from are %j', (history, expected) => {
  expect([...rolledBackFrom(steps(...history), 'mfe-x').keys()]).toEqual(expected);
});
