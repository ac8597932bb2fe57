import type { Release } from '@portal/contract/release';
import { readChecks } from '../store/checks.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { PlannedRelease, Store } from '../store/store.ts';
import { notChecked } from './not-checked.ts';
import type { Refusal } from './refusal.ts';
import { requirementsFor } from './requirements.ts';

/** The versions that visitors newly get by a promotion: not what everybody has, nor the canary that runs already. */
function newlyGiven(
  live: Release | undefined,
  versions: Readonly<Record<string, string | null>>,
  isCanary: boolean,
): readonly (readonly [name: string, version: string])[] {
  return Object.entries(versions).flatMap(([name, version]) => {
    const has = isCanary ? live?.canaries[name]?.version : liveVersion(live, name);
    return version === null || has === version ? [] : [[name, version] as const];
  });
}

/** Refuses a promotion, to everybody or to a share, of versions that lack what the configuration requires of their parts. */
export async function unmetRequirements(
  store: Store,
  live: Release | undefined,
  planned: PlannedRelease,
  { versions, isCanary }: { readonly versions: Readonly<Record<string, string | null>>; readonly isCanary: boolean },
): Promise<readonly Refusal[]> {
  const given = newlyGiven(live, versions, isCanary);
  const command = `npm run release -- check ${given.map(([name, version]) => `${name}@${version}`).join(' ')}`;
  const refusals: Refusal[] = [];
  for (const [name, version] of given) {
    const { check } = await requirementsFor(store, name);
    if (check) refusals.push(...notChecked(planned, name, version, await readChecks(store, name, version), command));
  }
  return refusals;
}
