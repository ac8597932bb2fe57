import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { quantile, formatTables } from './report.ts';
import type { Scenario } from './scenarios.ts';
import type { Outcomes } from './simulate-all.ts';
import { getShare, simulateAll } from './simulate-all.ts';

const simulations = await simulateAll('quick');

const getOutcomes = (outcomes: Outcomes, isAsked: (scenario: Scenario) => boolean) =>
  outcomes.filter(([scenario]) => isAsked(scenario)).map(([, outcome]) => outcome);
/** Canaries that fail for everybody, with at most this share. */
const totalFailures = (share: number) =>
  getOutcomes(simulations.worse, (scenario) => scenario.canary === 1 && !scenario.turns && scenario.share <= share);

describe('the judge, in simulated streams', () => {
  test('ends at most one healthy canary in 100, by failures and slow loads together', () => {
    const tooMany = simulations.healthy.filter(([, { ended, streams }]) => ended.length / streams > 0.01);
    expect(tooMany.map(([{ title }]) => title)).toEqual([]);
  });

  test('ends every canary that is clearly worse', () => {
    const missed = simulations.worse.filter(([, { ended, streams }]) => ended.length < streams);
    expect(missed.map(([{ title }]) => title)).toEqual([]);
  });

  test('finds 1 % against 5 % within 500 visits of the canary, half of the times, up to a share of half', () => {
    const isAsked = ({ usual, canary, share, turns }: Scenario) =>
      usual === 0.01 && canary === 0.05 && share <= 0.5 && !turns;
    for (const { ended } of getOutcomes(simulations.worse, isAsked)) expect(quantile(ended, 0.5)).toBeLessThan(500);
  });

  test('finds a total failure within ten visits: nearly always up to a share of 30 %, mostly up to one of half', () => {
    for (const { ended } of totalFailures(0.3)) expect(quantile(ended, 0.95)).toBeLessThanOrEqual(10);
    for (const { ended } of totalFailures(0.5)) expect(quantile(ended, 0.7)).toBeLessThanOrEqual(10);
  });

  test('finds a canary that turns bad after half a day', () => {
    const turned = getOutcomes(simulations.worse, ({ canary, turns }) => canary === 1 && turns !== undefined);
    for (const { ended } of turned) expect(quantile(ended, 0.9)).toBeLessThan(20);
  });

  test('finds slow loads', () => {
    const slow = getOutcomes(simulations.worse, ({ slower = 1 }) => slower > 1);
    for (const { ended } of slow) expect(quantile(ended, 0.5)).toBeLessThan(100);
  });

  test('hardly ever calls a canary no worse that fails in two of 100 visits more', () => {
    const worse = getOutcomes(simulations.noWorse, ({ usual, canary }) => canary > usual);
    for (const { noWorse, streams } of worse) expect(noWorse.length / streams).toBeLessThan(0.1);
  });
});

/** Rows of tables by their titles. */
const rowsIn = (tables: string) =>
  new Map([...tables.matchAll(/^\| (.+?) \|.*$/gm)].map(([row, title]) => [title, row]));

test('docs/benchmarks.md has the tables that "npm run lab -- simulate" writes', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/benchmarks.md'), 'utf8');
  const section =
    /<!-- simulations -->\n\n<!-- prettier-ignore -->\n([^]*)\n\n<!-- \/simulations -->/.exec(page)?.[1] ?? '';
  const [written, simulated] = [rowsIn(section), rowsIn(formatTables(simulations))];
  expect([...written.keys()]).toEqual([...simulated.keys()]);
  const scenarios = Object.values(simulations).flatMap((outcomes) => outcomes.map(([scenario]) => scenario));
  const whole = scenarios.filter((scenario) => getShare(scenario, 'quick') === 1);
  expect(whole).toHaveLength(12);
  for (const { title } of whole) expect(written.get(title)).toBe(simulated.get(title));
});
