import { expect, test } from '@jest/globals';
import { Results } from './results.ts';
import { capacityTable, chartGroups, loadedTable, timesTable } from './tables.ts';
import type { Visit } from './visit.ts';

const NONE = { requests: 0, bytes: 0 };
const VISIT: Visit = {
  firstPaint: 100,
  content: 200,
  answered: 200,
  shift: 0.001,
  input: 24,
  loaded: { page: NONE, script: NONE, style: NONE, data: NONE, preflight: NONE, other: NONE },
};

/** The floor has one page, the portal all. */
function measured(): Results {
  const results = new Results();
  for (const temperature of ['cold', 'warm'] as const) {
    results.add({ page: 'settings', temperature, variant: 'floor' }, VISIT);
    for (const page of ['settings', 'account'] as const) results.add({ page, temperature, variant: 'portal' }, VISIT);
  }
  return results;
}

test('a variant without a page leaves its cells empty, and has no bar', () => {
  const results = measured();
  const compared = [results, ['settings', 'account'], ['floor', 'portal']] as const;
  const times = timesTable(...compared);
  expect(times).toContain('| `/settings` cold: content | 200 | 200 |');
  expect(times).toContain('| `/account` cold: content |  | 200 |');
  expect(times).toContain('at most 0.001');
  expect(loadedTable(...compared)).toContain('| `/account` KB of page |  | 0.0 |');
  expect(chartGroups(...compared).map(({ bars }) => bars.map(({ label }) => label))).toEqual([['(0)', '(c)'], ['(c)']]);
});

test('processor times are those of a visit, and lead to visits a day', () => {
  const cost = (cpuSeconds: number) => ({ visits: 10, requests: 120, cpuSeconds });
  const rows = capacityTable({ first: cost(0.02), returning: cost(0.01), look: cost(0.0001), cpuSeconds: 0.01 });
  expect(rows).toContain('| a first visit | 20.00 | 12 |');
  expect(rows).toContain('| **10.00** |');
  expect(rows).toContain('| 3,000,000 |');
});
