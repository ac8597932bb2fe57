import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '@portal/contract/release';
import type { Store } from '@portal/release/store';
import type { Assets } from './assets.ts';
import type { Log } from './log.ts';
import { reasonOf } from './log.ts';
import { whyYanked } from './yanked.ts';

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
