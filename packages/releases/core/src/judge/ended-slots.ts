import type { VisitRow, Visits } from '@portal/contract/visits';
import { LOAD_SECONDS, SLOT_SECONDS } from '@portal/contract/visits';
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

/** Rows that belong together, because their visitors drew with the same chances: those of one release, at all web servers. */
export interface ReleaseRows {
  /** Of slots that have ended. Rows of several web servers may stand for the same slot. */
  readonly rows: readonly VisitRow[];
  /** The last slot that has ended; what was reported later is left for the next look. */
  readonly lastSlot: number;
}

/** A web server that was last heard of so long before the others is not waited for, in milliseconds. */
const GONE_MS = 60_000;

/** The last slot that has ended for all web servers that still answer, by their own clocks. */
function lastEndedSlot(servers: readonly ServerVisits[]): number {
  const times = servers.map(({ at }) => Date.parse(at));
  const newest = Math.max(...times);
  const seconds = Math.min(...times.filter((at) => at > newest - GONE_MS)) / 1000;
  return (Math.floor(seconds / SLOT_SECONDS) - 1) * SLOT_SECONDS;
}

/** Whether the others got another version in this release than today: somebody has released the part meanwhile. */
function hasOtherBaseline(rows: readonly VisitRow[], { canary, baseline }: Question): boolean {
  const versions = new Set(rows.map(({ version }) => version));
  versions.delete(canary);
  return versions.size > 0 && baseline !== null && !versions.has(baseline);
}

/** The rows that a question is about, by release. */
export function endedRows(servers: readonly ServerVisits[], question: Question): readonly ReleaseRows[] {
  const lastSlot = lastEndedSlot(servers);
  const ofPart = servers
    .flatMap(({ rows }) => rows)
    .filter(({ part, release }) => part === question.part && release >= question.sinceRelease);
  const releases = [...Map.groupBy(ofPart, ({ release }) => release).values()];
  return releases
    .filter((rows) => !hasOtherBaseline(rows, question))
    .map((rows) => ({
      lastSlot,
      rows: rows.filter(
        ({ slot, version }) => slot <= lastSlot && (version === question.canary || version === question.baseline),
      ),
    }));
}

/** What a version's visits add up to. */
export interface Sums {
  readonly failures: Figures;
  /** As in a row. */
  readonly loads: readonly number[];
  /** Different networks that reported failures, and slow loads. */
  readonly senders: { readonly failures: number; readonly loads: number };
}

const NO_LOADS: readonly number[] = Array.from({ length: LOAD_SECONDS.length + 1 }, () => 0);

const addTo = (sums: number[], loads: readonly number[]) => {
  for (const [index, count] of loads.entries()) sums[index] = (sums[index] ?? 0) + count;
};

export function addUp(releases: readonly ReleaseRows[], version: string): Sums {
  let [visits, failed] = [0, 0];
  const loads = [...NO_LOADS];
  const senders = { failures: 0, loads: 0 };
  for (const { rows, lastSlot } of releases)
    for (const row of rows) {
      if (row.version !== version) continue;
      visits += row.visits;
      for (const [delay, count] of row.failed) if (row.slot + delay * SLOT_SECONDS <= lastSlot) failed += count;
      addTo(loads, row.loads);
      senders.failures += row.senders.failed;
      senders.loads += row.senders.slow;
    }
  // A failure may have reached another web server than its visit, which is lost if that one has started again.
  return { failures: { visits, failed: Math.min(failed, visits) }, loads, senders };
}

const nothing = () => ({ visits: 0, failed: 0, loads: [...NO_LOADS] });

/** What was reported in one slot. */
interface Slot {
  readonly canary: ReturnType<typeof nothing>;
  readonly baseline: ReturnType<typeof nothing>;
  readonly late: LateFailures[];
}

/** What was reported about a release in each slot, in no order. */
export function getSlots({ rows, lastSlot }: ReleaseRows, canary: string): readonly (readonly [number, Slot])[] {
  const slots = new Map<number, Slot>();
  const at = (slot: number): Slot => {
    const known = slots.get(slot) ?? { canary: nothing(), baseline: nothing(), late: [] };
    slots.set(slot, known);
    return known;
  };
  for (const { slot, version, visits, failed, loads } of rows) {
    const name = version === canary ? 'canary' : 'baseline';
    const arrived = at(slot)[name];
    arrived.visits += visits;
    addTo(arrived.loads, loads);
    for (const [delay, count] of failed) {
      const reported = slot + delay * SLOT_SECONDS;
      if (delay === 0) arrived.failed += count;
      else if (reported <= lastSlot) at(reported).late.push({ slot, canary: 0, baseline: 0, [name]: count });
    }
  }
  return [...slots];
}
