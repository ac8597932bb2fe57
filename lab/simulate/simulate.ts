import { LOAD_SECONDS, INTERVAL_SECONDS } from '@portal/contract/visits';
import type { LateFailures } from '@portal/release/judge/blocks';
import { Blocks } from '@portal/release/judge/blocks';
import { EValues } from '@portal/release/judge/e-values';
import { slowIn } from '@portal/contract/sample-visits';
import { WORSE_ONE_IN, WORSE_NETWORKS, WORSE_VISITS } from '@portal/release/judgement';
import { isNoWorse } from '@portal/release/judge/no-worse';
import { randomNumbers } from '@portal/node-kit/random-numbers';
import type { Scenario } from './scenarios.ts';

/** Half of the loads take at most so many seconds. */
const USUAL_LOAD = 0.3;
/**
 * The larger, the more the loads differ: with this one, one in 40 takes more than four times as long as half of them.
 */
const SPREAD = 0.38;
const OUTAGE = { begins: 0.02, ends: 0.1, failing: 0.6, slower: 5 } as const;
/** A failure is reported at most so many intervals later. */
const LATEST = 6;
/** In intervals. */
const HOUR = 3600 / INTERVAL_SECONDS;
const ENOUGH = Math.log(WORSE_ONE_IN);

/** The share of the loads that are at most as long as each bound; their times have a log-logistic distribution. */
const loadShares = (slower: number) =>
  Float64Array.from(LOAD_SECONDS, (bound) => 1 / (1 + ((USUAL_LOAD * slower) / bound) ** (1 / SPREAD)));

/** How likely a version fails, and how long its loads take. */
interface Quality {
  readonly failing: number;
  readonly loads: Float64Array;
}

interface Qualities {
  readonly usual: Quality;
  readonly outage: Quality;
}

const toQuality = (failing: number, slower: number): Qualities => ({
  usual: { failing, loads: loadShares(slower) },
  outage: { failing: Math.max(failing, OUTAGE.failing), loads: loadShares(slower * OUTAGE.slower) },
});

const toQualities = ({ usual, canary, slower = 1 }: Scenario) => ({
  canary: toQuality(canary, slower),
  baseline: toQuality(usual, 1),
});

class Arrived {
  visits = 0;
  failed = 0;
  readonly loads = Array.from({ length: LOAD_SECONDS.length + 1 }, () => 0);

  clear(): void {
    this.visits = 0;
    this.failed = 0;
    this.loads.fill(0);
  }
}

/** The canary's visits until something happened; undefined if it never did. */
interface Course {
  readonly ended: number | undefined;
  readonly noWorse: number | undefined;
}

/** One canary, until it is ended or nobody looks any more. */
class Stream {
  readonly #scenario: Scenario;
  readonly #random: () => number;
  readonly #eValues = new EValues();
  readonly #arrived = { canary: new Arrived(), baseline: new Arrived() };
  /** Failures that are reported later, by the interval of the report. */
  readonly #late = new Map<number, LateFailures[]>();
  #qualities: Readonly<Record<'canary' | 'baseline', Qualities>>;
  readonly #sums = { canary: { visits: 0, failed: 0 }, baseline: { visits: 0, failed: 0 } };
  /** Loads of the canary that count as slow. */
  #slow = 0;

  constructor(scenario: Scenario, seed: number) {
    this.#scenario = scenario;
    this.#random = randomNumbers(seed);
    const { turns = 0, usual } = scenario;
    this.#qualities = toQualities(turns > 0 ? { ...scenario, canary: usual, slower: 1 } : scenario);
  }

