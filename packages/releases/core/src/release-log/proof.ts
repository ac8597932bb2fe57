import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { sha256Hex } from '../format/integrity.ts';
import { parseCheckpoint, NoteError, openNote, readVerifier } from './signed-note.ts';
import type { Leaf } from './leaf.ts';
import { LeafSchema } from './leaf.ts';
import { leafHash, verifyInclusion } from './merkle.ts';

const hash = v.pipe(v.string(), v.base64(), v.length(44));

/** A document with the way from its leaf to the root of the log. */
const ProvedSchema = v.strictObject({
  key: v.string(),
  /** The document as the store has it. */
  document: v.string(),
  index: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The exact text that was hashed. */
  leaf: v.string(),
  path: v.array(hash),
});

export const ProofSchema = v.strictObject({
  schema: v.literal(1),
  /** The signed note. */
  checkpoint: v.string(),
  release: ProvedSchema,
  /** The versions in the release that the log has. */
  versions: v.array(ProvedSchema),
});
/** What shows, without the store, that a log has a release. Plain data. */
export type Proof = v.InferOutput<typeof ProofSchema>;
export type Proved = v.InferOutput<typeof ProvedSchema>;

/** Who wrote a document, and what it says. */
export interface ProvedDocument {
  readonly key: string;
  readonly document: unknown;
  readonly leaf: Extract<Leaf, { kind: 'document' }>;
}

interface CheckedProof {
  readonly origin: string;
  /** How many entries the log had. */
  readonly entries: number;
  /** The trusted key that has signed. */
  readonly signedBy: string;
  readonly release: ProvedDocument;
  readonly versions: readonly ProvedDocument[];
}

/** Checks a proof with the keys that its reader trusts. @throws {NoteError} saying what does not hold. */
export function checkProof(proof: unknown, trusted: readonly string[]): CheckedProof {
  const { checkpoint, release, versions } = parseInput('the proof', ProofSchema, proof);
  const { text, signers } = openNote(checkpoint, trusted.map(readVerifier));
  const [signer] = signers;
  if (!signer) throw new NoteError('no key that is trusted here has signed the checkpoint of the proof');
  const { origin, size, root } = parseCheckpoint(text);
  const check = ({ key, document, index, leaf, path }: Proved): ProvedDocument => {
    const claim = { leaf: leafHash(Buffer.from(leaf)), index, size, root };
    const isIn = verifyInclusion({ ...claim, proof: path.map((each) => Buffer.from(each, 'base64')) });
    if (!isIn) throw new NoteError(`the log does not have the entry of ${key}`);
    const said = parseInput(key, LeafSchema, JSON.parse(leaf));
    if (said.kind !== 'document' || said.key !== key || said.sha256 !== sha256Hex(Buffer.from(document)))
      throw new NoteError(`${key} is not what was logged`);
    return { key, document: JSON.parse(document), leaf: said };
  };
  const checked = { release: check(release), versions: versions.map(check) };
  return { origin, entries: size, signedBy: signer.vkey, ...checked };
}
