import { RefusedError } from '@portal/release/errors';
import { publish } from '@portal/release/publish';
import { promote } from '@portal/release/release';
import type { Promotion } from '@portal/release/release';
import { openFolderStore } from '@portal/release/store';
import type { Store } from '@portal/release/store';
import { PlainError } from '../plain-error.ts';

/** The builds could not be published or released. */
class PublishError extends PlainError {}

async function publishAll(store: Store, folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>();
  for (const folder of folders) {
    const { manifest } = await publish(store, folder);
    versions.set(manifest.name, manifest.version);
  }
  return versions;
}

/** Publishes the builds in `folders`, and makes just these versions live unless they are. @throws {PublishError} */
export async function publishParts(storeFolder: string, folders: readonly string[]): Promise<Promotion> {
  const store = openFolderStore(storeFolder);
  try {
    const versions = await publishAll(store, folders);
    const live = await store.latestRelease();
    const gone = Object.keys(live?.remotes ?? {}).filter((name) => !versions.has(name));
    const remotes = [...versions].filter(([name]) => name !== 'shell');
    return await promote(store, {
      shell: versions.get('shell'),
      remotes: { ...Object.fromEntries(remotes), ...Object.fromEntries(gone.map((name) => [name, null])) },
      createdBy: 'npm start',
      reason: 'Built from the working tree',
    });
  } catch (cause) {
    if (!(cause instanceof RefusedError)) throw cause;
    throw new PublishError(`${cause.message}\n("npm run reset" starts with an empty store.)`, { cause });
  }
}
