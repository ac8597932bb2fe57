import type { ErrorRow, VisitRow, VitalRow } from '@portal/contract/visits';

const sums = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, place) => value + (other[place] ?? 0));

function mergeFailed(one: VisitRow['failed'], other: VisitRow['failed']): VisitRow['failed'] {
  const byIntervals = new Map(one);
  for (const [intervals, visits] of other) byIntervals.set(intervals, (byIntervals.get(intervals) ?? 0) + visits);
  return [...byIntervals].sort(([a], [b]) => a - b);
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
export const visitKey = ({ release, interval, part, version }: VisitRow): string =>
  `${String(release)} ${String(interval)} ${part}@${version}`;

/** Ascending by interval. */
export const mergeVisits = (rows: Iterable<VisitRow>): readonly VisitRow[] =>
  merge(rows, visitKey, (one, other) => ({
    ...one,
    visits: one.visits + other.visits,
    failed: mergeFailed(one.failed, other.failed),
    loads: sums(one.loads, other.loads),
    networks: { failed: one.networks.failed + other.networks.failed, slow: one.networks.slow + other.networks.slow },
  })).toSorted((a, b) => a.interval - b.interval);

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

export function mergeIgnored(counts: Iterable<Readonly<Record<string, number>>>): Readonly<Record<string, number>> {
  const merged: Record<string, number> = {};
  for (const each of counts)
    for (const [reason, count] of Object.entries(each)) merged[reason] = (merged[reason] ?? 0) + count;
  return merged;
}
