import * as v from 'valibot';
import { ArtifactManifestSchema, version } from './artifact.ts';
import { parseInput } from './parse.ts';

const part = v.strictObject({ version, manifest: ArtifactManifestSchema });

export const ReleaseSchema = v.strictObject({
  schema: v.literal(1),
  /** 1, 2, 3 …; the highest number is live. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** SHA-256 (hex) of the bytes of the release before this one; null for the first. */
  previous: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  createdBy: v.pipe(v.string(), v.nonEmpty()),
  reason: v.pipe(v.string(), v.nonEmpty()),
  shell: part,
  remotes: v.record(
    v.string(),
    v.strictObject({
      ...part.entries,
      /** The version that was live before, to take over when this one fails; null where there is none. Pages do not use it yet. */
      fallback: v.nullable(part),
    }),
  ),
});
/** One numbered, immutable record of every live version. */
export type Release = v.InferOutput<typeof ReleaseSchema>;
export type ReleasedPart = v.InferOutput<typeof part>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseRelease(what: string, input: unknown): Release {
  return parseInput(what, ReleaseSchema, input);
}
