import { liveVersion } from './release-diff.ts';
import { StoreError } from './errors.ts';
import type { KnownGood, Outline } from '../format/documents.ts';
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
export async function readSteps(store: Store): Promise<readonly Outline[]> {
  const steps: Outline[] = [];
  // One after the other: reading a thousand files at once is no faster.
  for (const number of await store.releaseNumbers()) {
    try {
      steps.push(await store.readOutline(number));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
    }
  }
  return steps;
}

type Step = Pick<Outline, 'action' | 'shell' | 'remotes'>;

/** Index of the first release of the unbroken series, up to `last`, in which the part has the same version. */
export function beginOfRun(steps: readonly Step[], name: string, last = steps.length - 1): number {
  const version = liveVersion(steps[last], name);
  let begin = last;
  while (begin > 0 && liveVersion(steps[begin - 1], name) === version) begin -= 1;
  return begin;
}

/**
 * Indexes of the steps at which other versions of a part were live before the last step's version, the latest first.
 * A rollback undoes the version that it replaces. The version before its target is therefore the one that was live before the target's
 * last time. So two rollbacks go back two versions, and never forward to the bad one.
 */
export function* stepsBefore(steps: readonly Step[], name: string): Generator<number> {
  let at = steps.length - 1;
  while (at > 0) {
    const version = liveVersion(steps[at], name);
    const begin = beginOfRun(steps, name, at);
    if (begin === 0) return;
    const again =
      steps[begin]?.action === 'rollback'
        ? steps.findLastIndex((step, index) => index < begin && liveVersion(step, name) === version)
        : -1;
    if (again >= 0) at = again;
    else {
      at = begin - 1;
      yield at;
    }
  }
}

/** The versions of a part that a rollback replaced for everybody, and the last release that did so. */
export function rolledBackFrom<Of extends Step>(steps: readonly Of[], name: string): ReadonlyMap<string, Of> {
  const left = new Map<string, Of>();
  for (const [index, step] of steps.entries()) {
    const version = liveVersion(steps[index - 1], name);
    if (step.action === 'rollback' && version !== undefined && version !== liveVersion(step, name))
      left.set(version, step);
  }
  return left;
}

/** A series of unreadable releases: the numbers of the first and the last. */
export interface Gap {
  readonly first: number;
  readonly last: number;
}

/**
 * The latest gap after the step at `from` (-1: since the beginning) that may hide a version of a part, because the part has different
 * versions before and after it. If the versions are the same, the releases in the gap changed other parts. `logged`: numbers of all releases that
 * ever counted, ascending; a number that is skipped hides nothing.
 */
export function gapSince(
  steps: readonly (Step & Pick<Outline, 'number'>)[],
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
