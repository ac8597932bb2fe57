import * as v from 'valibot';
import { ArtifactManifestSchema, version } from './artifact.ts';
import { parseInput } from './parse.ts';

const part = v.strictObject({ version, manifest: ArtifactManifestSchema });

/** The kind of change that a release made to the one before it. */
export const RELEASE_ACTIONS = ['promote', 'canary', 'rollback', 'yank'] as const;
export type ReleaseAction = (typeof RELEASE_ACTIONS)[number];

/** A version that a share of the visitors gets instead of the live one. */
const canary = v.strictObject({
  ...part.entries,
  /** Share of the visitors, in per cent. */
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  /** When this version became a canary, with whatever share; ISO 8601, UTC. */
  since: v.pipe(v.string(), v.isoTimestamp()),
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
  action: v.optional(v.picklist(RELEASE_ACTIONS), 'promote'),
  /** Open tabs load this release as soon as nothing is unsaved, without waiting for their next navigation. */
  urgent: v.optional(v.boolean(), false),
  shell: part,
  remotes: v.record(
    v.string(),
    v.strictObject({
      ...part.entries,
      /** The version that takes over in the page when this one fails, or null. */
      fallback: v.nullable(part),
    }),
  ),
  /** Canaries by the name of their part, including "shell". A remote may be a canary before it is live. */
  canaries: v.optional(v.record(v.string(), canary), {}),
});
/** A numbered, immutable document that names one version of every part. */
export type Release = v.InferOutput<typeof ReleaseSchema>;
export type ReleasedPart = v.InferOutput<typeof part>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseRelease(what: string, input: unknown): Release {
  return parseInput(what, ReleaseSchema, input);
}
