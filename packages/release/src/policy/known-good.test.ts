import { expect, test } from '@jest/globals';
import { isKnownGood } from './known-good.ts';

const HOUR = 60 * 60 * 1000;

test.each([
  ['an hour, 200 visits and 1 % of them failed', HOUR, 200, 2, true],
  ['a millisecond less than an hour', HOUR - 1, 200, 0, false],
  ['a visit less than 200', HOUR, 199, 0, false],
  ['more than 1 % failed', HOUR, 299, 3, false],
  ['every visit failed', HOUR, 5000, 5000, false],
])('the first known good version needs %s', (_, ms, visits, failed, expected) => {
  expect(isKnownGood({ ms, visits, failed }, null)).toBe(expected);
});

test.each([
  ['as often', 10, 20, true],
  ['more often, as chance explains', 3, 2, true],
  ['never, as the one before', 0, 0, true],
  ['clearly more often', 60, 20, false],
  ['once, which the one before never did', 1, 0, true],
])('the next one may fail %s', (_, failed, failedBefore, expected) => {
  expect(isKnownGood({ ms: HOUR, visits: 1000, failed }, { visits: 2000, failed: failedBefore })).toBe(expected);
});

test('a version is not measured by one without visits', () => {
  expect(isKnownGood({ ms: HOUR, visits: 200, failed: 3 }, { visits: 0, failed: 0 })).toBe(false);
});
