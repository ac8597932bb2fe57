import type { VisitRow } from '@portal/contract/visits';
import type { Tally } from '@portal/release/assess-version';
import type { ReleaseSummary } from '@portal/release/format/documents';
import type { LiveRun } from '../evidence-recorder.ts';
import { failuresIn, liveRuns } from '../evidence-recorder.ts';
import type { Announcement } from './announcement.ts';

/** So many visits of a version that everybody has newly got are looked at. */
const FIRST_VISITS = 100;
/** So many of them have to fail. */
const LEAST_FAILED = 50;
/** For so long all visits are kept, so that the first ones are known. In milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The first visits since everybody has got a version, until the interval with the last of them has ended. */
function firstVisits({ part, version, begin }: LiveRun, rows: readonly VisitRow[]): Tally {
  const own = rows
    .filter((row) => row.part === part && row.version === version && row.release >= begin.number)
    .toSorted((a, b) => a.interval - b.interval);
  let [visits, failed, interval] = [0, 0, 0];
  for (const row of own) {
    if (visits >= FIRST_VISITS && row.interval !== interval) break;
    visits += row.visits;
    failed += failuresIn(row);
    interval = row.interval;
  }
  return { visits, failed };
}

/**
 * The versions that everybody has newly got, and that fail in half of their first visits: there is nothing to compare
 * them with.
 */
export function failingParts(
  releases: readonly ReleaseSummary[],
  rows: readonly VisitRow[],
  now: number,
): readonly Announcement[] {
  return liveRuns(releases).flatMap((run) => {
    const { part, version, begin } = run;
    if (now - Date.parse(begin.createdAt) >= KEPT_MS) return [];
    const { visits, failed } = firstVisits(run, rows);
    if (failed < LEAST_FAILED || failed * 2 < visits) return [];
    const type = 'part.fails';
    const text =
      `${part} ${version} failed in ${failed.toLocaleString('en-US')} of its first ${visits.toLocaleString('en-US')} visits since ${begin.createdBy} ` +
      `gave it to everybody with release ${String(begin.number)}. Nothing is rolled back by itself. To go back: npm run release -- rollback ${part} --reason "…"`;
    const id = `${type}-${String(begin.number)}-${part}-${version}`;
    return [{ id, type, at: new Date(now).toISOString(), text, part, version, release: begin.number }];
  });
}
