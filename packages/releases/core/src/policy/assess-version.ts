import { count, minute, share, withoutStop } from '../format/format-values.ts';
import { isClearlyWorse } from '../judge/judge-canary.ts';
import type { Evidence } from '../store/evidence.ts';
import type { ReleaseSummary } from '../format/documents.ts';

/** Everybody has to get a version for this long before it is good: an hour, in milliseconds. */
export const GOOD_MS = 60 * 60 * 1000;
/** So many visits it has to have in that time. */
export const GOOD_VISITS = 200;
/** The largest share of visits that may fail, unless the good version before failed more often: 1 %. */
export const GOOD_FAILED = 0.01;

/** Visits of a version, and how many of them failed. */
export interface Tally {
  readonly visits: number;
  readonly failed: number;
}

/** A version that everybody gets. */
interface LiveTime extends Tally {
  /** For how long, in milliseconds. */
  readonly ms: number;
}

/**
 * Whether a version is good: everybody got it for an hour, with 200 visits at least; it failed in at most 1 % of them,
 * or not more often than the good version before it; and not clearly more often than that one, which a few visits alone
 * would not show.
 */
export function isGood(version: LiveTime, before: Tally | null): boolean {
  if (version.ms < GOOD_MS || version.visits < GOOD_VISITS) return false;
  const hasBefore = before !== null && before.visits > 0;
  const most = hasBefore ? Math.max(GOOD_FAILED, before.failed / before.visits) : GOOD_FAILED;
  if (version.failed > version.visits * most) return false;
  return !hasBefore || !isClearlyWorse(version, before);
}

/**
 * What is known of a version:
 * - `good`: everybody had it for an hour, in 200 visits, and it hardly failed.
 * - `no-worse`: its canary failed hardly more often than what the others got.
 * - `unproven`: none of these, and nothing against it.
 * - `rolled-back`: somebody went back from it to an older version, or ended its canary, and nobody has given it to
 *   everybody since.
 * - `failed`: it failed clearly more often than its baseline, or in most of its visits.
 */
export const STANDINGS = ['good', 'no-worse', 'unproven', 'rolled-back', 'failed'] as const;
export type Standing = (typeof STANDINGS)[number];

/** What is known of a version, and why. Plain data. */
export interface Assessment {
  readonly standing: Standing;
  /** The end of a sentence: "known good since 2026-11-21 03:12 UTC, 5,120 visits, 0.2 % failed". */
  readonly why: string;
  /**
   * Whether it failed clearly more often than a baseline measured beside it: only then a promotion has to say
   * `--anyway`.
   */
  readonly isProven: boolean;
}

const failures = ({ failed, visits }: Tally) => `${failed.toLocaleString('en-US')} of ${count(visits, 'visit')}`;

/** "failed in 6 of 6 visits, 1.1.0 in 0 of 300 visits". */
export function describeFailures({ baseline, ...tally }: Evidence): string {
  const own = `failed in ${failures(tally)}`;
  return baseline ? `${own}, ${baseline.version} in ${failures(baseline)}` : own;
}

/** "its canary failed in 6 of 6 visits, 1.1.0 in 0 of 300 visits". */
export function describeEvidence(evidence: Evidence): string {
  const { as, verdict, at, visits, failed } = evidence;
  return verdict === 'good'
    ? `known good since ${minute(at)}, ${count(visits, 'visit')}, ${share(failed, visits)} failed`
    : `${as === 'canary' ? 'its canary' : 'it'} ${describeFailures(evidence)}`;
}

/** Whether most of the visits that are known failed. */
const failsMostly = ({ failed, visits }: Tally) => failed * 2 > visits;

/** Whether evidence speaks against a version: it was clearly worse, or most of the visits that are known failed. */
export const speaksAgainst = (evidence: Evidence) =>
  evidence.verdict === 'worse' || (evidence.verdict === 'inconclusive' && failsMostly(evidence));

/** What happened to a version, as the store has it. */
interface VersionRecord {
  /** The oldest first. */
  readonly evidence: readonly Evidence[];
  /**
   * The release that took it back: a rollback, or the end of its canary; undefined if none did, or everybody got it
   * since.
   */
  readonly leftBy: ReleaseSummary | undefined;
}

/**
 * What is known of a version. What was measured outweighs what people did: later visits that worked clear earlier
 * failures, a promotion does not.
 */
export function assessVersion({ evidence, leftBy }: VersionRecord): Assessment {
  const decisive = evidence.findLast(({ verdict }) => verdict !== 'inconclusive');
  const last = evidence.at(-1);
  if (decisive?.verdict === 'worse')
    return { standing: 'failed', why: describeEvidence(decisive), isProven: decisive.baseline !== null };
  if (!decisive && last && failsMostly(last))
    return { standing: 'failed', why: describeEvidence(last), isProven: false };
  const isLaterGood = decisive?.verdict === 'good' && leftBy && decisive.release > leftBy.number;
  if (leftBy && !isLaterGood)
    return {
      standing: 'rolled-back',
      why: `${leftBy.action === 'end-canary' ? 'its canary was ended' : 'rolled back from'} by ${leftBy.createdBy} in release ${String(leftBy.number)}: ${withoutStop(leftBy.reason)}`,
      isProven: false,
    };
  if (decisive && decisive.verdict !== 'inconclusive')
    return { standing: decisive.verdict, why: describeEvidence(decisive), isProven: false };
  return { standing: 'unproven', why: last ? describeEvidence(last) : 'no visits are known', isProven: false };
}
