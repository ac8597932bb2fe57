import { isClearlyWorse } from '../judge/judge-canary.ts';

/** Everybody has to get a version for this long before it can be known good: an hour, in milliseconds. */
export const KNOWN_GOOD_MS = 60 * 60 * 1000;
/** So many visits it has to have in that time. */
export const KNOWN_GOOD_VISITS = 200;
/** The largest share of visits that may fail, unless the known good version before failed more often: 1 %. */
export const KNOWN_GOOD_FAILED = 0.01;

/** Visits of a version, and how many of them failed. */
interface Tally {
  readonly visits: number;
  readonly failed: number;
}

/** A version that everybody gets. */
interface LiveTime extends Tally {
  /** For how long, in milliseconds. */
  readonly ms: number;
}

/**
 * Whether a version is known good: everybody got it for an hour, with 200 visits at least; it failed in at most 1 % of them, or not more
 * often than the known good version before it; and not clearly more often than that one, which a few visits alone would not show.
 */
export function isKnownGood(version: LiveTime, before: Tally | null): boolean {
  if (version.ms < KNOWN_GOOD_MS || version.visits < KNOWN_GOOD_VISITS) return false;
  const hasBefore = before !== null && before.visits > 0;
  const most = hasBefore ? Math.max(KNOWN_GOOD_FAILED, before.failed / before.visits) : KNOWN_GOOD_FAILED;
  if (version.failed > version.visits * most) return false;
  return !hasBefore || !isClearlyWorse(version, before);
}
