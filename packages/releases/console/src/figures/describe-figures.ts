import type { Vital, VitalRow } from '@portal/contract/visits';
import { LOAD_SECONDS, VITAL_BOUNDS, VITALS } from '@portal/contract/visits';
import { NO_WORSE_VISITS } from '@portal/release/judgement';
import { formatCount, formatDuration, formatRate } from '../pages/format.ts';
import { failureRate, isEnough, loadTime, findVital } from './figures.ts';
import type { Figures } from './figures.ts';

/** Why nothing is said of a version yet. */
const TOO_EARLY = `too early to tell before ${String(NO_WORSE_VISITS)} visits`;

/** "0.16 % of 1 204 visits failed". */
export function describeVisits(figures: Figures): string {
  const rate = failureRate(figures);
  if (rate === undefined) return 'no visits yet';
  const visits = `${formatCount(figures.visits)} ${figures.visits === 1 ? 'visit' : 'visits'}`;
  return isEnough(figures)
    ? `${formatRate(rate)} of ${visits} failed`
    : `${formatCount(figures.failed)} of ${visits} failed, ${TOO_EARLY}`;
}

/** A time within which three quarters of the loads were, in milliseconds: "500 ms", "more than 10.0 s". */
export function describeLoadTime(figures: Figures): string | undefined {
  const ms = loadTime(figures);
  if (ms === undefined) return undefined;
  return ms === Infinity ? `more than ${formatDuration((LOAD_SECONDS.at(-1) ?? 0) * 1000)}` : formatDuration(ms);
}

const valueOf = (vital: Vital, value: number): string => (vital === 'CLS' ? String(value) : formatDuration(value));

/** What three quarters of the visits felt at most: "LCP 2.5 s". */
export function describeVital(
  rows: readonly VitalRow[],
  vital: Vital,
  version: Parameters<typeof findVital>[2],
): string | undefined {
  const value = findVital(rows, vital, version);
  if (value === undefined) return undefined;
  return value === Infinity ? `more than ${valueOf(vital, VITAL_BOUNDS[vital].at(-1) ?? 0)}` : valueOf(vital, value);
}

/** "LCP 2.5 s, INP 200 ms, CLS 0.1". */
export function describeVitals(
  rows: readonly VitalRow[],
  version: Parameters<typeof findVital>[2],
): string | undefined {
  const known = VITALS.flatMap((vital) => {
    const text = describeVital(rows, vital, version);
    return text === undefined ? [] : [`${vital} ${text}`];
  });
  return known.length === 0 ? undefined : known.join(', ');
}
