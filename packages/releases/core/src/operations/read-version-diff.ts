import { StoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { ComparedVersion, VersionDiff } from './version-diff.ts';
import { diffVersions } from './version-diff.ts';

/** A version to compare, also one that was pruned; its manifest stays. */
async function readCompared(store: Store, name: string, version: string): Promise<ComparedVersion> {
  try {
    return await store.readVersion(name, version);
  } catch (error) {
    const isMissing = error instanceof StoreError && error.kind === 'missing';
    const pruned = isMissing ? await store.readPruned(name, version) : undefined;
    if (!pruned) throw error;
    return { manifest: pruned.manifest, provenance: null };
  }
}

/** What changed between two versions of a part, published or pruned. @throws {StoreError} if one is neither, or damaged. */
export async function readVersionDiff(store: Store, name: string, from: string, to: string): Promise<VersionDiff> {
  const [before, after] = await Promise.all([readCompared(store, name, from), readCompared(store, name, to)]);
  return diffVersions(before, after);
}
