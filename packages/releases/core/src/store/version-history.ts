import { compare } from 'semver';
import { liveVersion } from './release-diff.ts';
import { StoreError } from './errors.ts';
import type { ReleaseSummary } from '../format/documents.ts';
import type { Release } from '../format/release.ts';
import type { Store } from './store-interface.ts';

/** A release that cannot be read. */
export interface DamagedRelease {
  readonly number: number;
  readonly problem: string;
}

/**
 * The live release: the newest that can be read, undefined when there is none; and what is wrong with newer ones.
 * @throws {StoreError} when a newer checkout wrote one of these.
 */
export async function readLive(
  store: Pick<Store, 'loggedReleases' | 'readRelease'>,
): Promise<{ readonly live: Release | undefined; readonly damaged: readonly DamagedRelease[] }> {
  const damaged: DamagedRelease[] = [];
  for (const number of (await store.loggedReleases()).toReversed()) {
    try {
      return { live: await store.readRelease(number), damaged };
    } catch (error) {
      // An old checkout must not replace a release that it does not understand.
      if (!(error instanceof StoreError) || error.kind === 'newer') throw error;
      damaged.push({ number, problem: error.message });
    }
  }
  return { live: undefined, damaged };
}

/** All readable releases, ascending. `verify` reports the damaged ones. */
export async function readSteps(store: Store): Promise<readonly ReleaseSummary[]> {
  const steps: ReleaseSummary[] = [];
  // One after the other: reading a thousand files at once is no faster.
  for (const number of await store.releaseNumbers()) {
    try {
      steps.push(await store.readReleaseSummary(number));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }
  return steps;
}

type Step = Pick<ReleaseSummary, 'action' | 'shell' | 'remotes' | 'canaries'>;

/** Index of the first release of the unbroken series, up to `last`, in which the part has the same version. */
export function beginOfRun(steps: readonly Step[], name: string, last = steps.length - 1): number {
  const version = liveVersion(steps[last], name);
  let begin = last;
  while (begin > 0 && liveVersion(steps[begin - 1], name) === version) begin -= 1;
  return begin;
}

/**
 * Versions that everybody had before the last step's, each once, the latest first, and the index of the last step at
 * which they had it.
 */
export function earlierVersions(steps: readonly Step[], name: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const version = liveVersion(steps[at], name);
    if (version !== undefined && version !== liveVersion(steps.at(-1), name) && !found.has(version))
      found.set(version, at);
  }
  return found;
}

/**
 * The versions that somebody took back and nobody gave to everybody since, each with the release that did so: everybody
 * went back from it to an older one, or to none, or its canary was ended. A rollback undoes all newer versions since
 * the last time of the one that it returns to.
 */
export function rolledBackFrom<Of extends Step>(steps: readonly Of[], name: string): ReadonlyMap<string, Of> {
  const left = new Map<string, Of>();
  const versions = steps.map((step) => liveVersion(step, name));
  for (const [index, step] of steps.entries()) {
    const canary = steps[index - 1]?.canaries[name];
    if (step.action === 'end-canary' && canary && !step.canaries[name]) left.set(canary.version, step);
    const [version, next] = [versions[index - 1], versions[index]];
    if (version === next) continue;
    if (next !== undefined) left.delete(next);
    if (version === undefined || step.action !== 'rollback') continue;
    const since = next === undefined ? -1 : versions.lastIndexOf(next, index - 1);
    for (const undone of since < 0 ? [version] : versions.slice(since + 1, index))
      // Loose, because local builds may have suffixes with leading zeros.
      if (undone !== undefined && (next === undefined || compare(next, undone, true) < 0)) left.set(undone, step);
  }
  return left;
}

/** A series of unreadable releases: the numbers of the first and the last. */
export interface Gap {
  readonly first: number;
  readonly last: number;
}

/**
 * The latest gap after the step at `from` (-1: since the beginning) that may hide a version of a part, because the part
 * has different versions before and after it. If the versions are the same, the releases in the gap changed other
 * parts. `logged`: numbers of all releases that ever counted, ascending; a number that is skipped hides nothing.
 */
export function gapSince(
  steps: readonly (Step & Pick<ReleaseSummary, 'number'>)[],
  name: string,
  { from, logged }: { readonly from: number; readonly logged: readonly number[] },
): Gap | undefined {
  for (let index = steps.length - 1; index > from; index -= 1) {
    const [before, after] = [steps[index - 1], steps[index]];
    if (liveVersion(before, name) === liveVersion(after, name)) continue;
    const hidden = logged.filter((number) => number > (before?.number ?? 0) && number < (after?.number ?? 0));
    const [first, last] = [hidden[0], hidden.at(-1)];
    if (first !== undefined && last !== undefined) return { first, last };
  }
  return undefined;
}
