import { requirementsFor } from '../../access/configuration.ts';
import { checkVersion } from '../../policy/policy.ts';
import { refuseIfAny } from '../../policy/refusal.ts';
import { collectProof } from '../../staging/collect-proof.ts';
import { refuseUnstaged, objectionTo } from '../../staging/refuse-unstaged.ts';
import { ProofError, readProof } from '../../staging/read-proof.ts';
import type { Shown } from '../../staging/read-proof.ts';
import type { Copy } from '../../store/copies.ts';
import { readCopies } from '../../store/copies.ts';
import type { Store } from '../../store/store.ts';
import type { Build } from '../dist-folder.ts';
import type { ReleaseWriter } from '../release-writer.ts';

interface CopyRequest {
  readonly by: string;
  readonly name: string;
  readonly version: string;
  /** Accepts a version that does not fit the target's live release. */
  readonly ahead: boolean;
}

/** What a copy did. */
interface CopyResult {
  /** `unchanged`: the target has had these bytes and a proof that is as good. */
  readonly outcome: 'copied' | 'unchanged';
  readonly shown: Shown;
}

/** The build of a version, as it was published. @throws {RefusedError} if it may not be released there; {StoreError} */
async function readPublishedBuild(store: Store, name: string, version: string): Promise<Build> {
  const { refusals } = await checkVersion(store, name, version);
  refuseIfAny(refusals);
  const { manifest, provenance } = await store.readVersion(name, version);
  const files = new Map<string, Uint8Array>();
  for (const [file, record] of Object.entries(manifest.files))
    files.set(file, await store.readFile(name, file, record));
  const { sourceMaps } = manifest;
  return {
    manifest,
    provenance,
    files,
    ...(sourceMaps && { sourceMaps: await store.readSourceMaps(name, version, sourceMaps) }),
  };
}

/** Whether a record of the target shows as much as is required, or any origin while nothing is. */
async function isProved(target: Store, copies: readonly Copy[], name: string, version: string): Promise<boolean> {
  const { staging } = await requirementsFor(target, name);
  const proofs = copies.map(({ proof }) => proof);
  if (staging) return proofs.length > 0 && refuseUnstaged(proofs, { name, version }, staging).length === 0;
  return proofs.some((proof) => {
    try {
      readProof(proof, { name, version }, []);
      return true;
    } catch (error) {
      if (error instanceof ProofError) return false;
      throw error;
    }
  });
}

/**
 * Copies a version with the proof of what it was in its store: the same bytes, under the rules of the target. What the
 * target requires is checked before anything is written, and by the target itself once more. @throws {RefusedError}
 */
export async function copyVersion(
  source: Store,
  target: { readonly store: Store; readonly writer: ReleaseWriter },
  { by, name, version, ahead }: CopyRequest,
): Promise<CopyResult> {
  const build = await readPublishedBuild(source, name, version);
  const { staging } = await requirementsFor(target.store, name);
  const proof = await collectProof(source, { name, version }, staging?.keys);
  const shown = readProof(proof, { name, version }, staging?.keys ?? []);
  const before = await readCopies(target.store, name, version);
  const wasProved = await isProved(target.store, before, name, version);
  const objection = staging && !wasProved && objectionTo(proof, { name, version }, staging);
  refuseIfAny(objection ? [objection] : []);
  const { result } = await target.writer.publish({ build, ahead });
  if (wasProved) return { outcome: result === 'published' ? 'copied' : 'unchanged', shown };
  // In a dry run there is no version to record it of.
  if (!source.isDryRun) await target.writer.recordCopy({ by, name, version, proof });
  return { outcome: 'copied', shown };
}
