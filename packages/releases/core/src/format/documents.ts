import type { ArtifactManifest } from '@portal/contract/artifact';
import { ArtifactManifestSchema, version } from '@portal/contract/artifact';
import { getFallbacks } from '@portal/contract/fallbacks';
import { parseInput } from '@portal/contract/parse';
import type { Provenance } from '@portal/contract/provenance';
import { ProvenanceSchema } from '@portal/contract/provenance';
import type { Release, ReleasedPart } from './release.ts';
import { RELEASE_ACTIONS } from './release.ts';
import { StagedPlanSchema } from './staged-plan.ts';
import * as v from 'valibot';

const versioned = v.object({ version });
const withFallback = v.object({ version, fallback: v.exactOptional(versioned) });

/**
 * A release without its manifests, for the history: there may be thousands, and this is read several times as fast as
 * the complete release. Code that serves a release or creates the next one reads the complete one.
 */
export const ReleaseSummarySchema = v.object({
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  createdBy: v.string(),
  reason: v.string(),
  action: v.picklist(RELEASE_ACTIONS),
  urgent: v.boolean(),
  shell: versioned,
  remotes: v.record(v.string(), v.object({ version, fallback: v.nullable(withFallback) })),
  canaries: v.record(
    v.string(),
    v.object({
      version,
      percent: v.number(),
      bucketingKey: v.string(),
      stagedPlan: v.exactOptional(StagedPlanSchema),
    }),
  ),
});
export type ReleaseSummary = v.InferOutput<typeof ReleaseSummarySchema>;

/** A published version. */
export interface PublishedVersion {
  readonly manifest: ArtifactManifest;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  readonly provenance: Provenance;
}

const VersionSchema = v.strictObject({
  schema: v.literal(1),
  manifest: ArtifactManifestSchema,
  provenance: ProvenanceSchema,
});

/** The document of a published version. */
export function versionDocument(manifest: ArtifactManifest, provenance: Provenance): object {
  return { schema: 1, manifest, provenance } satisfies v.InferOutput<typeof VersionSchema>;
}

/** @throws {InvalidInputError} naming the bad field. */
export function parseVersion(what: string, document: unknown): PublishedVersion {
  const { manifest, provenance } = parseInput(what, VersionSchema, document);
  return { manifest, builtAt: provenance.builtAt, provenance };
}

export const YankSchema = v.strictObject({
  schema: v.literal(1),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.pipe(v.string(), v.nonEmpty()),
  reason: v.pipe(v.string(), v.nonEmpty()),
});
/** The record of a yanked version: who yanked it, when and why. */
export type Yank = v.InferOutput<typeof YankSchema>;

export const PrunedSchema = v.strictObject({
  schema: v.literal(1),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.pipe(v.string(), v.nonEmpty()),
  manifest: ArtifactManifestSchema,
});
/** The record of a pruned version, with its manifest, so that its number never means other bytes. */
export type Pruned = v.InferOutput<typeof PrunedSchema>;

/**
 * A release before it is created. `number` is one more than that of the release it is based on; numbers of damaged ones
 * may be in between.
 */
export type PlannedRelease = Omit<Release, 'previous'>;

/** The bytes of a document in the store. */
export function toBytes(document: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`);
}

/** @throws when it is not JSON in UTF-8. */
export function fromBytes(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

function* listParts({ shell, remotes, canaries }: PlannedRelease): Generator<readonly [string, ReleasedPart]> {
  yield ['shell', shell];
  for (const [name, remote] of Object.entries(remotes)) {
    yield [name, remote];
    for (const fallback of getFallbacks(remote)) yield [name, fallback];
  }
  yield* Object.entries(canaries);
}

/**
 * Checks what the schema cannot: that each manifest belongs to the part and version it is listed under. @throws if one
 * does not.
 */
export function checkParts(release: PlannedRelease): void {
  for (const [name, { version: named, manifest }] of listParts(release)) {
    if (manifest.name !== name || manifest.version !== named) {
      throw new Error(`"${name}" ${named} carries the manifest of "${manifest.name}" ${manifest.version}`);
    }
  }
}
