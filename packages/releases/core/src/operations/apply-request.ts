import { refuseIfAny } from '../policy/refusal.ts';
import type { Store } from '../store/store.ts';
import type { Return } from './choose-return.ts';
import type { ChangeResult } from './create-release.ts';
import { createIfNeeded } from './create-release.ts';
import { expectedRelease } from './expected-release.ts';
import { planRequest } from './plan-request.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';
import { yankVersion } from './yank-version.ts';

/** What a request did. Plain data. */
export interface RequestResult extends ChangeResult {
  /** What a rollback that names no version chose, and why. */
  readonly goesBack?: Return | undefined;
}

/**
 * Carries a request out: promotes versions, rolls a part back or yanks a version, by a new release where one is needed.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when another release was created meanwhile.
 */
export async function applyRequest(store: Store, request: ReleaseRequest): Promise<RequestResult> {
  const live = await expectedRelease(store, request.expect);
  const { release, refusals, goesBack } = await planRequest(store, live, request);
  refuseIfAny(refusals);
  if (request.change.action === 'yank') return yankVersion(store, request, request.change);
  if (!release) throw new Error('a plan without a refusal has a release');
  return { ...(await createIfNeeded(store, live, release)), goesBack };
}
