import { StoreError } from '../store/errors.ts';
import type { KnownGood, Outline } from '../format/documents.ts';
import type { Store } from '../store/store.ts';
import { rolledBackFrom } from '../store/version-history.ts';

async function readUnlessDamaged(store: Store, name: string, version: string): Promise<KnownGood | undefined> {
  try {
    return await store.readKnownGood(name, version);
  } catch (error) {
    // A damaged record proves nothing; `verify` reports it.
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/**
 * The known good versions of a part, the latest last: not those that were rolled back from, unless they became known good after that.
 * Some may be yanked.
 */
export async function knownGoodVersions(
  store: Store,
  steps: readonly Outline[],
  name: string,
): Promise<ReadonlyMap<string, KnownGood>> {
  const left = rolledBackFrom(steps, name);
  const found: [string, KnownGood][] = [];
  for (const version of await store.markedVersions('known-good', name)) {
    const mark = await readUnlessDamaged(store, name, version);
    if (mark && mark.release > (left.get(version)?.number ?? 0)) found.push([version, mark]);
  }
  return new Map(found.sort(([, a], [, b]) => a.release - b.release));
}

/** The known good version of a part that was live last, and its record; undefined if there is none. */
export async function lastKnownGood(
  store: Store,
  steps: readonly Outline[],
  name: string,
): Promise<readonly [version: string, knownGood: KnownGood] | undefined> {
  const yanked = new Set(await store.markedVersions('yanked', name));
  return [...(await knownGoodVersions(store, steps, name))].findLast(([version]) => !yanked.has(version));
}
