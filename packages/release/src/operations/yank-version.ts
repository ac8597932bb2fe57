import type { Release } from '@portal/contract/release';
import type { ReleaseRequest, Plan } from './carry-out.ts';
import { carryOut, checkRequest, isInUse, liveRelease, signatureOf } from './carry-out.ts';
import type { PartChange } from '../store/release-diff.ts';
import { ReleaseConflictError, refuseIfAny } from '../errors.ts';
import { planIntent } from './intent.ts';
import type { Store } from '../store/store.ts';

export interface YankRequest extends ReleaseRequest {
  readonly name: string;
  readonly version: string;
}

/** What came of a yank. Plain data. */
export interface YankResult {
  /** `unchanged`: it was yanked before. */
  readonly outcome: 'yanked' | 'unchanged';
  /** The release that is live now; a new one where the version was a fallback. */
  readonly release: Release | undefined;
  readonly changes: readonly PartChange[];
  /** What somebody has to look at although the request was carried out: sentences with the remedy. */
  readonly warnings: readonly string[];
}

/** The version is yanked by now, so whoever else releases meanwhile changes nothing about dropping it: try again on top. */
const TRIES = 10;

async function dropFallback(store: Store, plan: Plan, request: YankRequest): Promise<Omit<YankResult, 'outcome'>> {
  for (let tries = 1; ; tries += 1) {
    const live = await store.latestRelease();
    if (!live) return { release: undefined, changes: [], warnings: [] };
    try {
      const { release, changes, warnings } = await carryOut(store, live, plan, request);
      const overlooked = isInUse(release, request.name, request.version)
        ? [
            `Release ${String(live.number)} by ${live.createdBy} made ${request.name} ${request.version} live meanwhile. Roll ${request.name} back.`,
          ]
        : [];
      return { release, changes, warnings: [...warnings, ...overlooked] };
    } catch (error) {
      if (!(error instanceof ReleaseConflictError) || tries === TRIES) throw error;
    }
  }
}

/**
 * Marks a version as never to be released again, and drops it where it is a fallback, by a new release. One that is live or a
 * canary is refused: roll back first.
 * @throws {RefusedError} with the rule that it breaks; {ReleaseConflictError} when the live release is not the expected one.
 */
export async function yankVersion(store: Store, request: YankRequest): Promise<YankResult> {
  checkRequest(request);
  const { name, version } = request;
  const { createdBy: by, reason } = signatureOf(request);
  const { plan, refusals } = await planIntent(store, await liveRelease(store, request.expect), {
    act: 'yank',
    name,
    version,
  });
  refuseIfAny(refusals);
  if (!plan) throw new Error('an intent that is not refused has no plan');
  const created = await store.createYank(name, version, { schema: 1, at: new Date().toISOString(), by, reason });
  // Also where it was yanked before: who did may have been interrupted before the fallback was dropped.
  const dropped = await dropFallback(store, plan, request);
  const changed = created === 'created' || dropped.changes.length > 0;
  return { outcome: changed ? 'yanked' : 'unchanged', ...dropped };
}
