import * as v from 'valibot';

/** Documents and what is signed, of as many characters as the body that brings them may have. */
const MOST_CHARACTERS = 4 * 1024 * 1024;
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MOST_CHARACTERS));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const hashes = v.pipe(v.array(v.pipe(v.string(), v.base64(), v.length(44))), v.maxLength(100));

/**
 * Shows, by the log of another store, what a version is and that it was live there. Whoever has the log's keys can
 * check it.
 */
export const StagingProofSchema = v.strictObject({
  /** The log up to its newest entry: a signed note. */
  checkpoint: text,
  /** The document of the version, its entry, and what leads from that to the checkpoint. */
  version: v.strictObject({ document: text, leaf: text, index, path: hashes }),
  /** What happened since the version was live, or a canary; null if it was neither. */
  since: v.nullable(
    v.strictObject({
      /** Index of the first of the entries, and what stands to the left of it in the tree. */
      first: index,
      edges: hashes,
      /** All entries from there to the checkpoint, so that none can be left out. */
      leaves: v.array(text),
      /**
       * The releases among them that have the version: a list of their documents as JSON, compressed by Brotli, in
       * base64.
       */
      releases: v.pipe(v.string(), v.base64(), v.maxLength(MOST_CHARACTERS)),
    }),
  ),
});
export type StagingProof = v.InferOutput<typeof StagingProofSchema>;
