import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { Batch } from './hypergeometric.ts';
import { OddsRatios } from './hypergeometric.ts';

/** Made once for each of the odds: its tables take long. */
const ratios = new Map<number, OddsRatios>();

const ratioOf = (odds: number, batch: Batch): number => {
  const ratio = ratios.get(odds) ?? new OddsRatios([odds]);
  ratios.set(odds, ratio);
  const sums = new Float64Array(1);
  ratio.addTo(sums, batch);
  return Math.exp(sums[0] ?? 0);
};

/** How many ways there are to choose so many of so many. */
function ways(of: number, chosen: number): number {
  if (chosen < 0 || chosen > of) return 0;
  let product = 1;
  for (let i = 0; i < chosen; i += 1) product *= (of - i) / (i + 1);
  return product;
}

const count = fc.integer({ min: 0, max: 40 });
const sizes = fc.tuple(count, count, count, fc.constantFrom(1.5, 2, 20, 200));

test('evidence neither grows nor falls on average while no version is worse', () => {
  fc.assert(
    fc.property(sizes, ([canary, baseline, all, odds]) => {
      const failed = Math.min(all, canary + baseline);
      let mean = 0;
      for (let canaryFailed = 0; canaryFailed <= Math.min(canary, failed); canaryFailed += 1) {
        const chance =
          (ways(canary, canaryFailed) * ways(baseline, failed - canaryFailed)) / ways(canary + baseline, failed);
        if (chance > 0) mean += chance * ratioOf(odds, { canary, baseline, failed, canaryFailed });
      }
      expect(mean).toBeCloseTo(1, 8);
    }),
  );
});

test('one slow load of the canary less never says more against it', () => {
  fc.assert(
    fc.property(sizes, count, ([canary, baseline, all, odds], own) => {
      const failed = Math.min(all, canary + baseline);
      const canaryFailed = Math.max(Math.min(own, canary, failed), failed - baseline);
      fc.pre(canaryFailed > 0);
      const less = { canary, baseline, failed: failed - 1, canaryFailed: canaryFailed - 1 };
      expect(ratioOf(odds, less)).toBeLessThanOrEqual(ratioOf(odds, { canary, baseline, failed, canaryFailed }) + 1e-9);
    }),
  );
});

test('large numbers of visits are compared as well', () => {
  // A canary with a millionth of the visits: nearly all of its odds are in the ratio.
  const batch = { canary: 10, baseline: 10_000_000, failed: 1, canaryFailed: 1 };
  expect(ratioOf(20, batch)).toBeCloseTo(20 / (1 + (19 * 10) / 10_000_010), 4);
});
