import type { VisitRow, Visits } from '@portal/contract/visits';
import { LOAD_SECONDS, INTERVAL_SECONDS } from '@portal/contract/visits';
import type { LateFailures } from './blocks.ts';
import type { Figures } from './judgement.ts';

/** What one web server counted since it started. Each instance is given once. */
export type ServerVisits = Pick<Visits, 'instance' | 'at' | 'rows'>;

/** Which versions are compared. */
export interface Question {
  readonly part: string;
  readonly canary: string;
  /** The version that the others get; null if the part was not live before. */
  readonly baseline: string | null;
  /** The release with which the canary began. */
  readonly sinceRelease: number;
}

/**
 * Rows that belong together, because their visitors drew with the same chances: those of one release, at all web
 * servers.
 */
export interface ReleaseRows {
  /** Of intervals that have ended. Rows of several web servers may stand for the same interval. */
  readonly rows: readonly VisitRow[];
  /** The last interval that has ended; what was reported later is left for the next look. */
  readonly lastInterval: number;
}

/** A web server that was last heard of so long before the others is not waited for, in milliseconds. */
const GONE_MS = 60_000;

/** The last interval that has ended for all web servers that still answer, by their own clocks. */
function lastEndedInterval(servers: readonly ServerVisits[]): number {
  const times = servers.map(({ at }) => Date.parse(at));
  const newest = Math.max(...times);
  const seconds = Math.min(...times.filter((at) => at > newest - GONE_MS)) / 1000;
  return (Math.floor(seconds / INTERVAL_SECONDS) - 1) * INTERVAL_SECONDS;
}

/** Whether the others got another version in this release than today: somebody has released the part meanwhile. */
function hasOtherBaseline(rows: readonly VisitRow[], { canary, baseline }: Question): boolean {
  const versions = new Set(rows.map(({ version }) => version));
  versions.delete(canary);
  return versions.size > 0 && baseline !== null && !versions.has(baseline);
}

/** The rows that a question is about, by release. */
export function endedRows(servers: readonly ServerVisits[], question: Question): readonly ReleaseRows[] {
  const lastInterval = lastEndedInterval(servers);
  const ofPart = servers
    .flatMap(({ rows }) => rows)
    .filter(({ part, release }) => part === question.part && release >= question.sinceRelease);
  const releases = [...Map.groupBy(ofPart, ({ release }) => release).values()];
  return releases
    .filter((rows) => !hasOtherBaseline(rows, question))
    .map((rows) => ({
      lastInterval,
      rows: rows.filter(
        ({ interval, version }) =>
          interval <= lastInterval && (version === question.canary || version === question.baseline),
      ),
    }));
}

/** What a version's visits add up to. */
export interface Sums {
  readonly failures: Figures;
  /** As in a row. */
  readonly loads: readonly number[];
  /** Different networks that reported failures, and slow loads. */
  readonly networks: { readonly failures: number; readonly loads: number };
}

const NO_LOADS: readonly number[] = Array.from({ length: LOAD_SECONDS.length + 1 }, () => 0);

const addTo = (sums: number[], loads: readonly number[]) => {
  for (const [index, count] of loads.entries()) sums[index] = (sums[index] ?? 0) + count;
};

export function addUp(releases: readonly ReleaseRows[], version: string): Sums {
  let [visits, failed] = [0, 0];
  const loads = [...NO_LOADS];
  const networks = { failures: 0, loads: 0 };
  for (const { rows, lastInterval } of releases)
    for (const row of rows) {
      if (row.version !== version) continue;
      visits += row.visits;
      for (const [delay, count] of row.failed)
        if (row.interval + delay * INTERVAL_SECONDS <= lastInterval) failed += count;
      addTo(loads, row.loads);
      networks.failures += row.networks.failed;
      networks.loads += row.networks.slow;
    }
  // A failure may have reached another web server than its visit, which is lost if that one has started again.
  return { failures: { visits, failed: Math.min(failed, visits) }, loads, networks };
}

const nothing = () => ({ visits: 0, failed: 0, loads: [...NO_LOADS] });

/** What was reported in one interval. */
interface Interval {
  readonly canary: ReturnType<typeof nothing>;
  readonly baseline: ReturnType<typeof nothing>;
  readonly late: LateFailures[];
}

/** What was reported about a release in each interval, in no order. */
export function getIntervals(
  { rows, lastInterval }: ReleaseRows,
  canary: string,
): readonly (readonly [number, Interval])[] {
  const intervals = new Map<number, Interval>();
  const at = (interval: number): Interval => {
    const known = intervals.get(interval) ?? { canary: nothing(), baseline: nothing(), late: [] };
    intervals.set(interval, known);
    return known;
  };
  for (const { interval, version, visits, failed, loads } of rows) {
    const name = version === canary ? 'canary' : 'baseline';
    const arrived = at(interval)[name];
    arrived.visits += visits;
    addTo(arrived.loads, loads);
    for (const [delay, count] of failed) {
      const reported = interval + delay * INTERVAL_SECONDS;
      if (delay === 0) arrived.failed += count;
      else if (reported <= lastInterval) at(reported).late.push({ interval, canary: 0, baseline: 0, [name]: count });
    }
  }
  return [...intervals];
}
