import type { Release } from '../format/release.ts';
import { requirementsFor } from '../access/configuration.ts';
import { refuseUnstaged } from '../staging/refuse-unstaged.ts';
import { readChecks } from '../store/checks.ts';
import { readCopies } from '../store/copies.ts';
import { liveVersion } from '../store/release-diff.ts';
import { isPromoted } from './guarded-promotion.ts';
import type { PlannedRelease, Store } from '../store/store.ts';
import { refuseUnchecked } from '../policy/refuse-unchecked.ts';
import { refuseUncommitted } from '../policy/refuse-uncommitted.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refusal } from '../policy/refusal.ts';
import { readSteps } from '../store/version-history.ts';
import { namedVersions } from '../policy/release-request.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';
import { assess } from './rollback-target.ts';

/**
 * The change that a request is judged as: a rollback to a version that everybody never had is a promotion by another
 * name, and needs what that needs.
 */
export async function judgedChange(
  store: Store,
  { change }: Pick<ReleaseRequest, 'change'>,
): Promise<ReleaseRequest['change']> {
  if (change.action !== 'rollback' || change.to === undefined || change.to === null) return change;
  const { name, to } = change;
  const steps = await readSteps(store);
  if (steps.some((step) => liveVersion(step, name) === to)) return change;
  return { action: 'promote', versions: { [name]: to } };
}

/** What a promotion changes: the versions by part, and the share of a canary. */
interface Promotion {
  readonly versions: Readonly<Record<string, string | null>>;
  readonly percent?: number | undefined;
}

type NewVersions = readonly (readonly [name: string, version: string])[];

/**
 * The versions that visitors newly get by a promotion: not what somebody has promoted before, nor the canary that runs
 * already.
 */
export function listNewVersions(live: Release | undefined, { versions, percent }: Promotion): NewVersions {
  return Object.entries(versions).flatMap(([name, version]) => {
    const hasAlready =
      percent === undefined ? isPromoted(live, name, version) : live?.canaries[name]?.version === version;
    return version === null || hasAlready ? [] : [[name, version] as const];
  });
}

/** The command that checks versions together. */
export const checkCommand = (newVersions: NewVersions): string =>
  `npm run release -- check ${newVersions.map(([name, version]) => `${name}@${version}`).join(' ')}`;

/**
 * Refuses a promotion, to everybody or to a share, of versions that lack what the configuration requires of their
 * parts.
 */
export async function checkRequirements(
  store: Store,
  live: Release | undefined,
  planned: PlannedRelease,
  promotion: Promotion,
  { anyway }: Pick<ReleaseRequest, 'anyway'>,
): Promise<readonly Refusal[]> {
  const newVersions = listNewVersions(live, promotion);
  const refusals: Refusal[] = [];
  for (const [name, version] of newVersions) {
    const { check, committed, staging } = await requirementsFor(store, name);
    if (committed && anyway !== true) refusals.push(...refuseUncommitted(await store.readVersion(name, version)));
    const proofs = staging ? (await readCopies(store, name, version)).map(({ proof }) => proof) : [];
    if (staging) refusals.push(...refuseUnstaged(proofs, { name, version }, staging));
    if (check)
      refusals.push(
        ...refuseUnchecked(planned, name, version, await readChecks(store, name, version), checkCommand(newVersions)),
      );
  }
  return refusals;
}

/** Refuses versions that failed clearly more often than others at the same time, or than the good one before. */
export async function failedBefore(store: Store, change: ReleaseRequest['change']): Promise<readonly Refusal[]> {
  const named = namedVersions(change);
  const steps = named.length > 0 ? await readSteps(store) : [];
  const assessed = await Promise.all(
    named.map(async ([name, version]) => ({ name, version, ...(await assess(store, steps, name, version)) })),
  );
  return assessed
    .filter(({ standing, isProven }) => standing === 'failed' && isProven)
    .map(({ name, version, why }) =>
      refusal('failed-before', [`${name} ${version}`, 'its visits'], `${name} ${version} failed before: ${why}.`),
    );
}
