import type { ErrorRow, VisitRow, VitalRow } from '@portal/contract/visits';

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
  /** ISO 8601, UTC; null if it has never answered. */
  readonly startedAt: string | null;
  readonly answeredAt: string | null;
}

/** A version that a share of the visitors gets. */
export interface CanaryStatus {
  readonly part: string;
  readonly version: string;
  readonly percent: number;
  /** The version that the other visitors get; null where the part is not live. */
  readonly baseline: string | null;
  /** Since when the version has been a canary, with whatever share: ISO 8601, UTC, and the release. */
  readonly since: { readonly at: string; readonly release: number };
}

/** What the watcher sees now. Plain data. */
export interface WatcherStatus {
  /** When it looked last; null before the first look. ISO 8601, UTC. */
  readonly lookedAt: string | null;
  /** Number of the newest readable release; 0 for none. */
  readonly release: number;
  /** Why the store could not be read at the last look; null if it could. */
  readonly storeProblem: string | null;
  readonly servers: readonly ServerStatus[];
  readonly canaries: readonly CanaryStatus[];
  /** Of all web servers together: since the begin of each running canary, and of the last day. */
  readonly visits: readonly VisitRow[];
  /** Of all web servers together, since their starts. */
  readonly vitals: readonly VitalRow[];
  readonly errors: readonly ErrorRow[];
  readonly apart: Readonly<Record<string, number>>;
}
