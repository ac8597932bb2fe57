import type { Vital, VisitRow, VitalRow } from '@portal/contract/visits';
import { LOAD_SECONDS, VITAL_BOUNDS } from '@portal/contract/visits';
import { NO_WORSE_VISITS } from '@portal/release/judgement';

/** What visits of a version were like. */
export interface Figures {
  readonly visits: number;
  /** Visits that failed. */
  readonly failed: number;
  /** Visits by load time, as in `VisitRow`. */
  readonly loads: readonly number[];
}

/** The visits of a part; without a version those of all versions, from a time in seconds since the epoch on. */
interface Selection {
  readonly part: string;
  readonly version?: string | undefined;
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

const NO_LOADS: readonly number[] = [...LOAD_SECONDS, Infinity].map(() => 0);

const sums = (one: readonly number[], other: readonly number[]): readonly number[] =>
  one.map((value, index) => value + (other[index] ?? 0));

export function getFigures(
  rows: readonly VisitRow[],
  { part, version, from = 0, until = Infinity }: Selection,
): Figures {
  let [visits, failed, loads] = [0, 0, NO_LOADS];
  for (const row of rows) {
    if (row.part !== part || (version !== undefined && row.version !== version)) continue;
    if (row.interval < from || row.interval >= until) continue;
    visits += row.visits;
    failed += row.failed.reduce((sum, [, count]) => sum + count, 0);
    loads = sums(loads, row.loads);
  }
  return { visits, failed, loads };
}

/**
 * The bound within which three quarters of the values are: Infinity if it is above all bounds, undefined without
 * values.
 */
function percentile75(counts: readonly number[], bounds: readonly number[]): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let reached = 0;
  const index = counts.findIndex((count) => {
    reached += count;
    return reached >= total * 0.75;
  });
  return bounds[index] ?? Infinity;
}

/** Three quarters of the loads took at most this long, in milliseconds. */
export function loadTime({ loads }: Figures): number | undefined {
  const seconds = percentile75(loads, LOAD_SECONDS);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Three quarters of the visits felt at most this, from a release on. */
export function findVital(
  rows: readonly VitalRow[],
  vital: Vital,
  {
    part,
    version,
    sinceRelease = 0,
  }: { readonly part: string; readonly version: string; readonly sinceRelease?: number },
): number | undefined {
  const values = rows
    .filter((row) => row.vital === vital && row.part === part && row.version === version && row.release >= sinceRelease)
    .map((row) => row.values);
  const [first, ...others] = values;
  return first && percentile75(others.reduce(sums, first), VITAL_BOUNDS[vital]);
}

/** Highest acceptable share of failed visits. */
export const FAILURE_BUDGET = 0.01;

/** Whether there are enough visits to call a version failing or well. */
export const isEnough = ({ visits }: Figures): boolean => visits >= NO_WORSE_VISITS;

/** Share of the visits that failed, 0 to 1; undefined without a visit. */
export const failureRate = ({ visits, failed }: Figures): number | undefined =>
  visits === 0 ? undefined : failed / visits;

/** Whether a version fails more often than it should. Never before enough visits. */
export const isAboveBudget = (figures: Figures): boolean =>
  isEnough(figures) && (failureRate(figures) ?? 0) > FAILURE_BUDGET;

const DAY_SECONDS = 24 * 60 * 60;

/** Begin of the last day, in seconds since the epoch. `now` in milliseconds. */
export const dayBefore = (now: number): number => now / 1000 - DAY_SECONDS;
