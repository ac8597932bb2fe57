import type { ArtifactManifest } from '@portal/contract/artifact';
import { overlaps } from '@portal/contract/paths';
import { CONTRACT_VERSION, isInContractRange } from '@portal/contract/version';
import { RefusedError } from './errors.ts';
import type { ReleaseDraft, Store } from './store.ts';

/** What a part is called in a refusal: "mfe-hubs 1.1.0". */
function named({ name, version }: ArtifactManifest): string {
  return `${name} ${version}`;
}

/** @throws {RefusedError} unless the part was built for the contract of this checkout. */
export function checkContract(manifest: ArtifactManifest): void {
  const range = manifest.declaration.contract;
  if (isInContractRange(CONTRACT_VERSION, range)) return;
  throw new RefusedError(
    'contract-range',
    `${named(manifest)} was built for the contract ${range}, and the contract is ${CONTRACT_VERSION}. ` +
      `Adapt it to the contract, correct "contract" in its declaration, and build again.`,
  );
}

/** The contract version that a shell offers: the lowest of the range that it was built for. */
function offeredContract(shell: ArtifactManifest): string {
  return shell.declaration.contract.replace(/^\^/, '');
}

/** Whether a remote can run in a shell: the shell's own contract decides, so that it also holds for a shell that is rolled back. */
export function fits(shell: ArtifactManifest, remote: ArtifactManifest): boolean {
  return isInContractRange(offeredContract(shell), remote.declaration.contract);
}

function checkContracts({ shell, remotes }: ReleaseDraft): void {
  for (const { manifest } of Object.values(remotes)) {
    if (fits(shell.manifest, manifest)) continue;
    throw new RefusedError(
      'contract-range',
      `${named(manifest)} was built for the contract ${manifest.declaration.contract}, and ${named(shell.manifest)} offers ` +
        `${offeredContract(shell.manifest)}. Release versions of both that fit together.`,
    );
  }
}

/** The first pair of patterns of two parts that claim one path. */
function collision(a: ArtifactManifest, b: ArtifactManifest): readonly [string, string] | undefined {
  for (const { path } of a.declaration.routes) {
    const other = b.declaration.routes.find((route) => overlaps(path, route.path));
    if (other) return [path, other.path];
  }
  return undefined;
}

function checkRoutes({ shell, remotes }: ReleaseDraft): void {
  const manifests = [shell.manifest, ...Object.values(remotes).map(({ manifest }) => manifest)];
  for (const [index, left] of manifests.entries()) {
    for (const right of manifests.slice(index + 1)) {
      const paths = collision(left, right);
      if (!paths) continue;
      throw new RefusedError(
        'route-collision',
        `${named(left)} claims "${paths[0]}" and ${named(right)} claims "${paths[1]}". A path belongs to one part: ` +
          `release a version of one of them that leaves it out, in the same step.`,
      );
    }
  }
}

/** Every file of a version, byte for byte. @throws {StoreError} naming the one that is missing or damaged. */
export async function checkFiles(store: Store, { name, files }: ArtifactManifest): Promise<void> {
  for (const [file, record] of Object.entries(files)) await store.readFile(name, file, record);
}

/** The policy of a release, the same for promoting and rolling back. @throws {RefusedError} naming the rule that it breaks. */
export function checkRelease(draft: ReleaseDraft): void {
  checkContracts(draft);
  checkRoutes(draft);
}
