import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '@portal/contract/release';
import { StoreError } from '../errors.ts';
import type { Store } from '../store/store.ts';

/** A version that visitors get and that the store does not have whole. Plain data. */
export interface IncompleteVersion {
  readonly name: string;
  readonly version: string;
  /** What is missing or damaged, and the remedy. */
  readonly problem: string;
}

async function firstProblem(store: Store, { name, files }: ArtifactManifest): Promise<StoreError | undefined> {
  for (const [file, record] of Object.entries(files)) {
    try {
      await store.readFile(name, file, record);
    } catch (error) {
      if (error instanceof StoreError) return error;
      throw error;
    }
  }
  return undefined;
}

/**
 * The versions of a release that visitors get, live ones and canaries, of which a file is missing or damaged: a web server that has
 * not read that file before holds the release back. Fallbacks do not count: it serves the release without them.
 */
export async function incompleteVersions(
  store: Store,
  { shell, remotes, canaries }: Pick<Release, 'shell' | 'remotes' | 'canaries'>,
): Promise<readonly IncompleteVersion[]> {
  const rollback = ({ manifest: { name } }: { readonly manifest: ArtifactManifest }) =>
    `npm run release -- rollback ${name} --reason "…"`;
  const given = [
    ...[shell, ...Object.values(remotes)].map((part) => ({ ...part, instead: `Or roll it back: ${rollback(part)}` })),
    ...Object.values(canaries).map((part) => ({ ...part, instead: `Or end its canary: ${rollback(part)}` })),
  ];
  const found: IncompleteVersion[] = [];
  for (const { version, manifest, instead } of given) {
    const error = await firstProblem(store, manifest);
    if (error) found.push({ name: manifest.name, version, problem: `${error.message} ${instead}` });
  }
  return found;
}
