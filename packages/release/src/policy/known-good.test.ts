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
  ['as often', 1000, 30, [2000, 60], true],
  ['more often, as chance explains', 1000, 10, [2000, 8], true],
  ['once, which the one before never did', 1000, 1, [2000, 0], true],
  ['clearly more often, though in less than 1 % of the visits', 50_000, 400, [50_000, 20], false],
  ['more often, in 5 % of so few visits that it may be chance', 200, 10, [250, 1], false],
  ['more often than one that failed in more than 1 %', 1000, 40, [2000, 60], false],
] as const)(
  'whether the next one is known good if it fails %s',
  (_, visits, failed, [visitsBefore, failedBefore], expected) => {
    expect(isKnownGood({ ms: HOUR, visits, failed }, { visits: visitsBefore, failed: failedBefore })).toBe(expected);
  },
);

test('a version is not measured by one without visits', () => {
  expect(isKnownGood({ ms: HOUR, visits: 200, failed: 3 }, { visits: 0, failed: 0 })).toBe(false);
});
