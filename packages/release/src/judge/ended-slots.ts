import type { VisitRow, Visits } from '@portal/contract/visits';
import { LOAD_SECONDS, SLOT_SECONDS } from '@portal/contract/visits';
import type { Arrivals, LateFailures } from './cohorts.ts';
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

/** Rows that belong together: their visitors drew with the same chances, and were counted by the same clock. */
export interface Place {
  /** Rows of one release at one web server, of slots that have ended. */
  readonly rows: readonly VisitRow[];
  /** The last slot that has ended there; what was reported later is left for the next look. */
  readonly lastSlot: number;
}

/** The rows that a question is about. */
export function placesOf(servers: readonly ServerVisits[], question: Question): readonly Place[] {
  return servers.flatMap(({ at, rows }) => {
    const lastSlot = (Math.floor(Date.parse(at) / 1000 / SLOT_SECONDS) - 1) * SLOT_SECONDS;
    const asked = rows.filter(
      ({ part, release, slot, version }) =>
        part === question.part &&
        release >= question.sinceRelease &&
        slot <= lastSlot &&
        (version === question.canary || version === question.baseline),
    );
    const releases = Map.groupBy(asked, ({ release }) => release).values();
    return Array.from(releases, (ofRelease) => ({ rows: ofRelease, lastSlot }));
  });
}

/** What a version's visits add up to. */
export interface Sums {
  readonly failures: Figures;
  /** As in a row. */
  readonly loads: readonly number[];
}

const NO_LOADS: readonly number[] = Array.from({ length: LOAD_SECONDS.length + 1 }, () => 0);

export function sumOf(places: readonly Place[], version: string): Sums {
  let [visits, failed] = [0, 0];
  const loads = [...NO_LOADS];
  for (const { rows, lastSlot } of places)
    for (const row of rows) {
      if (row.version !== version) continue;
      visits += row.visits;
      for (const [delay, count] of row.failed) if (row.slot + delay * SLOT_SECONDS <= lastSlot) failed += count;
      for (const [index, count] of row.loads.entries()) loads[index] = (loads[index] ?? 0) + count;
    }
  return { failures: { visits, failed }, loads };
}

const NOTHING: Arrivals = { visits: 0, failed: 0, loads: NO_LOADS };

/** What was reported in one slot. */
interface Slot {
  canary: Arrivals;
  baseline: Arrivals;
  readonly late: LateFailures[];
}

/** What was reported at a place, slot by slot. */
export function slotsOf({ rows, lastSlot }: Place, canary: string): readonly (readonly [number, Slot])[] {
  const slots = new Map<number, Slot>();
  const at = (slot: number): Slot => {
    const known = slots.get(slot) ?? { canary: NOTHING, baseline: NOTHING, late: [] };
    slots.set(slot, known);
    return known;
  };
  for (const { slot, version, visits, failed, loads } of rows) {
    const name = version === canary ? 'canary' : 'baseline';
    at(slot)[name] = { visits, failed: failed.find(([delay]) => delay === 0)?.[1] ?? 0, loads };
    for (const [delay, count] of failed) {
      const reported = slot + delay * SLOT_SECONDS;
      if (delay > 0 && reported <= lastSlot) at(reported).late.push({ slot, canary: 0, baseline: 0, [name]: count });
    }
  }
  return [...slots].sort(([a], [b]) => a - b);
}
