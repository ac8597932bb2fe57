import * as v from 'valibot';
import { ActorSchema } from './actor.ts';

const text = v.pipe(v.string(), v.nonEmpty());
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/**
 * `service`: signs for the people and pipelines that the release service knows; `break-glass`: a command on the store
 * itself.
 */
export const LogKeySchema = v.strictObject({ key: text, role: v.picklist(['service', 'break-glass']) });
/** A key that may sign, as C2SP's "NAME+ID+KEY", and for whom. */
export type LogKey = v.InferOutput<typeof LogKeySchema>;

const keys = v.pipe(v.array(LogKeySchema), v.minLength(1), v.maxLength(50));
const when = { at: v.pipe(v.string(), v.isoTimestamp()), actor: ActorSchema };
const why = { ...when, reason: text };

export const LeafSchema = v.variant('kind', [
  /** A document was written: it counts while its bytes have this hash, and no later entry names its key. */
  v.strictObject({ kind: v.literal('document'), key: text, sha256, ...when }),
  /** Who may sign from the next entry on. */
  v.strictObject({ kind: v.literal('keys'), keys, ...why }),
  /** The store was restored from an older backup; entries may have been written to it since. */
  v.strictObject({
    kind: v.literal('restore'),
    /** The newest checkpoint that anybody has. */
    predecessor: text,
    /** How many entries that log and this one have in common. */
    common: index,
    /**
     * The hashes of its leaves after these, in base64: with them, anybody who saw an earlier checkpoint can check this.
     */
    lost: v.array(v.pipe(v.string(), v.base64(), v.length(44))),
    /** The highest number of a release that anybody saw; the next one is higher. */
    release: index,
    ...why,
  }),
]);
/** What an entry of the log says. */
export type Leaf = v.InferOutput<typeof LeafSchema>;

/**
 * The format of a store, in each entry of its log: that of the baseline (docs/decisions/0040-the-baseline.md), which is
 * read for ever.
 */
export const FORMAT = 1;

/**
 * An entry as the store has it. `leaf` is the exact text that is hashed, `checkpoint` the signed note over the tree
 * with this entry.
 */
export const EntrySchema = v.strictObject({ schema: v.literal(FORMAT), leaf: text, checkpoint: text });
export type StoredEntry = v.InferOutput<typeof EntrySchema>;

export const SavedCheckpointSchema = v.strictObject({
  schema: v.literal(1),
  /** The signed note. */
  checkpoint: text,
  /** The hashes of all leaves, in base64. A restore needs them. */
  leafHashes: v.array(v.pipe(v.string(), v.base64(), v.length(44))),
  /** The highest number of a release in the log; 0 if there is none. */
  release: index,
});
/** What somebody who has seen a log keeps, to notice if it is later shorter or another one. Plain data. */
export type SavedCheckpoint = v.InferOutput<typeof SavedCheckpointSchema>;
