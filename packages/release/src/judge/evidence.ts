import { LOAD_SECONDS } from '@portal/contract/visits';
import type { Batch } from './hypergeometric.ts';
import { logSum, OddsRatios } from './hypergeometric.ts';

/** How many times as likely (in odds) a visit of the canary may be to fail: what the evidence is averaged over. */
const WORSE_ODDS = [2, 5, 20, 200];
const WORSE = new OddsRatios(WORSE_ODDS);

/**
 * Evidence that the canary is worse: a number that is 1 at the begin, and that on average never grows while no version is worse. So at most one healthy
 * canary in N ever reaches N, however often one looks (Ville's inequality). Kept as its logarithm.
 */
class Evidence {
  readonly #logs = new Float64Array(WORSE_ODDS.length);
  #log = 0;
  #isChanged = false;

  add(batch: Batch): void {
    if (WORSE.addTo(this.#logs, batch)) this.#isChanged = true;
  }

  get log(): number {
    if (this.#isChanged) this.#log = logSum(this.#logs) - Math.log(WORSE_ODDS.length);
    this.#isChanged = false;
    return this.#log;
  }
}

/** ln of the evidence in one batch alone. */
export function logEvidenceOf(batch: Batch): number {
  const evidence = new Evidence();
  evidence.add(batch);
  return evidence.log;
}

/** A load is judged by how often the canary's takes longer than `canary`, and the baseline's longer than `baseline`; indexes of `LOAD_SECONDS`. */
export interface SlowBound {
  readonly canary: number;
  readonly baseline: number;
}

/** Nobody minds a load below this, in seconds. */
const UNNOTICED = 0.5;

/** The canary is allowed the next bound, about twice the time: a difference that is too small to matter is no evidence. */
export const SLOW_BOUNDS: readonly SlowBound[] = LOAD_SECONDS.flatMap((seconds, index) =>
  seconds < UNNOTICED ? [] : [{ canary: index, baseline: index - 1 }],
);

/** The evidence of failures and of slow loads, half each. */
export class Evidences {
  readonly #failures = new Evidence();
  readonly #loads = SLOW_BOUNDS.map(() => new Evidence());

  addFailures(batch: Batch): void {
    this.#failures.add(batch);
  }

  /** @param bound Its index in `SLOW_BOUNDS`. */
  addLoads(bound: number, batch: Batch): void {
    this.#loads[bound]?.add(batch);
  }

  get failures(): number {
    return this.#failures.log;
  }

  /** One for each of `SLOW_BOUNDS`. */
  get slow(): readonly number[] {
    return this.#loads.map(({ log }) => log);
  }

  get loads(): number {
    return logSum(this.slow) - Math.log(SLOW_BOUNDS.length);
  }

  get overall(): number {
    return logSum([this.failures, this.loads]) - Math.log(2);
  }
}
