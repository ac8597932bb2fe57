import { liveVersion } from './changes.ts';
import { StoreError } from './errors.ts';
import type { Outline } from './outline.ts';
import type { Store } from './store.ts';

/** All releases that can be read, ascending; a damaged one cannot be told about, and is `verify`'s to report. */
export async function readSteps(store: Store): Promise<readonly Outline[]> {
  const steps: Outline[] = [];
  // One after the other: a thousand files at once are no faster.
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

/** Index of the release since which a part has had, without a break, the version of the last one. */
export function beginOfRun(steps: readonly Step[], name: string, last = steps.length - 1): number {
  const version = liveVersion(steps[last], name);
  let begin = last;
  while (begin > 0 && liveVersion(steps[begin - 1], name) === version) begin -= 1;
  return begin;
}

/**
 * Versions of a part that were live before that of the last step, the latest first; undefined stands for a time when it was not live.
 * A rollback undoes what it leaves: before its target came what came before that when it was last live. So rolling back twice
 * goes back two versions, and never forward to the one that was left because it was bad.
 */
export function* versionsBefore(steps: readonly Step[], name: string): Generator<string | undefined> {
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
      yield liveVersion(steps[at], name);
    }
  }
}
