import { isDeepStrictEqual } from 'node:util';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Store } from '@portal/release/store';
import { StoreError } from '@portal/release/store';
import type { Release } from '@portal/contract/release';
import { releasedManifests } from './live-parts.ts';
import type { Assets } from './assets.ts';
import type { Log } from './log.ts';
import { reasonOf } from './log.ts';

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

/** What is wrong with a version that would take over: it is yanked, damaged, or cannot be read now. */
async function whyUnsound(store: Store, assets: Assets, manifest: ArtifactManifest): Promise<string | undefined> {
  try {
    const yanked = await whyYanked(store, manifest);
    if (yanked === undefined) await assets.check(manifest);
    return yanked;
  } catch (error) {
    return reasonOf(error);
  }
}

interface Sources {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: Log;
}

/** The release without the fallbacks that are not sound: the version that is live is well, and nobody is refused it for their sake. */
export async function withSoundFallbacks({ store, assets, log }: Sources, release: Release): Promise<Release> {
  const remotes: Release['remotes'] = {};
  for (const [name, remote] of Object.entries(release.remotes)) {
    remotes[name] = remote;
    const reason = remote.fallback && (await whyUnsound(store, assets, remote.fallback.manifest));
    if (typeof reason !== 'string') continue;
    remotes[name] = { ...remote, fallback: null };
    log.once(`Release ${String(release.number)}: ${name} ${remote.version} has no version to fall back to: ${reason}`);
  }
  return { ...release, remotes };
}
