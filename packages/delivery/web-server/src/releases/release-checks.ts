import { isDeepStrictEqual } from 'node:util';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Store } from '@portal/release/store';
import { StoreError } from '@portal/release/store';
import { getFallbacks } from '@portal/contract/fallbacks';
import type { Release, ReleasedPart } from '@portal/release/format/release';
import { releasedManifests, toFallback } from '@portal/release/format/release';
import type { Assets } from '../files/assets.ts';
import type { ServerLog } from '@portal/node-kit/server-log';
import { getErrorMessage } from '@portal/node-kit/plain-error';

/** Why a version must not be served; undefined when it may be. A version with a damaged record counts as yanked. */
async function whyYanked(store: Store, { name, version }: ArtifactManifest): Promise<string | undefined> {
  try {
    // Without the reason, which somebody wrote: it would be in the log.
    return (await store.readYank(name, version)) && `${name} ${version} is yanked`;
  } catch (error) {
    if (error instanceof StoreError) return error.message;
    throw error;
  }
}

/** Why the first of the yanked versions in `manifests` must not be served; undefined if no version is yanked. */
export async function firstYanked(store: Store, manifests: readonly ArtifactManifest[]): Promise<string | undefined> {
  for (const manifest of manifests) {
    const reason = await whyYanked(store, manifest);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Reads a release and every file of its versions again; returns the first damage, or undefined. */
export async function findDamage(store: Store, stored: Release): Promise<unknown> {
  try {
    if (!isDeepStrictEqual(await store.readRelease(stored.number), stored)) {
      return `the release in ${store.place} is not the one that was read at first. Restore it from a backup.`;
    }
    for (const { name, files } of releasedManifests(stored)) {
      for (const [file, record] of Object.entries(files)) await store.readFile(name, file, record);
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Why a fallback cannot be used: it is yanked, damaged, or cannot be read now. */
async function whyUnusable(store: Store, assets: Assets, manifest: ArtifactManifest): Promise<string | undefined> {
  try {
    const yanked = await whyYanked(store, manifest);
    if (yanked === undefined) await assets.check(manifest);
    return yanked;
  } catch (error) {
    return getErrorMessage(error);
  }
}

interface Sources {
  readonly store: Store;
  readonly assets: Assets;
  readonly log: ServerLog;
}

/**
 * The release without unusable fallbacks, which are no reason to hold back a live version that works: the second one then takes the place
 * of the first.
 */
export async function withUsableFallbacks({ store, assets, log }: Sources, release: Release): Promise<Release> {
  const remotes: Release['remotes'] = {};
  for (const [name, remote] of Object.entries(release.remotes)) {
    const usable: ReleasedPart[] = [];
    const reasons: string[] = [];
    for (const fallback of getFallbacks(remote)) {
      const reason = await whyUnusable(store, assets, fallback.manifest);
      if (reason === undefined) usable.push(fallback);
      else reasons.push(reason);
    }
    remotes[name] = reasons.length === 0 ? remote : { ...remote, fallback: toFallback(usable) };
    const topic = `fallbacks ${String(release.number)} ${name}`;
    if (reasons.length === 0)
      log.solved(topic, `Release ${String(release.number)}: ${name} ${remote.version} has its fallbacks again.`);
    const what = usable.length === 0 ? 'has no version to fall back to' : 'has one version less to fall back to';
    for (const reason of reasons)
      log.problem(topic, `Release ${String(release.number)}: ${name} ${remote.version} ${what}: ${reason}`);
  }
  return { ...release, remotes };
}
