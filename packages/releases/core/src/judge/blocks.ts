import type { SlowBound } from './e-values.ts';
import { SLOW_BOUNDS } from './e-values.ts';
import type { Batch } from './hypergeometric.ts';

/** Visits of one version that were first reported in one interval. */
interface Arrivals {
  readonly visits: number;
  /** Those whose failure was reported in the same interval. */
  readonly failed: number;
  readonly loads: readonly number[];
}

/** Visits of an earlier interval that have failed in this one. */
export interface LateFailures {
  readonly interval: number;
  readonly canary: number;
  readonly baseline: number;
}

/** Takes what is compared. */
export interface Comparisons {
  addFailures(batch: Batch): void;
  addLoads(bound: number, batch: Batch): void;
}

/** With so many visits, of both versions together, a block is complete. */
const BLOCK_VISITS = 7;

interface Count {
  canary: number;
  baseline: number;
}

/** Visits of neighbouring intervals, which are compared with each other. */
class Block {
  isComplete = false;
  /** Visits that have not failed. */
  readonly #atRisk: Count = { canary: 0, baseline: 0 };
  /** Failures that have not been compared yet. */
  readonly #failed: Count = { canary: 0, baseline: 0 };
  readonly #loads: Count = { canary: 0, baseline: 0 };
  readonly #slow: readonly Count[] = SLOW_BOUNDS.map(() => ({ canary: 0, baseline: 0 }));

  add(version: keyof Count, { visits, failed, loads }: Arrivals): void {
    this.#atRisk[version] += visits;
    this.#failed[version] += failed;
    for (const each of loads) this.#loads[version] += each;
    for (const [index, bound] of SLOW_BOUNDS.entries()) {
      const slow = this.#slow[index];
      if (slow) slow[version] += slowerThan(loads, bound, version);
    }
    this.isComplete = this.#atRisk.canary + this.#atRisk.baseline >= BLOCK_VISITS;
  }

  addLate({ canary, baseline }: LateFailures): void {
    this.#failed.canary += canary;
    this.#failed.baseline += baseline;
  }

  compareFailures(comparisons: Comparisons): void {
    // A failure may have reached another web server than its visit, which is lost if that one has started again.
    for (const version of ['canary', 'baseline'] as const)
      this.#failed[version] = Math.min(this.#failed[version], this.#atRisk[version]);
    comparisons.addFailures(toBatch(this.#atRisk, this.#failed));
    for (const version of ['canary', 'baseline'] as const) {
      this.#atRisk[version] -= this.#failed[version];
      this.#failed[version] = 0;
    }
  }

  compareLoads(comparisons: Comparisons): void {
    for (const [index, slow] of this.#slow.entries()) comparisons.addLoads(index, toBatch(this.#loads, slow));
  }
}

function slowerThan(loads: readonly number[], bound: SlowBound, version: keyof Count): number {
  let slower = 0;
  for (let i = bound[version] + 1; i < loads.length; i += 1) slower += loads[i] ?? 0;
  return slower;
}

const toBatch = (all: Count, failed: Count): Batch => ({
  canary: all.canary,
  baseline: all.baseline,
  failed: failed.canary + failed.baseline,
  canaryFailed: failed.canary,
});

/**
 * The visits of one release, interval by interval, in blocks. A block takes intervals until it has `BLOCK_VISITS`
 * visits. Then its failures so far are compared, and afterwards those of each interval, among the visits that have not
 * failed yet (a logrank test).
 *
 * The size counts both versions together: if it depended on how many visits are the canary's, the visits of a block
 * would not be exchangeable any more.
 */
export class Blocks {
  readonly #comparisons: Comparisons;
  readonly #blockOf = new Map<number, Block>();
  #open = new Block();

  constructor(comparisons: Comparisons) {
    this.#comparisons = comparisons;
  }

  /** An interval that has ended; intervals come in their order. */
  closeInterval(interval: number, canary: Arrivals, baseline: Arrivals, late: readonly LateFailures[]): void {
    const changed = new Set<Block>();
    for (const failures of late) {
      const block = this.#blockOf.get(failures.interval);
      block?.addLate(failures);
      if (block?.isComplete) changed.add(block);
    }
    for (const block of changed) block.compareFailures(this.#comparisons);
    if (canary.visits + baseline.visits > 0) this.#arrive(interval, canary, baseline);
  }

  #arrive(interval: number, canary: Arrivals, baseline: Arrivals): void {
    const block = this.#open;
    this.#blockOf.set(interval, block);
    block.add('canary', canary);
    block.add('baseline', baseline);
    if (!block.isComplete) return;
    block.compareFailures(this.#comparisons);
    block.compareLoads(this.#comparisons);
    this.#open = new Block();
  }
}