  /** One visit. @returns in how many intervals its failure is reported; 0 for now, or for none */
  #visit(arrived: Arrived, { failing, loads }: Quality): number {
    const random = this.#random;
    const { late = 0, again = 0 } = this.#scenario;
    arrived.visits += 1;
    let delay = 0;
    if (random() < failing) {
      if (random() >= late) {
        arrived.failed += 1;
        for (; random() < again; arrived.failed += 1) arrived.visits += 1;
        return 0;
      }
      delay = 1 + Math.floor(random() * LATEST);
    }
    const place = random();
    let bound = 0;
    while (bound < loads.length && place > (loads[bound] ?? 1)) bound += 1;
    arrived.loads[bound] = (arrived.loads[bound] ?? 0) + 1;
    return delay;
  }

  #failLater(at: number, failures: LateFailures): void {
    const known = this.#late.get(at);
    if (known) known.push(failures);
    else this.#late.set(at, [failures]);
  }

  /** The visits of one interval. @param outages Whether each web server's API is down */
  #visitAll(interval: number, share: number, outages: readonly boolean[]): void {
    const { canary, baseline } = this.#arrived;
    const count = Math.floor(this.#random() * (2 * this.#scenario.visits + 1));
    for (let i = 0; i < count; i += 1) {
      const isOutage = outages[i % outages.length] ?? false;
      const isCanary = this.#random() < share;
      const qualities = isCanary ? this.#qualities.canary : this.#qualities.baseline;
      const delay = this.#visit(isCanary ? canary : baseline, isOutage ? qualities.outage : qualities.usual);
      if (delay > 0)
        this.#failLater(interval + delay, { interval, canary: isCanary ? 1 : 0, baseline: isCanary ? 0 : 1 });
    }
  }

  #pass(blocks: Blocks, interval: number, share: number, outages: readonly boolean[]): void {
    const { canary, baseline } = this.#arrived;
    canary.clear();
    baseline.clear();
    this.#visitAll(interval, share, outages);
    const { forged } = this.#scenario;
    if (forged?.interval === interval) {
      canary.visits += forged.networks;
      canary.failed += forged.networks;
    }
    const late = this.#late.get(interval) ?? [];
    blocks.closeInterval(interval, canary, baseline, late);
    this.#slow += slowIn(canary.loads);
    for (const version of ['canary', 'baseline'] as const) {
      this.#sums[version].visits += this.#arrived[version].visits;
      this.#sums[version].failed += this.#arrived[version].failed;
      for (const failures of late) this.#sums[version].failed += failures[version];
    }
  }

  /** Looks after each interval, until it is ended. */
  run(): Course {
    const { intervals, share, laterShare = share, outages = false, servers = 1, turns = 0 } = this.#scenario;
    const isOutage = Array.from({ length: servers }, () => false);
    let blocks = new Blocks(this.#eValues);
    let noWorse: number | undefined;
    let before = 0;
    for (let interval = 0; interval < intervals; interval += 1) {
      if (outages)
        for (const [server, was] of isOutage.entries())
          isOutage[server] = was ? this.#random() >= OUTAGE.ends : this.#random() < OUTAGE.begins;
      if (interval === intervals / 2 && laterShare !== share) {
        // A larger share is another release.
        blocks = new Blocks(this.#eValues);
        this.#late.clear();
      }
      if (interval > 0 && interval % HOUR === 0) this.#eValues.raise();
      if (interval === turns) this.#qualities = toQualities(this.#scenario);
      this.#pass(blocks, interval, interval < intervals / 2 ? share : laterShare, isOutage);
      const { canary, baseline } = this.#sums;
      if (interval < turns) before = canary.visits;
      // Each visit is that of a sender of its own.
      const networks = this.#eValues.because === 'failures' ? canary.failed : this.#slow;
      if (canary.visits >= WORSE_VISITS && networks >= WORSE_NETWORKS && this.#eValues.overall >= ENOUGH)
        return { ended: canary.visits - before, noWorse };
      if (noWorse === undefined && isNoWorse(canary, baseline)) noWorse = canary.visits;
    }
    return { ended: undefined, noWorse };
  }
}

/**
 * What became of many canaries: for each thing that happened to some of them, the canary's visits until then,
 * ascending.
 */
export interface Outcome {
  readonly streams: number;
  readonly ended: readonly number[];
  /** Called no worse, without having been ended before. */
  readonly noWorse: readonly number[];
}

/** Runs a scenario many times; the same streams each time. */
export function simulate(scenario: Scenario, streams: number): Outcome {
  const courses = Array.from({ length: streams }, (_, seed) => new Stream(scenario, seed).run());
  const ascending = (visits: readonly (number | undefined)[]) =>
    visits.filter((each) => each !== undefined).sort((a, b) => a - b);
  return {
    streams,
    ended: ascending(courses.map(({ ended }) => ended)),
    noWorse: ascending(courses.map(({ noWorse }) => noWorse)),
  };
}
