import type { ErrorRow, LogRefusal, VisitRow, VitalRow } from '@portal/contract/visits';
import type { StagedPlan } from '@portal/release/format/staged-plan';
import type { Judgement } from '@portal/release/judgement';
import type { Announcement } from './announcements/announcement.ts';

/** What a web server said when it was last asked. */
export interface ServerStatus {
  /** Of its metrics: "http://127.0.0.1:4300/metrics". */
  readonly address: string;
  /** Why it could not be asked; null if it answered. */
  readonly problem: string | null;
  /** Number of the release that it serves, 0 for none; null if it has never answered. */
  readonly served: number | null;
  /** Numbers of newer releases that are damaged, and so not served. */
  readonly heldBack: readonly number[];
  /** Why it refuses the log of its store; null if it does not. */
  readonly refuses: LogRefusal | null;
  /** ISO 8601, UTC; null if it has never answered. */
  readonly startedAt: string | null;
}

/** A version that a share of the visitors gets. */
export interface RunningCanary {
  readonly part: string;
  readonly version: string;
  readonly percent: number;
  /** Canaries with the same bucketing key have the same visitors. */
  readonly bucketingKey: string;
  /** How its share grows; null where only people change it. */
  readonly stagedPlan: StagedPlan | null;
  /** The promotion by which everybody is to get it; null without one. */
  readonly promotion: { readonly release: number; readonly by: string } | null;
  /** The version that the other visitors get; null where the part is not live. */
  readonly baseline: string | null;
  /** Since when the version has been a canary, with whatever share: ISO 8601, UTC, and the release. */
  readonly since: { readonly at: string; readonly release: number };
}

export interface CanaryStatus extends RunningCanary {
  /** Whether the watcher ends it when it is clearly worse. */
  readonly endsByItself: boolean;
  /** Null before the first look. */
  readonly judgement: Judgement | null;
  /** Null without a staged plan. */
  readonly plan: PlanStatus | null;
  /** Why the watcher could not end it or raise its share, although it should; null otherwise. */
  readonly problem: string | null;
}

/**
 * What a staged plan does:
 * - `waits`: until the time of the stage is over, the visits are enough and show no difference, and nothing pauses it;
 *   before everybody gets what a person has promoted, only for the time.
 * - `raises`: the share, at this look.
 * - `asks`: the last stage is over, or a day after a stage the visits do not show yet that the canary is no worse, or a
 *   promoted version is clearly worse and does not end by itself; a person decides.
 */
type PlanState = 'waits' | 'raises' | 'asks';

export interface PlanStatus {
  /** "10 % for 2 h, 50 % for a day, then ask", "50 % for 30 min, then everybody". */
  readonly text: string;
  /** When the time of the present stage is over; ISO 8601, UTC. */
  readonly until: string;
  /** The share of the next stage; null at the last one, unless a person has promoted the version. */
  readonly next: number | 'everybody' | null;
  readonly state: PlanState;
  /** What it waits for, in a sentence; null unless it waits. */
  readonly waitsFor: string | null;
}

/** Somebody who is told. */
export interface ReceiverStatus {
  /** "webhook https://hooks.example.com", "mail by smtp.example.com". */
  readonly name: string;
  /** How many announcements it has not taken yet. */
  readonly waiting: number;
  /** When it took the last one; ISO 8601, UTC. */
  readonly sentAt: string | null;
  /** Why it did not take one; null if all is well. */
  readonly problem: string | null;
}

/** What the watcher sees now. Plain data. */
export interface WatcherStatus {
  /** When it looked last; null before the first look. ISO 8601, UTC. */
  readonly lookedAt: string | null;
  /** Number of the newest readable release; 0 for none. */
  readonly release: number;
  /** Number of the newest release, readable or not; 0 for none. */
  readonly newest: number;
  /** Numbers of releases that cannot be read. */
  readonly damaged: readonly number[];
  /** Why the store could not be read at the last look; null if it could. */
  readonly storeProblem: string | null;
  readonly servers: readonly ServerStatus[];
  readonly canaries: readonly CanaryStatus[];
  /** What pauses plans now, such as "Fri 16:00 to Mon 08:00 (Europe/Berlin)"; null if nothing does. */
  readonly planPause: string | null;
  /** What happened since it started, the newest first; fifty at most. */
  readonly announcements: readonly Announcement[];
  readonly receivers: readonly ReceiverStatus[];
  /**
   * Of all web servers together: of the last day, and since the begin of a running canary for its part, for a week at
   * most.
   */
  readonly visits: readonly VisitRow[];
  /** Of all web servers together, since their starts. */
  readonly vitals: readonly VitalRow[];
  readonly errors: readonly ErrorRow[];
  readonly ignored: Readonly<Record<string, number>>;
}
