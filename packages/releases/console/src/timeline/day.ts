import type { VisitRow } from '@portal/contract/visits';
import type { HistoryEntry } from '@portal/release/operations/read-history';
import { dayBefore, failureRate, getFigures, loadTime } from '../figures/figures.ts';
import type { Figures } from '../figures/figures.ts';

/** Half hours in a day. */
export const STEPS = 48;
const STEP_SECONDS = 30 * 60;

/** A rate of fewer visits is chance: it is not drawn. */
export const DRAWN_VISITS = 10;

/** A half hour of a part. */
interface Step {
  /** Begin, in seconds since the epoch. */
  readonly from: number;
  readonly figures: Figures;
  /** Share of failed visits, and milliseconds within which three quarters loaded; undefined with too few visits. */
  readonly rate: number | undefined;
  readonly load: number | undefined;
}

/** A release that changed a part. */
export interface Mark {
  readonly number: number;
  /** In seconds since the epoch. */
  readonly at: number;
  /** What it made of the part: "1.3.0", "1.3.0 at 10 %", "ended". */
  readonly what: string;
}

/** The last day of a part. */
export interface PartDay {
  readonly part: string;
  readonly steps: readonly Step[];
  readonly marks: readonly Mark[];
}

function toStep(rows: readonly VisitRow[], part: string, from: number): Step {
  const figures = getFigures(rows, { part, from, until: from + STEP_SECONDS });
  const isDrawn = figures.visits >= DRAWN_VISITS;
  const load = isDrawn ? loadTime(figures) : undefined;
  return { from, figures, rate: isDrawn ? failureRate(figures) : undefined, load };
}

function collectMarks(history: readonly HistoryEntry[], part: string, from: number): readonly Mark[] {
  return history.flatMap((entry) => {
    if (entry.state === 'damaged') return [];
    const at = Date.parse(entry.at) / 1000;
    const change = entry.changes.find(({ name, kind }) => name === part && (kind === 'live' || kind === 'canary'));
    if (!change || at < from) return [];
    const { kind, from: before, to, percent } = change;
    const what = to === null ? `${before ?? ''} ends` : kind === 'canary' ? `${to} at ${String(percent)} %` : to;
    return [{ number: entry.number, at, what }];
  });
}

/** The last day of each part, in half hours; the newest release of a part comes first. `now` in milliseconds. */
export function lastDay(
  parts: readonly string[],
  visits: readonly VisitRow[],
  history: readonly HistoryEntry[],
  now: number,
): readonly PartDay[] {
  const end = Math.ceil(now / 1000 / STEP_SECONDS) * STEP_SECONDS;
  return parts.map((part) => {
    const own = visits.filter((row) => row.part === part);
    const steps = Array.from({ length: STEPS }, (_empty, index) =>
      toStep(own, part, end - (STEPS - index) * STEP_SECONDS),
    );
    return { part, steps, marks: collectMarks(history, part, dayBefore(now)) };
  });
}

/** Whether something failed or was released. */
export const isEventful = ({ steps, marks }: PartDay): boolean =>
  marks.length > 0 || steps.some(({ figures }) => figures.failed > 0);

/** The place of a time in the day, 0 to 1. */
export function getPlace({ steps }: PartDay, at: number): number {
  const begin = steps[0]?.from ?? 0;
  return Math.min(1, Math.max(0, (at - begin) / (STEPS * STEP_SECONDS)));
}
