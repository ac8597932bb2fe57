import { expect, test } from '@jest/globals';
import { satisfiesCaret } from './version.ts';

test.each([
  ['1.0.0', '^1.0.0', true],
  ['1.2.3', '^1.2.0', true],
  ['1.2.3', '^1.2.4', false],
  ['1.1.9', '^1.2.0', false],
  ['0.2.0', '^0.1.0', true],
  ['2.0.0', '^1.0.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '*', false],
  ['', '^1.0.0', false],
  ['01.00.00', '^1.0.0', false],
  ['1.0.0', '^01.0.0', false],
  ['99999999999999999999.0.0', '^99999999999999999999.0.0', false],
])('contract %s is in %s: %s', (version, range, result) => {
  expect(satisfiesCaret(version, range)).toBe(result);
});
