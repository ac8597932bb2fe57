import { expect, test } from '@jest/globals';
import { isMet, judgeVisits } from './goals.ts';
import { Results } from './results.ts';
import type { Visit } from './visit.ts';

const NONE = { requests: 0, bytes: 0 };
const createVisit = (content: number): Visit => ({
  firstPaint: 100,
  content,
  answered: content,
  largestPaint: content,
  shift: 0,
  input: 0,
  loaded: { page: NONE, script: { requests: 1, bytes: 10 }, style: NONE, data: NONE, preflight: NONE, other: NONE },
});

/** What is said of the rows of the hubs when each variant took so long, by rounds. */
function judgeRows(portal: readonly number[], usual: readonly number[]) {
  const results = new Results();
  const key = { page: 'settings', temperature: 'cold' } as const;
  for (const time of portal) results.add({ ...key, variant: 'portal' }, createVisit(time));
  for (const time of usual) results.add({ ...key, variant: 'usual' }, createVisit(time));
  return judgeVisits(results).filter(({ what }) => what.includes('rows'));
}

test('a goal is met if the median of the ratios is within its limit', () => {
  const [judged, ...others] = judgeRows([50, 90, 50], [100, 100, 100]);
  expect(others).toEqual([]);
  expect(judged).toMatchObject({ what: '`/settings`: rows, cold, (c) / (a)', limit: 0.55 });
  expect(judged && [judged.value.median, isMet(judged)]).toEqual([0.5, true]);
  const [missed] = judgeRows([60, 90, 60], [100, 100, 100]);
  expect(missed && isMet(missed)).toBe(false);
});

test('where more is better, the limit is the least', () => {
  const value = { median: 2.1, low: 2, high: 2.2 };
  expect(isMet({ what: '', limit: 2, atLeast: true, value })).toBe(true);
  expect(isMet({ what: '', limit: 2.2, atLeast: true, value })).toBe(false);
});

test('what was not measured is not judged', () => {
  expect(judgeRows([50], [])).toEqual([]);
});
