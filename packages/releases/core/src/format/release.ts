import * as v from 'valibot';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { ArtifactManifestSchema, version } from '@portal/contract/artifact';
import { getFallbacks, MAX_FALLBACKS } from '@portal/contract/fallbacks';
import { parseInput } from '@portal/contract/parse';
import { StagedPlanSchema } from './staged-plan.ts';

const PART = {
  version,
  /** When this version was built; ISO 8601, UTC. */
  builtAt: v.pipe(v.string(), v.isoTimestamp()),
  manifest: ArtifactManifestSchema,
};
const part = v.strictObject(PART);

/** The kind of change that a release made to the one before it. */
export const RELEASE_ACTIONS = ['promote', 'canary', 'end-canary', 'rollback', 'yank'] as const;
export type ReleaseAction = (typeof RELEASE_ACTIONS)[number];

/** A version that a share of the visitors gets instead of the live one. */
const canary = v.strictObject({
  ...PART,
  /** Share of the visitors, in per cent. */
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  /** When this version became a canary, with whatever share; ISO 8601, UTC. */
  since: v.pipe(v.string(), v.isoTimestamp()),
  /** Name of the bucketing key that decides who gets it. Canaries with the same bucketing key have the same visitors, as far as their shares reach. */
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
  shell: part,
  remotes: v.record(
    v.string(),
    v.strictObject({
      ...PART,
      /** The version that takes over in the page when this one fails, or null. */
      fallback: v.nullable(
        v.strictObject({
          ...PART,
          /** The version that takes over when the fallback fails, too; absent if there is none. */
          fallback: v.exactOptional(part),
        }),
      ),
    }),
  ),
  /** Canaries by the name of their part, including "shell". A remote may be a canary before it is live. */
  canaries: v.record(v.string(), canary),
});
/** A numbered, immutable document that names one version of every part. */
export type Release = v.InferOutput<typeof ReleaseSchema>;
export type ReleasedPart = v.InferOutput<typeof part>;

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
