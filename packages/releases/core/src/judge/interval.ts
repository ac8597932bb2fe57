import type { Batch } from './hypergeometric.ts';
import { logSum, OddsRatios } from './hypergeometric.ts';
import type { Judgement } from './judgement.ts';

/** 1/1000 to 1000, twelve for each power of ten. */
const STEPS = 12;
const ODDS = Array.from({ length: 6 * STEPS + 1 }, (_, index) => 10 ** (index / STEPS - 3));
const RATIOS = new OddsRatios(ODDS);

/** With 95 % confidence. */
const ONE_IN = 20;

/**
 * The odds ratios that the batches do not exclude, with 95 % confidence at all looks together (a confidence sequence): those against which the average over
 * all odds ratios has less than 20 times the likelihood.
 */
export function intervalOf(batches: readonly Batch[]): Judgement['failures']['times'] {
  const likelihoods = new Float64Array(ODDS.length);
  for (const batch of batches) RATIOS.addTo(likelihoods, batch);
  const least = logSum(likelihoods) - Math.log(ODDS.length) - Math.log(ONE_IN);
  // One step wider than the grid says: the limits are between two of its points.
  const low = likelihoods.findIndex((log) => log > least) - 1;
  const high = likelihoods.findLastIndex((log) => log > least) + 1;
  return { low: ODDS[low] ?? null, high: ODDS[high] ?? null };
}
