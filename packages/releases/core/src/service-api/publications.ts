import { ArtifactManifestSchema, fileName } from '@portal/contract/artifact';
import { ProvenanceSchema } from '@portal/contract/provenance';
import * as v from 'valibot';
import type { Publication } from '../operations/publish-version.ts';
import { time } from '../format/fields.ts';

/** `POST /publications`: offers a build. The files that the store lacks are sent next, then the same offer again. */
export const OfferSchema = v.strictObject({
  manifest: ArtifactManifestSchema,
  provenance: ProvenanceSchema,
  /** Accepts a version that does not fit the live release. */
  ahead: v.exactOptional(v.boolean()),
});

/** The name of a version's archive of source maps in the store: "1.2.0.0123456789abcdef.zip". */
export const sourceMapsName = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[0-9a-z.-]+\.[0-9a-f]{16}\.zip$/, 'must be like "1.2.0.0123456789abcdef.zip"'),
);

/** 202 of `POST /publications`: what has to be sent before the offer is made again. */
export const MissingSchema = v.strictObject({
  missing: v.strictObject({
    /** For `PUT /parts/PART/files/FILE`. */
    files: v.array(fileName),
    /** For `PUT /parts/PART/source-maps/NAME`; null if the store has them, or there are none. */
    sourceMaps: v.nullable(sourceMapsName),
  }),
});
export type Missing = v.InferOutput<typeof MissingSchema>['missing'];

/** 200 of `POST /publications`. */
export const PublicationSchema = v.strictObject({
  result: v.picklist(['published', 'unchanged']),
  published: v.strictObject({
    manifest: ArtifactManifestSchema,
    builtAt: time,
    provenance: ProvenanceSchema,
  }),
}) satisfies v.GenericSchema<unknown, Publication>;

/** 200 of a PUT: what was sent is in the store, now or before. */
export const StoredSchema = v.strictObject({ stored: v.picklist(['created', 'exists']) });
