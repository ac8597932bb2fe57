/**
 * A canary is worse if at most one in so many healthy ones ever looks this bad: at most 1 % are ended, at any number of
 * looks.
 */
export const WORSE_ONE_IN = 100;
/** No canary is called worse before so many visits of it. */
export const WORSE_VISITS = 5;
/**
 * No canary is called worse before so many networks reported what makes it so: nobody has as many by chance (ADR 17).
 */
export const WORSE_NETWORKS = 8;
/** No canary is called no worse before so many visits of it, and as many of its baseline. */
export const NO_WORSE_VISITS = 100;
/** A canary is no worse if it surely fails in less than this share of the visits more than its baseline. */
export const NO_WORSE_MARGIN = 0.02;
/** Larger numbers of `oneIn` tell a person nothing. */
export const MOST_ONE_IN = 1_000_000_000;

/**
 * What is said of a canary:
 * - `inconclusive`: it is neither clearly worse nor surely no worse yet.
 * - `worse`: it fails or is slow clearly more often than the baseline. End it.
 * - `no-worse`: it surely fails hardly more often than the baseline. A person may give it to everybody.
 * - `no-baseline`: there is no other version to compare it with, and it is not one that works for nobody.
 */
export type Verdict = 'inconclusive' | 'worse' | 'no-worse' | 'no-baseline';

/** Visits of intervals that have ended. */
export interface Figures {
  readonly visits: number;
  readonly failed: number;
}

/** Loads of intervals that have ended. */
export interface LoadFigures {
  readonly loads: number;
  /** Those that took longer than `seconds`. */
  readonly slower: number;
  readonly seconds: number;
}

/** More visits of each version. */
export interface Missing {
  readonly canary: number;
  readonly baseline: number;
}

/** A canary beside the version that the others got in the same intervals and releases, its baseline. Plain data. */
export interface Judgement {
  readonly part: string;
  readonly canary: string;
  readonly baseline: string | null;
  /** The release with which the canary began. */
  readonly sinceRelease: number;
  readonly verdict: Verdict;
  /** What makes it worse; null unless it is. */
  readonly because: 'failures' | 'loads' | null;
  /**
   * At most one in so many healthy canaries ever looks this bad. 1: no sign; from `WORSE_ONE_IN` on it is worse; never
   * above `MOST_ONE_IN`.
   */
  readonly oneIn: number;
  readonly failures: {
    readonly canary: Figures;
    readonly baseline: Figures | null;
    /**
     * How many times as likely (in odds) a visit fails with the canary, with 95 % confidence at all looks together;
     * null where the visits set no limit.
     */
    readonly times: { readonly low: number | null; readonly high: number | null };
  };
  /** The least visits, none of which fails, that would show that it is no worse; null unless it is inconclusive. */
  readonly missing: Missing | null;
  /** At the bound that says most; the canary is allowed about twice the baseline's time. Null without a baseline. */
  readonly loads: { readonly canary: LoadFigures; readonly baseline: LoadFigures } | null;
}
