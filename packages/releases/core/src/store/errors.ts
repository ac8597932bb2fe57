import { withoutStop } from '../format/format-values.ts';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { Release } from '../format/release.ts';
import type { PartChange } from './release-diff.ts';
import { describeChanges } from './release-diff.ts';
import type { UnsettledError } from '../format/driver.ts';

/** Why an object cannot be used: it does not exist, its content is wrong, or a newer checkout wrote it. */
export type StoreProblem = 'missing' | 'damaged' | 'newer';

/** An object of the store that cannot be used. The message says what to do. */
export class StoreError extends Error {
  readonly kind: StoreProblem;
  /** Key of the object in the store, such as "releases/000007.json". */
  readonly key: string;
  /** What is wrong with it. */
  readonly problem: string;
  /** What to do; empty if only the caller can say. The message contains problem and remedy. */
  readonly remedy: string;
  /** Of a damaged release: the number of the one that skipped it; then nothing is to be repaired. */
  readonly skippedBy: number | undefined;

  constructor(
    kind: StoreProblem,
    key: string,
    problem: string,
    remedy: string,
    { cause, skippedBy }: { readonly cause?: unknown; readonly skippedBy?: number } = {},
  ) {
    super(remedy === '' ? problem : `${problem} ${remedy}`, { cause });
    this.name = 'StoreError';
    this.skippedBy = skippedBy;
    this.kind = kind;
    this.key = key;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** Of a release: which, who, when and why. */
export type ReleaseHead = Pick<Release, 'number' | 'createdBy' | 'createdAt' | 'reason'>;

function whatHappened(live: ReleaseHead | undefined, changes: readonly PartChange[]): string {
  if (!live) return 'the store has no release yet.';
  const by = `release ${String(live.number)} by ${live.createdBy} (${withoutStop(live.reason)}) is live now.`;
  return changes.length === 0 ? by : `${by} Since then: ${describeChanges(changes)}.`;
}

/**
 * Another release was created meanwhile. `live` is the live release; `changes` lists how it differs from the release
 * that the request was based on, so that the requester can check them first.
 */
export class ReleaseConflictError extends Error {
  /** The number that the release would have had. */
  readonly number: number;
  readonly live: ReleaseHead | undefined;
  readonly changes: readonly PartChange[];

  constructor(number: number, live: ReleaseHead | undefined, changes: readonly PartChange[] = []) {
    super(
      `Release ${String(number)} was not created: ${whatHappened(live, changes)} Check that, then repeat the request.`,
    );
    this.name = 'ReleaseConflictError';
    this.number = number;
    this.live = live;
    this.changes = changes;
  }
}

/**
 * A release was created and is live, but the store could not confirm that it is durable. The request must not be
 * repeated.
 */
export class UnsettledReleaseError extends Error {
  readonly release: Release;

  constructor(release: Release, cause: UnsettledError) {
    const reason = getErrorMessage(cause.cause);
    super(
      `Release ${String(release.number)} is live, but may be lost in a power cut: ${withoutStop(reason)}. ` +
        'Do not repeat the command; check the disk, then: npm run release -- store verify',
      { cause },
    );
    this.name = 'UnsettledReleaseError';
    this.release = release;
  }
}
