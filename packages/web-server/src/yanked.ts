import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Store } from '@portal/release/store';
import { StoreError } from '@portal/release/store';

/** Why a version must not be served; undefined where nothing bars it. Where the record is damaged, it counts as yanked. */
export async function whyYanked(store: Store, { name, version }: ArtifactManifest): Promise<string | undefined> {
  try {
    const yank = await store.readYank(name, version);
    return yank && `${name} ${version} is yanked: ${yank.reason}`;
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}

/** Why one of several versions must not be served. */
export async function firstYanked(store: Store, manifests: readonly ArtifactManifest[]): Promise<string | undefined> {
  for (const manifest of manifests) {
    const reason = await whyYanked(store, manifest);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
