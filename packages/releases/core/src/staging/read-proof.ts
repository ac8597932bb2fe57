import { brotliDecompressSync } from 'node:zlib';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { parseInput } from '@portal/contract/parse';
import type { Release } from '../format/release.ts';
import { parseRelease } from '../format/release.ts';
import * as v from 'valibot';
import { parseCheckpoint, openNote, readVerifier } from '../release-log/signed-note.ts';
import type { Leaf } from '../release-log/leaf.ts';
import { LeafSchema } from '../release-log/leaf.ts';
import type { Hash } from '../release-log/merkle.ts';
import { leafHash, rootOfRange, sameHash, verifyInclusion } from '../release-log/merkle.ts';
import type { PublishedVersion } from '../format/documents.ts';
import { parseVersion } from '../format/documents.ts';
import { buildDifferences, sha256Hex } from '../format/integrity.ts';
import { manifestKey, markKey } from '../format/keys.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Run } from './live-runs.ts';
import { longestRun } from './live-runs.ts';
import type { StagingProof } from '../format/staging-proof.ts';

/** A proof that does not hold. */
export class ProofError extends Error {}

/** What a proof shows of a version, if the keys are those of its log. */
export interface Shown {
  /** The name of the log. */
  readonly origin: string;
  readonly published: PublishedVersion;
  /** The longest time in which everybody had it; undefined if there is none. */
  readonly live: Run | undefined;
  readonly wasCanary: boolean;
  readonly wasYanked: boolean;
  /** Which of these keys ("NAME+ID+KEY") have signed the checkpoint. */
  readonly signedBy: readonly string[];
}

/** Room for hundreds of releases of usual size. */
const MAX_RELEASES_BYTES = 128 * 1024 * 1024;

const ofBase64 = (text: string): Hash => Buffer.from(text, 'base64');
const readLeaf = (text: string): Leaf => parseInput('an entry', LeafSchema, JSON.parse(text));
const computeHash = (text: string): Hash => leafHash(Buffer.from(text));

/** The hash of a document in an entry. */
function loggedIn(leaf: Leaf, key: string): string | undefined {
  return leaf.kind === 'document' && leaf.key === key ? leaf.sha256 : undefined;
}

function check(holds: boolean, problem: string): void {
  if (!holds) throw new ProofError(problem);
}

/** The releases of a proof, by the hash of their bytes. */
function readReleases(packed: string): ReadonlyMap<string, Release> {
  const text = brotliDecompressSync(ofBase64(packed), { maxOutputLength: MAX_RELEASES_BYTES }).toString();
  const documents = parseInput('the releases', v.array(v.string()), JSON.parse(text));
  return new Map(
    documents.map((document) => [
      sha256Hex(Buffer.from(document)),
      parseRelease('a release of the proof', JSON.parse(document)),
    ]),
  );
}

function readSigners(checkpoint: string, keys: readonly string[]): { text: string; signedBy: readonly string[] } {
  const { text, signers } = openNote(checkpoint, keys.map(readVerifier));
  return { text, signedBy: signers.map(({ vkey }) => vkey) };
}

function readUnsafely(proof: StagingProof, name: string, version: string, keys: readonly string[]): Shown {
  const { text, signedBy } = readSigners(proof.checkpoint, keys);
  const { origin, size, root } = parseCheckpoint(text);
  const { document, leaf, index, path } = proof.version;
  const isIncluded = verifyInclusion({ leaf: computeHash(leaf), index, size, proof: path.map(ofBase64), root });
  check(isIncluded, 'the checkpoint does not have the entry of the version');
  const sha256 = loggedIn(readLeaf(leaf), manifestKey(name, version));
  check(sha256 === sha256Hex(Buffer.from(document)), 'the entry of the version is about another document');
  const published = parseVersion('the version', JSON.parse(document));
  const { manifest } = published;
  check(manifest.name === name && manifest.version === version, 'the document is one of another version');
  const common = { origin, published, signedBy };
  const { since } = proof;
  if (!since) return { ...common, live: undefined, wasCanary: false, wasYanked: false };
  check(since.first + since.leaves.length === size, 'entries are missing');
  const rangeRoot = rootOfRange(since.first, since.edges.map(ofBase64), since.leaves.map(computeHash));
  check(sameHash(rangeRoot, root), 'the checkpoint does not have these entries');
  const leaves = since.leaves.map(readLeaf);
  const releases = readReleases(since.releases);
  const hasIt = (release: Release | undefined) => {
    const part = name === 'shell' ? release?.shell : release?.remotes[name];
    return liveVersion(release, name) === version && part && buildDifferences(part.manifest, manifest).length === 0;
  };
  return {
    ...common,
    live: longestRun(leaves, (logged) => hasIt(releases.get(logged.sha256)) === true),
    wasCanary: [...releases.values()].some(({ canaries }) => canaries[name]?.version === version),
    wasYanked: leaves.some((each) => loggedIn(each, markKey('yanked', name, version)) !== undefined),
  };
}

/**
 * Checks a proof about a version, and reads what it shows. @throws {ProofError} if it does not hold; {NoteError} for a
 * malformed key.
 */
export function readProof(
  proof: StagingProof,
  { name, version }: { readonly name: string; readonly version: string },
  keys: readonly string[],
): Shown {
  for (const key of keys) readVerifier(key);
  try {
    return readUnsafely(proof, name, version, keys);
  } catch (error) {
    throw new ProofError(getErrorMessage(error), { cause: error });
  }
}
