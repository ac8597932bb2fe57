import type { ReleaseAction } from '../format/release.ts';
import type { PartChange } from '../store/release-diff.ts';
import { changesBetween } from '../store/release-diff.ts';
import { releaseKey } from '../format/keys.ts';
import { StoreError } from '../store/errors.ts';
import type { ReleaseSummary } from '../format/documents.ts';
import type { LogView } from '../release-log/log-view.ts';
import type { Store } from '../store/store.ts';

/** Who made a release, when and why. Plain data. */
interface ReleaseFacts {
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  readonly action: ReleaseAction;
  readonly urgent: boolean;
  /** Whether somebody made it past the release service that the store has. */
  readonly breakGlass: boolean;
}

export function describeRelease(release: ReleaseSummary, log: LogView): ReleaseFacts {
  const { number, createdAt: at, createdBy: by, reason, action, urgent } = release;
  return {
    number,
    at,
    by,
    reason,
    action,
    urgent,
    breakGlass: log.findEntry(releaseKey(number))?.isBreakGlass === true,
  };
}

/** One release in the history. Plain data. */
export type HistoryEntry =
  | (ReleaseFacts & {
      readonly state: 'intact';
      /** Its changes compared with the readable release before it. */
      readonly changes: readonly PartChange[];
    })
  | {
      readonly state: 'damaged';
      readonly number: number;
      readonly problem: string;
      /** The release that was made without it; null while it has to be repaired. */
      readonly skippedBy: number | null;
    };

async function readEntry(store: Store, number: number): Promise<ReleaseSummary | StoreError> {
  try {
    return await store.readReleaseSummary(number);
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

/** Every release, the newest first; `limit` of them at most. */
export async function readHistory(store: Store, { limit = Infinity } = {}): Promise<readonly HistoryEntry[]> {
  const read: { readonly number: number; readonly release: ReleaseSummary | StoreError }[] = [];
  for (const number of (await store.loggedReleases()).toReversed()) {
    const release = await readEntry(store, number);
    read.push({ number, release });
    // The changes of the oldest entry are those against the readable release before it.
    if (read.length > limit && !(release instanceof StoreError)) break;
  }
  const log = await store.log();
  const entries: HistoryEntry[] = [];
  let before: ReleaseSummary | undefined;
  for (const { number, release } of read.toReversed()) {
    if (release instanceof StoreError) {
      entries.push({ state: 'damaged', number, problem: release.message, skippedBy: release.skippedBy ?? null });
      continue;
    }
    entries.push({ state: 'intact', ...describeRelease(release, log), changes: changesBetween(before, release) });
    before = release;
  }
  return entries.toReversed().slice(0, limit);
}
