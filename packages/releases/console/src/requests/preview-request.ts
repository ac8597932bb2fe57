import { describeChecks } from '@portal/release/operations/describe-checks';
import type { ChangeResult } from '@portal/release/operations/apply-request';
import type { Refusal } from '@portal/release/refusal';
import { RefusedError } from '@portal/release/refusal';
import type { ReleaseRequest } from '@portal/release/release-request';
import type { Release } from '@portal/release/format/release';
import type { Backend } from '../backend/backend.ts';

/** What a request would do, by a dry run. */
export interface Preview {
  /** The live release. */
  readonly from: Release | undefined;
  /** What it would do; undefined if it is refused. */
  readonly result: ChangeResult | undefined;
  readonly refusals: readonly Refusal[];
  /** What checks say of versions that visitors newly get; sentences. */
  readonly checks: readonly string[];
}

/** @throws {ReleaseConflictError} when the live release is not the expected one. */
export async function previewRequest({ store, dryRun }: Backend, request: ReleaseRequest): Promise<Preview> {
  const from = await store.latestRelease();
  try {
    const result = await dryRun().apply(request);
    const { release } = result;
    const { change } = request;
    const checks = release && change.action === 'promote' ? await describeChecks(store, from, release, change) : [];
    return { from, result, refusals: [], checks };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { from, result: undefined, refusals: error.refusals, checks: [] };
  }
}
