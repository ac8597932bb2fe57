import { oneLine } from '../policy/release-request.ts';
import type { ChangeBy, ReleaseRequest } from '../policy/release-request.ts';
import { refuseIfAny } from '../policy/refusal.ts';
import { ReleaseConflictError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { ChangeResult } from './create-release.ts';
import { createIfNeeded } from './create-release.ts';
import { expectedRelease } from './expected-release.ts';
import { isInUse, planRequest, planWithoutFallback } from './plan-request.ts';
import type { AwaitOptions } from './served-release.ts';
import { awaitServed } from './served-release.ts';

/** How often to drop the fallback again after a conflict. The version is already yanked, so other releases do not matter. */
const TRIES = 10;

async function dropFallback(
  store: Store,
  request: ReleaseRequest,
  yank: ChangeBy<'yank'>,
): Promise<Omit<ChangeResult, 'outcome'>> {
  const { name, version } = yank;
  for (let tries = 1; ; tries += 1) {
    const live = await store.latestRelease();
    if (!live) return { release: undefined, changes: [], warnings: [], served: null };
    try {
      const { release, refusals } = await planWithoutFallback(store, live, request, yank);
      refuseIfAny(refusals);
      if (!release) throw new Error('a plan without a refusal has a release');
      const dropped = await createIfNeeded(store, live, release);
      if (!isInUse(dropped.release, name, version)) return dropped;
      const warning = `Release ${String(live.number)} by ${live.createdBy} made ${name} ${version} live meanwhile. Roll ${name} back.`;
      return { ...dropped, warnings: [...dropped.warnings, warning] };
    } catch (error) {
      if (!(error instanceof ReleaseConflictError) || tries === TRIES) throw error;
    }
  }
}

/** Yanks a version. If it is a fallback, creates a release without it. */
async function yankVersion(store: Store, request: ReleaseRequest, yank: ChangeBy<'yank'>): Promise<ChangeResult> {
  const at = new Date().toISOString();
  const mark = { schema: 1, at, by: oneLine(request.by), reason: oneLine(request.reason) } as const;
  const created = await store.createYank(yank.name, yank.version, mark);
  // Also if it was already yanked: that request may have been interrupted before it dropped the fallback.
  const dropped = await dropFallback(store, request, yank);
  const changed = created === 'created' || dropped.changes.length > 0;
  return { ...dropped, outcome: changed ? 'yanked' : 'unchanged' };
}

async function carryOut(store: Store, request: ReleaseRequest): Promise<ChangeResult> {
  const live = await expectedRelease(store, request.expect);
  const { release, refusals, goesBack } = await planRequest(store, live, request);
  refuseIfAny(refusals);
  if (request.change.action === 'yank') return yankVersion(store, request, request.change);
  if (!release) throw new Error('a plan without a refusal has a release');
  return { ...(await createIfNeeded(store, live, release)), goesBack };
}

/**
 * Carries a request out: promotes versions, rolls a part back or yanks a version, by a new release where one is needed. Then waits until
 * the web servers at these metrics addresses serve it.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when another release was created meanwhile.
 * Once the release is live, what web servers lack is a warning.
 */
export async function applyRequest(
  store: Store,
  request: ReleaseRequest,
  metricsUrls: readonly string[] = [],
  options?: AwaitOptions,
): Promise<ChangeResult> {
  const result = await carryOut(store, request);
  const { outcome, release, changes, warnings } = result;
  const wasReleased = outcome === 'released' || (outcome === 'yanked' && changes.length > 0);
  if (!release || !wasReleased || metricsUrls.length === 0) return result;
  const served = await awaitServed(store, metricsUrls, release.number, options);
  return { ...result, warnings: [...warnings, ...served.warnings], served };
}
