import { ArtifactManifestSchema } from '@portal/contract/artifact';
import * as v from 'valibot';

export const YankSchema = v.strictObject({
  schema: v.literal(1),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.pipe(v.string(), v.nonEmpty()),
  reason: v.pipe(v.string(), v.nonEmpty()),
});
/** Who yanked a version, so that it is never released again, when and why. */
export type Yank = v.InferOutput<typeof YankSchema>;

export const PrunedSchema = v.strictObject({
  schema: v.literal(1),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: v.pipe(v.string(), v.nonEmpty()),
  manifest: ArtifactManifestSchema,
});
/** What stays of a version that was pruned, so that its number never stands for other bytes. */
export type Pruned = v.InferOutput<typeof PrunedSchema>;
