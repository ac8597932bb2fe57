import * as v from 'valibot';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { ArtifactManifestSchema, version } from '@portal/contract/artifact';
import { getFallbacks, MAX_FALLBACKS } from '@portal/contract/fallbacks';
import { parseInput } from '@portal/contract/parse';
import { StagedPlanSchema } from './staged-plan.ts';
import { isCompatible } from './compatibility.ts';

const PART = {
  version,
  /** When this version was built; ISO 8601, UTC. */
  builtAt: v.pipe(v.string(), v.isoTimestamp()),
  manifest: ArtifactManifestSchema,
};
const partSchema = v.strictObject(PART);

/** The kind of change that a release made to the one before it. */
export const RELEASE_ACTIONS = ['promote', 'canary', 'end-canary', 'rollback', 'yank'] as const;
export type ReleaseAction = (typeof RELEASE_ACTIONS)[number];

/** A version that a share of the visitors gets instead of the live one. */
const canarySchema = v.strictObject({
  ...PART,
  /** Share of the visitors, in per cent. */
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  /** When this version became a canary, with whatever share; ISO 8601, UTC. */
  since: v.pipe(v.string(), v.isoTimestamp()),
  /**
   * Name of the bucketing key that decides who gets it. Canaries with the same bucketing key have the same visitors, as
   * far as their shares reach.
   */
  bucketingKey: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,80}$/, 'must be like "mfe-hubs-12"')),
  /** How its share grows; absent where only people change it. */
  stagedPlan: v.exactOptional(StagedPlanSchema),
});

export const ReleaseSchema = v.strictObject({
  schema: v.literal(1),
  /** 1, 2, 3 …; the highest number is live. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** SHA-256 (hex) of the bytes of the release before this one; null for the first. */
  previous: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  createdBy: v.pipe(v.string(), v.nonEmpty()),
  reason: v.pipe(v.string(), v.nonEmpty()),
  action: v.picklist(RELEASE_ACTIONS),
  /** Open tabs load this release as soon as nothing is unsaved, without waiting for their next navigation. */
  urgent: v.boolean(),
  shell: partSchema,
  remotes: v.record(
    v.string(),
    v.strictObject({
      ...PART,
      /** The version that takes over in the page when this one fails, or null. */
      fallback: v.nullable(
        v.strictObject({
          ...PART,
          /** The version that takes over when the fallback fails, too; absent if there is none. */
          fallback: v.exactOptional(partSchema),
        }),
      ),
    }),
  ),
  /** Canaries by the name of their part, including "shell". A remote may be a canary before it is live. */
  canaries: v.record(v.string(), canarySchema),
});
/** A numbered, immutable document that names one version of every part. */
export type Release = v.InferOutput<typeof ReleaseSchema>;
export type ReleasedPart = v.InferOutput<typeof partSchema>;

/** What a version is, without what a release says of it besides. */
export const getPart = (given: ReleasedPart): ReleasedPart => ({
  version: given.version,
  builtAt: given.builtAt,
  manifest: given.manifest,
});

/** A remote's versions that take over, one after the other, as a release has them. */
export function toFallback(versions: readonly ReleasedPart[]): Release['remotes'][string]['fallback'] {
  const [first, second] = versions.slice(0, MAX_FALLBACKS);
  return first ? { ...getPart(first), ...(second && { fallback: getPart(second) }) } : null;
}

/** The versions that everybody gets, the shell first. */
export function liveParts({ shell, remotes }: Pick<Release, 'shell' | 'remotes'>): readonly ReleasedPart[] {
  return [shell, ...Object.values(remotes)];
}

/** The live versions and canaries, without fallbacks. */
export function releasedManifests(release: Release): readonly ArtifactManifest[] {
  return [...liveParts(release), ...Object.values(release.canaries)].map(({ manifest }) => manifest);
}

/** The fallbacks of the live versions. */
export function fallbackManifests({ remotes }: Pick<Release, 'remotes'>): readonly ArtifactManifest[] {
  return Object.values(remotes).flatMap((remote) => getFallbacks(remote).map(({ manifest }) => manifest));
}

/** Every version that a release names: live, canary or fallback. */
export function allManifests(release: Release): readonly ArtifactManifest[] {
  return [...releasedManifests(release), ...fallbackManifests(release)];
}

/** @throws {InvalidInputError} naming the bad field. */
export function parseRelease(what: string, input: unknown): Release {
  return parseInput(what, ReleaseSchema, input);
}

/** Visitors are spread over this many buckets, 0 to 99. */
export const BUCKET_COUNT = 100;
/**
 * How many bucketing keys are in use at the same time at most: each doubles the views of a release, all of which are
 * checked.
 */
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
 * The view of a visitor in these buckets. Visitors keep their bucket while its key is in use: when a share grows, they
 * stay in it. Keys are independent of each other.
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
 * A view with these versions in the place of its own, as a preview shows them; undefined if one of them does not fit
 * the others. Nothing takes over from them: who looks at them wants to see whether they work.
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
 * Every view of a release that a visitor can get: each combination of its bucketing keys, the view without canaries
 * first, and each view after those with a part of its canaries. Three bucketing keys with one share each have 8 views;
 * a bucketing key with n different shares has n + 1 of its own to combine.
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
