import { LOAD_SECONDS, SLOW_SECONDS } from '@portal/contract/visits';
import type { Batch } from './hypergeometric.ts';
import { logSum, OddsRatios } from './hypergeometric.ts';

/** How many times as likely (in odds) a visit of the canary may be to fail: what an e-value is averaged over. */
const WORSE_ODDS = [2, 5, 20, 200];
const WORSE = new OddsRatios(WORSE_ODDS);

/** The share of an e-value that is at stake from the begin. */
const AT_STAKE_FIRST = 0.8;

const addLogs = (one: number, other: number) => Math.max(one, other) + Math.log1p(Math.exp(-Math.abs(one - other)));

/**
 * An e-value, the evidence that the canary is worse: a number that is 1 at the begin, and that on average never grows
 * while no version is worse. So at most one healthy canary in N ever reaches N, however often one looks (Ville's
 * inequality). Kept as its logarithm.
 *
 * It falls while the canary does well. So that a canary which turns bad after a day is found as soon, a fifth of it is
 * not at stake from the begin: a part of that, ever smaller, is added with each `raise`.
 */
class EValue {
  readonly #logs = new Float64Array(WORSE_ODDS.length).fill(Math.log(AT_STAKE_FIRST));
  #raises = 0;
  #log = 0;
  #isChanged = false;

  add(batch: Batch): void {
    if (WORSE.addTo(this.#logs, batch)) this.#isChanged = true;
  }

  raise(): void {
    this.#raises += 1;
    // All these parts together are the rest: 1/2 + 1/6 + 1/12 + … = 1.
    const share = Math.log((1 - AT_STAKE_FIRST) / (this.#raises * (this.#raises + 1)));
    for (let i = 0; i < this.#logs.length; i += 1) this.#logs[i] = addLogs(this.#logs[i] ?? 0, share);
    this.#isChanged = true;
  }

  get log(): number {
    if (this.#isChanged) {
      const notAtStake = Math.log((1 - AT_STAKE_FIRST) / (this.#raises + 1));
      this.#log = addLogs(logSum(this.#logs) - Math.log(WORSE_ODDS.length), notAtStake);
    }
    this.#isChanged = false;
    return this.#log;
  }
}

/** ln of the e-value of one batch alone. */
export function computeLogEValue(batch: Batch): number {
  const logs = new Float64Array(WORSE_ODDS.length);
  WORSE.addTo(logs, batch);
  return logSum(logs) - Math.log(WORSE_ODDS.length);
}

/**
 * A load is judged by how often the canary's takes longer than `canary`, and the baseline's longer than `baseline`;
 * indexes of `LOAD_SECONDS`.
 */
export interface SlowBound {
  readonly canary: number;
  readonly baseline: number;
}

/**
 * The canary is allowed the next bound, about twice the time: a difference that is too small to matter is no evidence.
 */
export const SLOW_BOUNDS: readonly SlowBound[] = LOAD_SECONDS.flatMap((seconds, index) =>
  seconds < SLOW_SECONDS ? [] : [{ canary: index, baseline: index - 1 }],
);

/** The e-values of failures and of slow loads, half each. */
export class EValues {
  readonly #failures = new EValue();
  readonly #loads = SLOW_BOUNDS.map(() => new EValue());

  addFailures(batch: Batch): void {
    this.#failures.add(batch);
  }

  /** @param bound Its index in `SLOW_BOUNDS`. */
  addLoads(bound: number, batch: Batch): void {
    this.#loads[bound]?.add(batch);
  }

  /** To be called once an hour. */
  raise(): void {
    this.#failures.raise();
    for (const eValue of this.#loads) eValue.raise();
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

  /** What says more against the canary. */
  get because(): 'failures' | 'loads' {
    return this.failures >= this.loads ? 'failures' : 'loads';
  }

  get overall(): number {
    return logSum([this.failures, this.loads]) - Math.log(2);
  }
}
