import { fallbacksOf } from '@portal/contract/fallbacks';
import { fits } from './fit.ts';
import type { Release, ReleasedPart } from './release.ts';
import { partOf, toFallback } from './release.ts';

/** A visitor's number for a draw is one from 0 to 99. */
export const DRAW_NUMBERS = 100;
/** How many draws run at the same time at most: each doubles the views of a release, all of which are checked. */
export const MAX_DRAWS = 3;

/** A visitor's number for each draw. A visitor without a number gets no canary of the draw. */
export type DrawnNumbers = ReadonlyMap<string, number>;
export const NO_NUMBERS: DrawnNumbers = new Map();

/** A release as one visitor gets it, with or without each canary. */
export interface ReleaseView {
  readonly number: number;
  readonly urgent: boolean;
  readonly shell: ReleasedPart;
  readonly remotes: Release['remotes'];
  /** Names of the parts that this visitor gets as canaries, sorted. */
  readonly canaryParts: readonly string[];
}

/** A version that a visitor gets, and those that may take over, whether the shell can run them or not. */
interface Given extends ReleasedPart {
  readonly fallbacks: readonly ReleasedPart[];
}

/** Names of the parts that a visitor with these numbers gets as canaries, sorted. */
export function canaryPartsFor({ canaries }: Release, numbers: DrawnNumbers): readonly string[] {
  return Object.entries(canaries)
    .filter(([, { draw, percent }]) => (numbers.get(draw) ?? DRAW_NUMBERS) < percent)
    .map(([name]) => name)
    .sort();
}

/**
 * The view of a visitor with these numbers. Visitors keep their number while a draw runs: when a share grows, they stay in it. Draws are
 * independent of each other.
 */
export function viewFor(release: Release, numbers: DrawnNumbers): ReleaseView {
  const canaryParts = canaryPartsFor(release, numbers);
  const versions: Record<string, Given> = {};
  for (const [name, remote] of Object.entries(release.remotes))
    versions[name] = { ...partOf(remote), fallbacks: fallbacksOf(remote) };
  let { shell } = release;
  for (const name of canaryParts) {
    const canary = release.canaries[name];
    if (!canary) continue;
    const live = release.remotes[name];
    if (name === 'shell') shell = partOf(canary);
    // The live version takes over from a canary.
    else versions[name] = { ...partOf(canary), fallbacks: live ? [live, ...fallbacksOf(live)] : [] };
  }
  const remotes: Release['remotes'] = {};
  for (const [name, { fallbacks, ...part }] of Object.entries(versions))
    remotes[name] = {
      ...part,
      fallback: toFallback(fallbacks.filter(({ manifest }) => fits(shell.manifest, manifest))),
    };
  return { number: release.number, urgent: release.urgent, shell, remotes, canaryParts };
}

/**
 * A view with these versions in the place of its own, as a preview shows them; undefined if one of them does not fit the others. Nothing takes
 * over from them: who looks at them wants to see whether they work.
 */
export function withVersions(view: ReleaseView, parts: readonly ReleasedPart[]): ReleaseView | undefined {
  const shell = parts.find(({ manifest }) => manifest.name === 'shell') ?? view.shell;
  const fitting = (versions: readonly ReleasedPart[]) =>
    versions.filter(({ manifest }) => fits(shell.manifest, manifest));
  const remotes: Release['remotes'] = {};
  for (const [name, remote] of Object.entries(view.remotes))
    remotes[name] = { ...remote, fallback: toFallback(fitting(fallbacksOf(remote))) };
  for (const part of parts)
    if (part.manifest.name !== 'shell') remotes[part.manifest.name] = { ...part, fallback: null };
  const all = Object.values(remotes);
  return fitting(all).length === all.length ? { ...view, shell, remotes } : undefined;
}

/** The draws of a release's canaries, sorted. */
export function runningDraws({ canaries }: Release): readonly string[] {
  return [...new Set(Object.values(canaries).map(({ draw }) => draw))].sort();
}

/** The shares of a draw's canaries, the largest first: with it, a visitor gets the fewest of them. */
function sharesOf({ canaries }: Release, draw: string): readonly number[] {
  const shares = Object.values(canaries).filter((canary) => canary.draw === draw);
  return [...new Set(shares.map(({ percent }) => percent))].sort((a, b) => b - a);
}

/**
 * Every view of a release that a visitor can get: each combination of its draws, the view without canaries first, and each view after those
 * with a part of its canaries. Three draws with one share each have 8 views; a draw with n different shares has n + 1 of its own to combine.
 */
export function viewsOf(release: Release): readonly ReleaseView[] {
  let combinations: readonly DrawnNumbers[] = [NO_NUMBERS];
  for (const draw of runningDraws(release)) {
    const inDraw = sharesOf(release, draw).map((percent) => percent - 1);
    combinations = combinations.flatMap((numbers) => [
      numbers,
      ...inDraw.map((number) => new Map([...numbers, [draw, number]])),
    ]);
  }
  return combinations.map((numbers) => viewFor(release, numbers));
}
