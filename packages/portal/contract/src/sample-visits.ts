import type { VisitRow } from './visits.ts';
import { LOAD_SECONDS, SLOW_SECONDS } from './visits.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** How many loads of a row were slow. */
export const slowIn = (loads: readonly number[]): number => sum(loads.slice(LOAD_SECONDS.indexOf(SLOW_SECONDS) + 1));

/**
 * For tests: visits of one interval, by default fast ones that worked. Each that failed or was slow came from a network
 * of its own.
 */
export function visitRow(row: Partial<VisitRow>): VisitRow {
  const { visits = 1, failed = [], loads = [...LOAD_SECONDS.map(() => 0), 0].with(1, visits) } = row;
  const networks = { failed: sum(failed.map(([, count]) => count)), slow: slowIn(loads) };
  return { release: 1, interval: 0, part: 'mfe-hubs', version: '1.0.0', visits, failed, loads, networks, ...row };
}
