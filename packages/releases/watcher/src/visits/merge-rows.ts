import type { ErrorRow, VisitRow, VitalRow } from '@portal/contract/visits';

const sums = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, place) => value + (other[place] ?? 0));

function mergeFailed(one: VisitRow['failed'], other: VisitRow['failed']): VisitRow['failed'] {
  const bySlots = new Map(one);
  for (const [slots, visits] of other) bySlots.set(slots, (bySlots.get(slots) ?? 0) + visits);
  return [...bySlots].sort(([a], [b]) => a - b);
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one < other ? other : one);

/** Rows of several web servers that stand for the same, added up. */
function merge<Row>(
  rows: Iterable<Row>,
  toKey: (row: Row) => string,
  add: (one: Row, other: Row) => Row,
): readonly Row[] {
  const merged = new Map<string, Row>();
  for (const row of rows) {
    const key = toKey(row);
    const before = merged.get(key);
    merged.set(key, before === undefined ? row : add(before, row));
  }
  return [...merged.values()];
}

/** What a row of visits stands for; the same for every web server. */
export const visitKey = ({ release, slot, part, version }: VisitRow): string =>
  `${String(release)} ${String(slot)} ${part}@${version}`;

/** Ascending by slot. */
export const mergeVisits = (rows: Iterable<VisitRow>): readonly VisitRow[] =>
  merge(rows, visitKey, (one, other) => ({
    ...one,
    visits: one.visits + other.visits,
    failed: mergeFailed(one.failed, other.failed),
    loads: sums(one.loads, other.loads),
    senders: { failed: one.senders.failed + other.senders.failed, slow: one.senders.slow + other.senders.slow },
  })).toSorted((a, b) => a.slot - b.slot);

export const mergeVitals = (rows: Iterable<VitalRow>): readonly VitalRow[] =>
  merge(
    rows,
    ({ release, part, version, vital }) => `${String(release)} ${part}@${version} ${vital}`,
    (one, other) => ({ ...one, values: sums(one.values, other.values) }),
  );

/** The most frequent first. */
export const mergeErrors = (rows: Iterable<ErrorRow>): readonly ErrorRow[] =>
  merge(
    rows,
    ({ part, version, failure, message, position }) => JSON.stringify([part, version, failure, message, position]),
    (one, other) => ({
      ...one,
      visits: one.visits + other.visits,
      firstAt: earlier(one.firstAt, other.firstAt),
      lastAt: later(one.lastAt, other.lastAt),
    }),
  ).toSorted((a, b) => b.visits - a.visits);

export function mergeApart(counts: Iterable<Readonly<Record<string, number>>>): Readonly<Record<string, number>> {
  const merged: Record<string, number> = {};
  for (const each of counts)
    for (const [reason, count] of Object.entries(each)) merged[reason] = (merged[reason] ?? 0) + count;
  return merged;
}
