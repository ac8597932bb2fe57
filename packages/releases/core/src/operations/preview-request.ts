import type { Release } from '../format/release.ts';
import type { Refusal } from '../policy/refusal.ts';
import { describeChecks } from './check/describe-checks.ts';
import { expectedRelease } from '../store/conflict.ts';
import type { PartChange } from '../store/release-diff.ts';
import { changesBetween } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import type { RequestPlan } from './plan-request.ts';
import { planRequest } from './plan-request.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';

/** What a request would do. Plain data. */
export interface Preview {
  /** The live release. */
  readonly from: Release | undefined;
  /** The exact changes of the release; empty if it would change nothing, or if the request is refused. */
  readonly changes: readonly PartChange[];
  readonly refusals: readonly Refusal[];
  /** What a rollback that names no version chose, and why. */
  readonly rollbackTarget: RequestPlan['rollbackTarget'];
  /** What is not as the requester expects; sentences. */
  readonly warnings: readonly string[];
  /** What checks say of versions that visitors newly get; sentences. */
  readonly checks: readonly string[];
  /** Number that the release would get. */
  readonly next: number;
  /** Numbers of newer releases that cannot be read; their changes are lost. If there are any, a release is created even if it changes nothing. */
  readonly skipped: readonly number[];
}

/** What a request would change, or why it would be refused. Writes nothing. @throws {ReleaseConflictError} when the live release is not the expected one. */
export async function previewRequest(store: Store, request: ReleaseRequest): Promise<Preview> {
  const from = await expectedRelease(store, request.expect);
  const { release, refusals, rollbackTarget, warnings } = await planRequest(store, from, request);
  const { change } = request;
  const numbers = await store.releaseNumbers();
  return {
    from,
    changes: release ? changesBetween(from, release) : [],
    refusals,
    rollbackTarget,
    warnings,
    checks: release && change.action === 'promote' ? await describeChecks(store, from, release, change) : [],
    next: (numbers.at(-1) ?? 0) + 1,
    skipped: numbers.filter((number) => number > (from?.number ?? 0)),
  };
}
