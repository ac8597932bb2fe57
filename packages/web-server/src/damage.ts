import { isDeepStrictEqual } from 'node:util';
import type { Release } from '@portal/contract/release';
import type { Store } from '@portal/release/store';
import { releasedManifests } from './load-release.ts';

/** Reads a release and every file of its versions again; what is damaged first, or undefined. */
export async function firstDamage(store: Store, stored: Release): Promise<unknown> {
  try {
    if (!isDeepStrictEqual(await store.readRelease(stored.number), stored)) {
      return `the release in ${store.place} is not the one that was taken up. Restore it from a backup.`;
    }
    for (const { name, files } of releasedManifests(stored)) {
      for (const [file, record] of Object.entries(files)) await store.readFile(name, file, record);
    }
    return undefined;
  } catch (error) {
    return error;
  }
}
