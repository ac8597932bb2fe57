import type { Release } from '../format/release.ts';
import { MAX_DRAWS, runningDraws, viewsOf } from '../format/release-view.ts';
import type { PlannedRelease } from '../store/store.ts';
import type { Refusal } from './refusal.ts';

/** How many views a release may have: twice those of three draws, because canaries of one draw may have different shares. */
const MAX_VIEWS = 16;

/** "mfe-hubs 1.1.0 (10 %) with shell 1.1.0 (10 %)" for each draw. */
function describe(release: Release): string {
  const inDraw = (draw: string) =>
    Object.entries(release.canaries)
      .filter(([, canary]) => canary.draw === draw)
      .map(([name, { version, percent }]) => `${name} ${version} (${String(percent)} %)`);
  return runningDraws(release)
    .map((draw) => inDraw(draw).join(' with '))
    .join(', ');
}

/** Refuses more canaries than can be told apart, and more combinations than can be checked. `live` is the release before. */
export function checkCanaries(planned: PlannedRelease, live: Release | undefined): readonly Refusal[] {
  const release = { ...planned, previous: null };
  const begun = Object.entries(release.canaries)
    .filter(([name, { draw, percent }]) => {
      const before = live?.canaries[name];
      return before?.draw !== draw || before.percent !== percent;
    })
    .map(([name, { version }]) => `${name} ${version}`);
  // A change that begins no canary may be a repair.
  if (begun.length === 0) return [];
  const rule = 'too-many-canaries';
  const sides = [...begun, 'the running canaries'];
  const names = begun.join(', ');
  if (runningDraws(release).length > MAX_DRAWS) {
    const problem = `${names} would be a canary beside ${live ? describe(live) : ''}, and at most ${String(MAX_DRAWS)} run at the same time (parts that were promoted together count as one).`;
    const remedy = 'End one of them first (npm run release -- rollback PART --reason "…"), or promote it to everybody.';
    return [{ rule, sides, problem, remedy }];
  }
  const views = viewsOf(release).length;
  if (views <= MAX_VIEWS) return [];
  const problem = `With ${names} there would be ${String(views)} combinations of versions, by ${describe(release)}, and at most ${String(MAX_VIEWS)} can be checked.`;
  const remedy = 'Give parts that were promoted together the same share, or end a canary first.';
  return [{ rule, sides, problem, remedy }];
}
