import { requirementsFor } from '../../access/configuration.ts';
import { refusal, refuseIfAny } from '../../policy/refusal.ts';
import { objectionTo } from '../../staging/refuse-unstaged.ts';
import { ProofError, readProof } from '../../staging/read-proof.ts';
import type { StagingProof } from '../../format/staging-proof.ts';
import type { Copy } from '../../store/copies.ts';
import { createCopy } from '../../store/copies.ts';
import { buildDifferences } from '../../format/integrity.ts';
import type { Store } from '../../store/store.ts';
import { oneLine } from '../../policy/release-request.ts';

/** A copy to record: which version, by whom, and what the log shows of it in the store that it comes from. */
export interface CopyRecord {
  readonly by: string;
  readonly name: string;
  readonly version: string;
  readonly proof: StagingProof;
}

/**
 * Refuses a proof that does not hold, is about other bytes than the published ones, or shows less than what is required
 * here.
 */
async function checkCopy(store: Store, { name, version, proof }: CopyRecord): Promise<void> {
  const { staging } = await requirementsFor(store, name);
  const objection = staging && objectionTo(proof, { name, version }, staging);
  refuseIfAny(objection ? [objection] : []);
  const sides = [`${name} ${version}`, 'the log that it comes from'];
  const remedy = 'Copy it from a store with the same build.';
  try {
    const { published } = readProof(proof, { name, version }, []);
    const { manifest } = await store.readVersion(name, version);
    if (buildDifferences(manifest, published.manifest).length === 0) return;
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const problem = `The proof of where ${name} ${version} comes from does not hold: ${error.message}.`;
    refuseIfAny([refusal('not-staged', sides, problem, remedy)], error);
  }
  const problem = `The proof is about other bytes than the published ${name} ${version}.`;
  refuseIfAny([refusal('not-staged', sides, problem, remedy)]);
}

/** Records where a published version was copied from. @throws {RefusedError} if the proof does not show it. */
export async function recordCopy(store: Store, record: CopyRecord): Promise<Copy> {
  await checkCopy(store, record);
  const { name, version, by, proof } = record;
  const copy: Copy = { schema: 1, at: new Date().toISOString(), by: oneLine(by), proof };
  await createCopy(store, name, version, copy);
  return copy;
}
