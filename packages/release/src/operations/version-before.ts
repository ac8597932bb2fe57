import type { Outline } from '../store/documents.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import type { Gap } from '../store/version-history.ts';
import { gapSince, stepsBefore } from '../store/version-history.ts';

/** `version`: the version live before; null takes the remote out, undefined means that there is none. `gap`: unreadable releases hide it. */
export type Before = { readonly version: string | null | undefined } | { readonly gap: Gap };

/** The version of a part that a rollback returns to when none is named. Skips versions that can never be released again. */
export async function versionBefore(store: Store, steps: readonly Outline[], name: string): Promise<Before> {
  const published = await store.versions(name);
  const yanked = await store.markedVersions('yanked', name);
  const found = (version: string | null | undefined, at: number): Before => {
    const gap = gapSince(steps, name, at);
    return gap ? { gap } : { version };
  };
  let direct = true;
  for (const at of stepsBefore(steps, name)) {
    const version = liveVersion(steps[at], name);
    // A rollback takes a remote out only from its very first version.
    if (version === undefined) {
      if (direct) return found(null, at);
    } else if (published.includes(version) && !yanked.includes(version)) return found(version, at);
    direct = false;
  }
  return found(undefined, -1);
}
