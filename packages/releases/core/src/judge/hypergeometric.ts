/** Visits of two versions, and which of them failed (or were slow). */
export interface Batch {
  /** Visits of the canary and of the baseline. */
  readonly canary: number;
  readonly baseline: number;
  /** Visits among them that failed, of both versions together, and of the canary. */
  readonly failed: number;
  readonly canaryFailed: number;
}

const EXACT = 2048;
const TABLE = new Float64Array(EXACT);
for (let n = 2; n < EXACT; n += 1) TABLE[n] = (TABLE[n - 1] ?? 0) + Math.log(n);

/** ln(n!): from a table, above it by Stirling's series, whose error is then below 1e-18. */
function logFactorial(n: number): number {
  if (n < EXACT) return TABLE[n] ?? Number.NaN;
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3);
}

/** ln of the sum of e^x. */
export function logSum(logs: ArrayLike<number>): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < logs.length; i += 1) highest = Math.max(highest, logs[i] ?? highest);
  let sum = 0;
  for (let i = 0; i < logs.length; i += 1) sum += Math.exp((logs[i] ?? highest) - highest);
  return highest + Math.log(sum);
}

/**
 * ln of the probability of each possible number of failures of the canary if no version differs, from the lowest
 * number.
 */
function logProbabilities({ canary, baseline, failed }: Batch, lowest: number, highest: number): Float64Array {
  const all = canary + baseline;
  const ways = logFactorial(canary) + logFactorial(baseline) + logFactorial(failed) + logFactorial(all - failed);
  const logs = new Float64Array(highest - lowest + 1);
  for (let own = lowest; own <= highest; own += 1)
    logs[own - lowest] =
      ways -
      logFactorial(all) -
      logFactorial(own) -
      logFactorial(canary - own) -
      logFactorial(failed - own) -
      logFactorial(baseline - failed + own);
  return logs;
}

function computeLogMeans(batch: Batch, logOdds: Float64Array): Float64Array {
  const lowest = Math.max(0, batch.failed - batch.baseline);
  const highest = Math.min(batch.canary, batch.failed);
  if (lowest === highest) return logOdds.map((odds) => lowest * odds);
  const probabilities = logProbabilities(batch, lowest, highest);
  return logOdds.map((odds) => logSum(probabilities.map((log, index) => log + (lowest + index) * odds)));
}

/** Up to so many visits in a batch, results are kept: small batches repeat. */
const KEPT_VISITS = 32;

/**
 * The likelihood of batches for several odds ratios, each compared with that of no difference.
 *
 * Which visits got the canary was drawn, so without a difference any visits of a batch are equally likely to be the
 * canary's, and the number of its failures is hypergeometric, whatever made visits fail. With odds w that a failing
 * visit is the canary's, it is Fisher's noncentral one: w^own / E[w^own] times as likely.
 */
export class OddsRatios {
  readonly #logOdds: Float64Array;
  readonly #kept: (Float64Array | undefined)[] = Array.from({ length: (KEPT_VISITS + 1) ** 3 });

  constructor(odds: readonly number[]) {
    this.#logOdds = Float64Array.from(odds, Math.log);
  }

  #logMeans(batch: Batch): Float64Array {
    const { canary, baseline, failed } = batch;
    if (canary + baseline > KEPT_VISITS) return computeLogMeans(batch, this.#logOdds);
    const key = (canary * (KEPT_VISITS + 1) + baseline) * (KEPT_VISITS + 1) + failed;
    const kept = this.#kept[key];
    if (kept) return kept;
    const means = computeLogMeans(batch, this.#logOdds);
    this.#kept[key] = means;
    return means;
  }

  /**
   * Adds to each sum the ln of the batch's likelihood ratio for the odds ratio at that place. @returns whether the
   * batch says anything
   */
  addTo(sums: Float64Array, batch: Batch): boolean {
    // These say nothing: all or none failed, or one version has no visits.
    if (batch.failed === 0 || batch.failed === batch.canary + batch.baseline) return false;
    if (batch.canary === 0 || batch.baseline === 0) return false;
    const means = this.#logMeans(batch);
    for (let i = 0; i < sums.length; i += 1)
      sums[i] = (sums[i] ?? 0) + batch.canaryFailed * (this.#logOdds[i] ?? 0) - (means[i] ?? 0);
    return true;
  }
}
