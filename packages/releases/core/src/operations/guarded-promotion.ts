import type { ReleaseSummary } from '../format/documents.ts';
import type { Release } from '../format/release.ts';
import type { Stage } from '../format/staged-plan.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';
import { checkYank } from '../policy/policy.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import { readGuardedParts } from '../store/guarded-parts.ts';
import { readSteps } from '../store/version-history.ts';
import type { CanaryPlan } from './read-status.ts';
import { assess } from './rollback-target.ts';

/** What a guarded promotion begins with. */
const GUARD: Stage = { percent: 50, minutes: 30 };

/** A watcher looks every few seconds, and may be restarted. In milliseconds. */
const LATE_MS = 5 * 60 * 1000;

/**
 * Whether everybody should have a promoted version by now: no watcher goes on with it. `now` in milliseconds since the
 * epoch.
 */
export const isOverdue = ({ isPromotion, until }: Pick<CanaryPlan, 'isPromotion' | 'until'>, now: number): boolean =>
  isPromotion && now >= Date.parse(until) + LATE_MS;

/** Whether somebody has promoted a version: everybody gets it, or only some visitors so far. */
export function isPromoted(live: Release | undefined, name: string, version: string | null): boolean {
  const canary = live?.canaries[name];
  return (
    liveVersion(live, name) === version || (canary?.version === version && canary.stagedPlan?.isPromotion === true)
  );
}

/** Whether visitors are better off without a version: it failed, or is yanked. */
async function isBad(store: Store, steps: readonly ReleaseSummary[], name: string): Promise<boolean> {
  const version = liveVersion(steps.at(-1), name) ?? '';
  if ((await checkYank(store, name, version)).length > 0) return true;
  return (await assess(store, steps, name, version)).standing === 'failed';
}

async function isProven(
  store: Store,
  steps: readonly ReleaseSummary[],
  name: string,
  version: string,
): Promise<boolean> {
  const { standing } = await assess(store, steps, name, version);
  return standing === 'good' || standing === 'no-worse';
}

/**
 * The stage that a promotion begins with; undefined if everybody gets its versions at once: in a hurry, where there is
 * nothing to compare with or what is live is bad, and for versions that need no guard. Versions of one request may fit
 * only together, so it is the same for all.
 */
export async function readGuard(
  store: Store,
  live: Release | undefined,
  { change, urgent }: ReleaseRequest,
): Promise<Stage | undefined> {
  if (!live || urgent || change.action !== 'promote' || change.percent !== undefined) return undefined;
  const changed: (readonly [name: string, version: string])[] = [];
  for (const [name, version] of Object.entries(change.versions)) {
    if (version === liveVersion(live, name)) continue;
    if (version === null || liveVersion(live, name) === undefined) return undefined;
    changed.push([name, version]);
  }
  const parts = await readGuardedParts(store);
  const guarded = changed.filter(
    ([name, version]) => !isPromoted(live, name, version) && (parts[name] ?? parts['*'] ?? false),
  );
  if (guarded.length === 0) return undefined;
  const steps = await readSteps(store);
  const [bad, proven] = await Promise.all([
    Promise.all(changed.map(([name]) => isBad(store, steps, name))),
    Promise.all(guarded.map(([name, version]) => isProven(store, steps, name, version))),
  ]);
  if (bad.includes(true) || !proven.includes(false)) return undefined;
  const kept = changed.flatMap(([name, version]) => {
    const canary = live.canaries[name];
    return canary?.version === version ? [canary.percent] : [];
  });
  return { ...GUARD, percent: Math.max(GUARD.percent, ...kept) };
}
