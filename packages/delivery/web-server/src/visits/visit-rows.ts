import type { VisitRow } from '@portal/contract/visits';
import { LOAD_SECONDS, SLOT_SECONDS, SLOW_SECONDS } from '@portal/contract/visits';
import { versionKey } from './served-views.ts';

/** How long rows are kept, in seconds. */
const KEPT_SECONDS = 24 * 60 * 60;
/** A day of five parts with two versions each has 43,200 rows; the oldest are dropped first. */
const MOST_ROWS = 50_000;
/** What one row needs, in bytes. */
const ROW_BYTES = 600;

interface Row extends Pick<VisitRow, 'release' | 'slot' | 'part' | 'version'> {
  visits: number;
  /** Slots after the own one -> visits. */
  readonly failed: Map<number, number>;
  readonly loads: number[];
  readonly senders: { failed: number; slow: number };
}

export function slotOf(seconds: number): number {
  return Math.floor(seconds / SLOT_SECONDS) * SLOT_SECONDS;
}

/** The place of a load time among the bounds; the last one is for those above all bounds. */
export function placeOf(value: number, bounds: readonly number[]): number {
  const place = bounds.findIndex((bound) => value <= bound);
  return place === -1 ? bounds.length : place;
}

/** Counted visits by release, slot, part and version. */
export class VisitRows {
  /** By slot, then by the other fields; slots are begun in about their order. */
  readonly #slots = new Map<number, Map<string, Row>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#size * ROW_BYTES;
  }

  /** The row to count in; `now` in seconds since the epoch. */
  row(release: number, slot: number, part: string, version: string, now: number): Row {
    const rows = this.#slots.get(slot) ?? new Map<string, Row>();
    this.#slots.set(slot, rows);
    const key = `${String(release)} ${versionKey(part, version)}`;
    const known = rows.get(key);
    if (known) return known;
    const row = {
      release,
      slot,
      part,
      version,
      visits: 0,
      failed: new Map(),
      loads: [...LOAD_SECONDS, 0].map(() => 0),
      senders: { failed: 0, slow: 0 },
    };
    rows.set(key, row);
    this.#size += 1;
    this.#drop(now);
    return row;
  }

  /** Takes rows that were listed before. */
  restore(listed: readonly VisitRow[]): void {
    for (const { visits, failed, loads, senders, release, slot, part, version } of listed) {
      const row = this.row(release, slot, part, version, slot);
      row.visits = visits;
      for (const [later, count] of failed) row.failed.set(later, count);
      row.loads.splice(0, loads.length, ...loads);
      // A file does not say who they were: each counts as another one.
      const slow = loads.slice(LOAD_SECONDS.indexOf(SLOW_SECONDS) + 1).reduce((sum, count) => sum + count, 0);
      const unknown = { failed: failed.reduce((sum, [, count]) => sum + count, 0), slow };
      Object.assign(row.senders, senders ?? unknown);
    }
  }

  /** Slots in ascending order, from `after` on. */
  list(after: number, now: number): readonly VisitRow[] {
    this.#drop(now);
    return [...this.#slots.keys()]
      .filter((slot) => slot >= after)
      .toSorted((a, b) => a - b)
      .flatMap((slot) => [...(this.#slots.get(slot)?.values() ?? [])])
      .map((row) => ({
        ...row,
        loads: [...row.loads],
        senders: { ...row.senders },
        failed: [...row.failed].toSorted(([a], [b]) => a - b),
      }));
  }

  #drop(now: number): void {
    for (const [slot, rows] of this.#slots) {
      if (slot > now - KEPT_SECONDS && this.#size <= MOST_ROWS) return;
      this.#size -= rows.size;
      this.#slots.delete(slot);
    }
  }
}
