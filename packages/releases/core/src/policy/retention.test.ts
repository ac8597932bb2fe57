import type { Release } from '../format/release.ts';
import { expect, test } from '@jest/globals';
import { isGood } from './assess-version.ts';
import { retain } from './retention.ts';

const NOW = new Date('2026-11-21T00:00:00.000Z');
const part = (version: string) => ({ version, builtAt: '', manifest: {} as Release['shell']['manifest'] });

/** A release of one remote: [day it was created, version, fallback, canary]. */
function release(number: number, [createdAt, version, fallback, canary]: readonly string[]): Release {
  return {
    schema: 1,
    number,
    previous: null,
    createdAt: `${createdAt ?? ''}T00:00:00.000Z`,
    createdBy: 'a test',
    reason: 'to try',
    action: 'promote',
    urgent: false,
    shell: part('1.0.0'),
    remotes: { 'mfe-x': { ...part(version ?? ''), fallback: fallback ? part(fallback) : null } },
    canaries: canary
      ? { 'mfe-x': { ...part(canary), percent: 5, since: '2026-01-01T00:00:00.000Z', bucketingKey: 'mfe-x-1' } }
      : {},
  };
}

const getKept = (history: readonly (readonly string[])[], versions: readonly string[] = []) =>
  Object.fromEntries(
    [
      ...retain(
        history.map((entry, index) => release(index + 1, entry)),
        { 'mfe-x': versions },
        NOW,
      ),
    ].map(([id, reasons]) => [id, [...reasons].join(', ')]),
  );

test('keeps the live version, its fallback and its canary, however old', () => {
  expect(getKept([['2020-01-01', '2.0.0', '1.0.0', '3.0.0']])).toEqual({
    'shell@1.0.0': 'live',
    'mfe-x@2.0.0': 'live',
    'mfe-x@1.0.0': 'fallback',
    'mfe-x@3.0.0': 'canary',
  });
});

test('keeps versions that tabs may still load, and drops those replaced more than 30 days ago', () => {
  const kept = getKept([
    ['2026-01-01', '1.0.0', '', '1.0.1'],
    ['2026-10-01', '2.0.0', '1.9.0', '2.0.1'],
    // 30 days before now: pages of 2.0.0 are 30 days old at most.
    ['2026-10-22', '3.0.0'],
  ]);
  expect(kept).toMatchObject({
    'mfe-x@3.0.0': 'live',
    'mfe-x@2.0.0': 'live within 30 days',
    'mfe-x@1.9.0': 'live within 30 days',
    'mfe-x@2.0.1': 'live within 30 days',
  });
  expect(kept).not.toHaveProperty(['mfe-x@1.0.0']);
  expect(
    getKept([
      ['2026-10-01', '2.0.0'],
      ['2026-10-21', '3.0.0'],
    ]),
  ).not.toHaveProperty(['mfe-x@2.0.0']);
});

test('keeps more, not less, after the clock was set back', () => {
  const kept = getKept([
    ['2026-11-20', '1.0.0'],
    ['2001-01-01', '2.0.0'],
    ['2001-01-02', '3.0.0'],
  ]);
  expect(kept).toMatchObject({ 'mfe-x@1.0.0': 'live within 30 days', 'mfe-x@2.0.0': 'live within 30 days' });
});

test('keeps the last ten versions, by version number', () => {
  const versions = Array.from({ length: 12 }, (_, index) => `1.${String(index)}.0`);
  const kept = Object.keys(getKept([['2020-01-01', '1.0.0']], versions));
  expect(kept).toEqual(expect.arrayContaining(versions.slice(-10).map((version) => `mfe-x@${version}`)));
  expect(kept).not.toContain('mfe-x@1.1.0');
});

const HOUR = 60 * 60 * 1000;

test.each([
  ['an hour, 200 visits and 1 % of them failed', HOUR, 200, 2, true],
  ['a millisecond less than an hour', HOUR - 1, 200, 0, false],
  ['a visit less than 200', HOUR, 199, 0, false],
  ['more than 1 % failed', HOUR, 299, 3, false],
  ['every visit failed', HOUR, 5000, 5000, false],
])('the first known good version needs %s', (_, ms, visits, failed, expected) => {
  expect(isGood({ ms, visits, failed }, null)).toBe(expected);
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
    expect(isGood({ ms: HOUR, visits, failed }, { visits: visitsBefore, failed: failedBefore })).toBe(expected);
  },
);

test('a version is not measured by one without visits', () => {
  expect(isGood({ ms: HOUR, visits: 200, failed: 3 }, { visits: 0, failed: 0 })).toBe(false);
});
