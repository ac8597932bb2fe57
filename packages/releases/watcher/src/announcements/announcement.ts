/** What people are told about; in a webhook, its `type`. */
export const ANNOUNCEMENTS = [
  'canary.ended',
  'part.rolled-back',
  'part.fails',
  'store.damaged',
  'store.whole',
  'plan.asks',
] as const;

/** Something that people should know. No personal data but the names in the history. */
export interface Announcement {
  /** The same for every watcher of a store, so that receivers can leave out what they know. */
  readonly id: string;
  readonly type: (typeof ANNOUNCEMENTS)[number];
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Sentences. */
  readonly text: string;
  readonly part?: string;
  readonly version?: string;
  /** Number of the release that did it. */
  readonly release?: number;
  /** Who did it, as in the history. */
  readonly by?: string;
}
