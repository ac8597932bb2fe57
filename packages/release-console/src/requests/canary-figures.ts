import type { Release } from '@portal/contract/release';
import { liveVersion } from '@portal/release/release-diff';
import { summarizeFailures } from '../board/failure-figures.ts';
import { countsFor } from '../counts/counts.ts';
import type { CountsResult } from '../counts/counts.ts';
import { partTitle } from '../pages/format.ts';

/** How often a part's running canary failed, and the version of all others, so that nobody decides without the figures. Empty without a canary. */
export function canaryFigures(name: string, live: Release | undefined, result: CountsResult): readonly string[] {
  const canary = live?.canaries[name];
  if (!canary) return [];
  const title = partTitle(name);
  if (!result.counts) return [`How often ${title} ${canary.version} failed is not known: ${result.problem}.`];
  const figureOf = (version: string) => summarizeFailures(countsFor(result.counts, name, version));
  const baseline = liveVersion(live, name);
  return [
    `${title} ${canary.version}, the canary: ${figureOf(canary.version)}.`,
    ...(baseline === undefined ? [] : [`${title} ${baseline}, for all others: ${figureOf(baseline)}.`]),
  ];
}
