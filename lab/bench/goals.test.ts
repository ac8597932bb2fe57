import { expect, test } from '@jest/globals';
import { isMet, judgeExtras, judgeVisits } from './goals.ts';
import { Results } from './results.ts';
import type { Visit } from './visit.ts';

const NONE = { requests: 0, bytes: 0 };
const createVisit = (content: number): Visit => ({
  firstPaint: 100,
  content,
  answered: content,
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
  const [judged, ...others] = judgeRows([40, 90, 40], [100, 100, 100]);
  expect(others).toEqual([]);
  expect(judged).toMatchObject({ what: '`/settings`: rows, cold, (c) / (a)', limit: 0.42 });
  expect(judged && [judged.value.median, isMet(judged)]).toEqual([0.4, true]);
  const [missed] = judgeRows([43, 90, 43], [100, 100, 100]);
  expect(missed && isMet(missed)).toBe(false);
});

test('a goal is judged by the value that is printed', () => {
  const isMetAt = (median: number) => isMet({ what: '', limit: 0.29, value: { median, low: median, high: median } });
  expect([isMetAt(0.2949), isMetAt(0.2951)]).toEqual([true, false]);
});

test('what is measured beside visits is judged by itself, or by its ratio', () => {
  const results = new Results();
  results.addExtra('letter among 200 hubs', 'portal', 104);
  results.addExtra('to the account by cable', 'portal', 50);
  results.addExtra('to the account by cable', 'usual', 100);
  const judged = judgeExtras(results);
  expect(judged.map(({ value, limit }) => [value.median, limit])).toEqual([
    [0.5, 0.6],
    [104, 100],
  ]);
  expect(judged.map(isMet)).toEqual([true, false]);
});

test('what was not measured is not judged', () => {
  expect(judgeRows([50], [])).toEqual([]);
  expect(judgeExtras(new Results())).toEqual([]);
});
