import { getFallbacks } from '@portal/contract/fallbacks';
import { isCompatible } from './compatibility.ts';
import type { Release, ReleasedPart } from './release.ts';
import { getPart, toFallback } from './release.ts';

/** Visitors are spread over this many buckets, 0 to 99. */
export const BUCKET_COUNT = 100;
/** How many bucketing keys are in use at the same time at most: each doubles the views of a release, all of which are checked. */
export const MAX_BUCKETING_KEYS = 3;

/** A visitor's bucket for each bucketing key. A visitor without a bucket gets no canary of that key. */
export type Buckets = ReadonlyMap<string, number>;
export const NO_BUCKETS: Buckets = new Map();

/** A release as one visitor gets it, with or without each canary. */
export interface ReleaseView {
  readonly number: number;
  readonly urgent: boolean;
  readonly shell: ReleasedPart;
  readonly remotes: Release['remotes'];
  /** Names of the parts that this visitor gets as canaries, sorted. */
  readonly canaryParts: readonly string[];
}

/** A version that a visitor gets, and those that may take over, whether the shell can run them or not. */
interface Given extends ReleasedPart {
  readonly fallbacks: readonly ReleasedPart[];
}

/** Names of the parts that a visitor in these buckets gets as canaries, sorted. */
export function canaryPartsFor({ canaries }: Release, buckets: Buckets): readonly string[] {
  return Object.entries(canaries)
    .filter(([, { bucketingKey, percent }]) => (buckets.get(bucketingKey) ?? BUCKET_COUNT) < percent)
    .map(([name]) => name)
    .sort();
}

/**
 * The view of a visitor in these buckets. Visitors keep their bucket while its key is in use: when a share grows, they stay in it. Keys are
 * independent of each other.
 */
export function viewFor(release: Release, buckets: Buckets): ReleaseView {
  const canaryParts = canaryPartsFor(release, buckets);
  const versions: Record<string, Given> = {};
  for (const [name, remote] of Object.entries(release.remotes))
    versions[name] = { ...getPart(remote), fallbacks: getFallbacks(remote) };
  let { shell } = release;
  for (const name of canaryParts) {
    const canary = release.canaries[name];
    if (!canary) continue;
    const live = release.remotes[name];
    if (name === 'shell') shell = getPart(canary);
    // The live version takes over from a canary.
    else versions[name] = { ...getPart(canary), fallbacks: live ? [live, ...getFallbacks(live)] : [] };
  }
  const remotes: Release['remotes'] = {};
  for (const [name, { fallbacks, ...part }] of Object.entries(versions))
    remotes[name] = {
      ...part,
      fallback: toFallback(fallbacks.filter(({ manifest }) => isCompatible(shell.manifest, manifest))),
    };
  return { number: release.number, urgent: release.urgent, shell, remotes, canaryParts };
}

/**
 * A view with these versions in the place of its own, as a preview shows them; undefined if one of them does not fit the others. Nothing takes
 * over from them: who looks at them wants to see whether they work.
 */
export function withVersions(view: ReleaseView, parts: readonly ReleasedPart[]): ReleaseView | undefined {
  const shell = parts.find(({ manifest }) => manifest.name === 'shell') ?? view.shell;
  const fitting = (versions: readonly ReleasedPart[]) =>
    versions.filter(({ manifest }) => isCompatible(shell.manifest, manifest));
  const remotes: Release['remotes'] = {};
  for (const [name, remote] of Object.entries(view.remotes))
    remotes[name] = { ...remote, fallback: toFallback(fitting(getFallbacks(remote))) };
  for (const part of parts)
    if (part.manifest.name !== 'shell') remotes[part.manifest.name] = { ...part, fallback: null };
  const all = Object.values(remotes);
  return fitting(all).length === all.length ? { ...view, shell, remotes } : undefined;
}

/** The bucketing keys of a release's canaries, sorted. */
export function listBucketingKeys({ canaries }: Release): readonly string[] {
  return [...new Set(Object.values(canaries).map(({ bucketingKey }) => bucketingKey))].sort();
}

/** The shares of a bucketing key's canaries, the largest first: with it, a visitor gets the fewest of them. */
function getShares({ canaries }: Release, bucketingKey: string): readonly number[] {
  const shares = Object.values(canaries).filter((canary) => canary.bucketingKey === bucketingKey);
  return [...new Set(shares.map(({ percent }) => percent))].sort((a, b) => b - a);
}

/**
 * Every view of a release that a visitor can get: each combination of its bucketing keys, the view without canaries first, and each view after those
 * with a part of its canaries. Three bucketing keys with one share each have 8 views; a bucketing key with n different shares has n + 1 of its own to combine.
 */
export function getViews(release: Release): readonly ReleaseView[] {
  let combinations: readonly Buckets[] = [NO_BUCKETS];
  for (const bucketingKey of listBucketingKeys(release)) {
    const lastBuckets = getShares(release, bucketingKey).map((percent) => percent - 1);
    combinations = combinations.flatMap((buckets) => [
      buckets,
      ...lastBuckets.map((bucket) => new Map([...buckets, [bucketingKey, bucket]])),
    ]);
  }
  return combinations.map((buckets) => viewFor(release, buckets));
}
