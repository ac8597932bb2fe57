import type { ArtifactManifest } from '@portal/contract/artifact';
import { gte } from 'semver';

/** Whether a version was built with this version of the contract, or a later one. */
export function isBuiltSince({ declaration }: Pick<ArtifactManifest, 'declaration'>, contract: string): boolean {
  return gte(declaration.contract.replace(/^\^/, ''), contract);
}
