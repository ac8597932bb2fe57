import type { SavedCheckpoint, Leaf, LogKey } from './leaf.ts';

/** An entry that was read and checked. */
export interface LogEntry {
  readonly index: number;
  readonly leaf: Leaf;
  /** The key that signed it. */
  readonly signedBy: LogKey;
  /**
   * Whether it was made past the release service: by an operator, or with a break-glass key where the service has one
   * of its own.
   */
  readonly isBreakGlass: boolean;
}

/** The newest hash of a document, in hex, and the index of the entry that has it. */
export interface LoggedDocument {
  readonly sha256: string;
  readonly index: number;
}

/** A log as it was read: every entry, and every signature was checked. */
export interface LogView {
  /** How many entries it has; 0 before the first one. */
  readonly size: number;
  /** Null before the first entry, as is the checkpoint. */
  readonly origin: string | null;
  /** The newest checkpoint, a signed note. */
  readonly checkpoint: string | null;
  /** By key, such as "releases/000007.json". */
  readonly documents: ReadonlyMap<string, LoggedDocument>;
  /** All entries, the oldest first. */
  readonly entries: readonly LogEntry[];
  /** The newest entry about a document. */
  findEntry(key: string): LogEntry | undefined;
  /** Who may sign the next entry. */
  readonly keys: readonly LogKey[];
  /** The highest number of a release that this log, or the one it was restored from, ever had; 0 if there is none. */
  readonly newestRelease: number;
  /** The highest number of a release in this log itself. */
  readonly lastRelease: number;
  /** What to keep of it; undefined before the first entry. */
  keep(): SavedCheckpoint | undefined;
}
