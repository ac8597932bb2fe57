/** The middle value and those at a quarter and at three quarters, which say how much the values differ. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The value at `part` of the sorted values, between two of them where it falls there. */
function quantile(sorted: readonly number[], part: number): number {
  const at = (sorted.length - 1) * part;
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export function computeSpread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/**
 * The quotients of two series that were measured in the same rounds. The median of the rounds' quotients, not the
 * quotient of the medians: what slows a round slows both of its values.
 */
export function computeRatio(values: readonly number[], against: readonly number[]): Spread {
  return computeSpread(values.map((value, round) => value / (against[round] ?? NaN)));
}
