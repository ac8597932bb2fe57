import { expect, test } from '@jest/globals';
import { computeRatio, computeSpread } from './statistics.ts';

test('a spread has the median and the quartiles, in whichever order the values came', () => {
  expect(computeSpread([5, 1, 4, 2, 3])).toEqual({ median: 3, low: 2, high: 4 });
  expect(computeSpread([1, 2]).median).toBe(1.5);
});

test('a slow round does not change the ratio, because it slows both values', () => {
  expect(computeRatio([50, 500, 55], [100, 1000, 100]).median).toBe(0.5);
});
