import type { ChangeResult, ReleaseRequest } from './carry-out.ts';
import { carryOut, liveRelease } from './carry-out.ts';
import type { Target } from './compose.ts';
import { refuseIfAny } from '../errors.ts';
import { planIntent } from './intent.ts';
import type { Refusal } from '../policy/refusal.ts';
import type { Store } from '../store/store.ts';

export type { ChangeResult, ReleaseRequest } from './carry-out.ts';

/** One version of one part. */
export interface PartVersion {
  readonly name: string;
  readonly version: string;
}

interface Share {
  /** Share of the visitors that get it, 1 to 99 per cent; everybody without it, and a canary of the part ends. */
  readonly percent?: number | undefined;
}

export interface PromoteRequest extends ReleaseRequest, PartVersion, Share {}

/** What everybody is to get of a part; null takes a remote out of the portal. */
export interface PartTarget {
  readonly name: string;
  readonly version: string | null;
}

/** Several parts in one step: for versions that fit only each other. */
export interface PromoteAllRequest extends ReleaseRequest, Share {
  readonly versions: readonly PartTarget[];
}

function checkDistinct(versions: readonly PartTarget[]): readonly Refusal[] {
  const again = versions.find(({ name }, index) => versions.findIndex((each) => each.name === name) < index);
  if (!again) return [];
  const sides = versions
    .filter(({ name }) => name === again.name)
    .map(({ name, version }) => `${name} ${version ?? 'none'}`);
  const problem = `${sides.join(' and ')} cannot both be live.`;
  return [{ rule: 'order', sides, problem, remedy: 'Name one version of each part.' }];
}

function checkShare({ versions, percent }: PromoteAllRequest): readonly Refusal[] {
  const out = versions.find(({ version }) => version === null);
  if (!out || percent === undefined) return [];
  const problem = `${out.name} cannot be taken out for a share of the visitors.`;
  return [{ rule: 'order', sides: [out.name], problem, remedy: 'Leave the share out.' }];
}

/**
 * Makes published versions live, all in one release: for everybody, or for a share of the visitors.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when somebody else released meanwhile.
 */
export async function promoteVersions(store: Store, request: PromoteAllRequest): Promise<ChangeResult> {
  const live = await liveRelease(store, request.expect);
  const { versions, percent } = request;
  refuseIfAny([...checkDistinct(versions), ...checkShare(request)]);
  const all = await Promise.all(
    versions.map(({ name, version }) =>
      version === null
        ? planIntent(store, live, { act: 'rollback', name, to: null })
        : planIntent(store, live, { act: 'promote', name, version, percent }),
    ),
  );
  refuseIfAny(all.flatMap(({ refusals }) => refusals));
  const targets = all.flatMap(({ plan }) => (plan ? [plan.target] : []));
  const target: Target = {
    live: Object.fromEntries(targets.flatMap(({ live: parts = {} }) => Object.entries(parts))),
    canaries: Object.fromEntries(targets.flatMap(({ canaries = {} }) => Object.entries(canaries))),
  };
  return carryOut(store, live, { action: percent === undefined ? 'promote' : 'canary', target }, request);
}

/** The same for one part. */
export async function promoteVersion(
  store: Store,
  { name, version, ...request }: PromoteRequest,
): Promise<ChangeResult> {
  return promoteVersions(store, { ...request, versions: [{ name, version }] });
}
