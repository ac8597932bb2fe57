import type { Release, ReleaseAction } from '../format/release.ts';
import { expect, test } from '@jest/globals';
import { earlierVersions, rolledBackFrom } from './version-history.ts';

const getVersion = (letter: string) => `1.${String(letter.charCodeAt(0) - 96)}.0`;

/** Releases in short: "a", "b" by promotion, "<a" by rollback, "" not live. */
function steps(...history: readonly string[]): readonly Pick<Release, 'action' | 'shell' | 'remotes' | 'canaries'>[] {
  return history.map((entry) => {
    const action: ReleaseAction = entry.startsWith('<') ? 'rollback' : 'promote';
    const letter = entry.replace('<', '');
    const version = letter === '' ? '' : getVersion(letter);
    const part = { version, builtAt: '', manifest: {} as Release['shell']['manifest'] };
    return {
      action,
      shell: part,
      remotes: version === '' ? {} : { 'mfe-x': { ...part, fallback: null } },
      canaries: {},
    };
  });
}

test.each([
  [['a'], []],
  [
    ['a', 'b', 'b', 'c'],
    ['b', 'a'],
  ],
  [
    ['a', 'b', 'c', '<b'],
    ['c', 'a'],
  ],
  [['', 'a'], []],
  [['a', '', 'b'], ['a']],
  [[], []],
])('after %j the versions before are %j', (history, expected) => {
  expect([...earlierVersions(steps(...history), 'mfe-x').keys()]).toEqual(expected.map(getVersion));
});

test.each([
  [['a', 'b', 'c'], []],
  [
    ['a', 'b', '<a', 'c', '<a'],
    ['b', 'c'],
  ],
  [['', 'a', '<'], ['a']],
  [['a', '<a', ''], []],
  // Given to everybody again, and left for a newer one; or left for a newer one at once.
  [['a', 'b', '<a', 'b', 'c'], []],
  [['a', '<b'], []],
  // A rollback undoes all since the last time of its target.
  [
    ['a', 'b', 'c', '<a'],
    ['b', 'c'],
  ],
])('after %j the versions that were rolled back from are %j', (history, expected) => {
  expect([...rolledBackFrom(steps(...history), 'mfe-x').keys()]).toEqual(expected.map(getVersion));
});
