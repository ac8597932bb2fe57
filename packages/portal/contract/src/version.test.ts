import { expect, test } from '@jest/globals';
import { satisfies } from 'semver';
import { satisfiesCaret } from './version.ts';

test.each([
  ['1.0.0', '^1.0.0', true],
  ['1.2.3', '^1.2.0', true],
  ['1.2.3', '^1.2.4', false],
  ['1.1.9', '^1.2.0', false],
  ['0.2.0', '^0.1.0', false],
  ['2.0.0', '^1.0.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '*', false],
  ['', '^1.0.0', false],
  ['01.00.00', '^1.0.0', false],
  ['1.0.0', '^01.0.0', false],
  ['99999999999999999999.0.0', '^99999999999999999999.0.0', false],
])('contract %s satisfies %s: %s', (version, range, result) => {
  expect(satisfiesCaret(version, range)).toBe(result);
});

test('a caret range has the meaning that semver gives it', () => {
  const numbers = [0, 1, 2, 10];
  const versions = numbers.flatMap((major) =>
    numbers.flatMap((minor) => numbers.map((patch) => `${major}.${minor}.${patch}`)),
  );
  const differing = versions.flatMap((version) =>
    versions
      .map((lowest) => `^${lowest}`)
      .filter((range) => satisfiesCaret(version, range) !== satisfies(version, range))
      .map((range) => `${version} in ${range}`),
  );
  expect(differing).toEqual([]);
});
