import type { ArtifactManifest } from '@portal/contract/artifact';
import { filesPrefix } from '../format/keys.ts';
import type { Store } from '../store/store.ts';
import type { Refusal } from './refusal.ts';
import { named, refusal } from './refusal.ts';

/**
 * Refuses a file whose name differs from another one of the part only in case: some file systems take them for the
 * same.
 */
export async function checkFileNames(store: Store, manifest: ArtifactManifest): Promise<readonly Refusal[]> {
  const prefix = filesPrefix(manifest.name);
  const stored = (await store.driver.list(prefix)).map((key) => key.slice(prefix.length));
  const taken = new Map(stored.map((file) => [file.toLowerCase(), file]));
  for (const file of Object.keys(manifest.files)) {
    const other = taken.get(file.toLowerCase()) ?? file;
    taken.set(file.toLowerCase(), file);
    if (other === file) continue;
    return [
      refusal(
        'file-name',
        [file, other],
        `${named(manifest)} has a file ${file}, and there is ${other}: the names differ only in case.`,
        'Give the file another name, and build again.',
      ),
    ];
  }
  return [];
}
