import { LOAD_SECONDS } from '@portal/contract/visits';
import type { Comparisons } from './blocks.ts';
import { Blocks } from './blocks.ts';
import type { Question, ReleaseRows, ServerVisits, Sums } from './ended-intervals.ts';
import { endedRows, getIntervals, addUp } from './ended-intervals.ts';
import { EValues, computeLogEValue, SLOW_BOUNDS } from './e-values.ts';
import type { Batch } from './hypergeometric.ts';
import type { Figures, Judgement, LoadFigures, Verdict } from './judgement.ts';
import { MOST_ONE_IN, WORSE_ONE_IN, WORSE_NETWORKS, WORSE_VISITS } from './judgement.ts';
import { isNoWorse, missingVisits } from './no-worse.ts';
import { logSum, OddsRatios } from './hypergeometric.ts';

/** 1/1000 to 1000, twelve for each power of ten. */
const STEPS = 12;
const ODDS = Array.from({ length: 6 * STEPS + 1 }, (_, index) => 10 ** (index / STEPS - 3));
const RATIOS = new OddsRatios(ODDS);

/** With 95 % confidence. */
const ONE_IN = 20;

/**
 * The odds ratios that the batches do not exclude, with 95 % confidence at all looks together (a confidence sequence):
 * those against which the average over all odds ratios has less than 20 times the likelihood.
 */
function computeInterval(batches: readonly Batch[]): Judgement['failures']['times'] {
  const likelihoods = new Float64Array(ODDS.length);
  for (const batch of batches) RATIOS.addTo(likelihoods, batch);
  const least = logSum(likelihoods) - Math.log(ODDS.length) - Math.log(ONE_IN);
  // One step wider than the grid says: the limits are between two of its points.
  const low = likelihoods.findIndex((log) => log > least) - 1;
  const high = likelihoods.findLastIndex((log) => log > least) + 1;
  return { low: ODDS[low] ?? null, high: ODDS[high] ?? null };
}

/** In seconds. */
const HOUR = 3600;

const isWorse = (logEValue: number, { visits }: Figures) =>
  visits >= WORSE_VISITS && logEValue >= Math.log(WORSE_ONE_IN);
const toOneIn = (logEValue: number) => Math.floor(Math.min(Math.max(Math.exp(logEValue), 1), MOST_ONE_IN));

/**
 * For a version that nothing can be compared with: evidence that more than half of its visits fail. It is strongest
 * where nine in ten do.
 */
function logEValueAlone({ visits, failed }: Figures): number {
  return failed * Math.log(0.9 / 0.5) + (visits - failed) * Math.log(0.1 / 0.5);
}

function judgeAlone(question: Question, { failures: canary, networks }: Sums): Judgement {
  const logEValue = logEValueAlone(canary);
  const worse = isWorse(logEValue, canary) && networks.failures >= WORSE_NETWORKS;
  return {
    ...question,
    verdict: worse ? 'worse' : 'no-baseline',
    because: worse ? 'failures' : null,
    oneIn: toOneIn(logEValue),
    failures: { canary, baseline: null, times: { low: null, high: null } },
    missing: null,
    loads: null,
  };
}

/**
 * The baseline's figures as they were if it had had as large a part of each release's visits as the canary: else an
 * outage while the canary's share was small would make the baseline look worse than it is.
 */
function weightedBaseline(releases: readonly ReleaseRows[], { canary, baseline }: Question): Figures {
  const strata = releases.map((release) => [addUp([release], canary), addUp([release], baseline ?? '')] as const);
  const compared = strata.filter(([, { failures }]) => failures.visits > 0);
  const visits = compared.reduce((sum, [, { failures }]) => sum + failures.visits, 0);
  const own = compared.reduce((sum, [{ failures }]) => sum + failures.visits, 0);
  const expected = compared.reduce(
    (sum, [{ failures }, other]) => sum + (failures.visits * other.failures.failed) / other.failures.visits,
    0,
  );
  return { visits, failed: own === 0 ? 0 : (visits * expected) / own };
}

/** The loads at the bound that says most. */
function findLoads({ slow }: EValues, canary: Sums, baseline: Sums): Judgement['loads'] {
  const bound = SLOW_BOUNDS[slow.indexOf(Math.max(...slow))];
  const figures = ({ loads }: Sums, index = 0): LoadFigures => ({
    loads: loads.reduce((sum, each) => sum + each, 0),
    slower: loads.slice(index + 1).reduce((sum, each) => sum + each, 0),
    seconds: LOAD_SECONDS[index] ?? 0,
  });
  return { canary: figures(canary, bound?.canary), baseline: figures(baseline, bound?.baseline) };
}

/** What was reported, in the order of its time. */
function getReports(releases: readonly ReleaseRows[], canary: string, comparisons: Comparisons) {
  return releases
    .flatMap((release) => {
      const blocks = new Blocks(comparisons);
      return getIntervals(release, canary).map(([interval, reported]) => ({ interval, blocks, reported }));
    })
    .sort((one, other) => one.interval - other.interval);
}

function compare(releases: readonly ReleaseRows[], canary: string): { eValues: EValues; batches: readonly Batch[] } {
  const eValues = new EValues();
  const batches: Batch[] = [];
  const comparisons: Comparisons = {
    addFailures: (batch) => {
      batches.push(batch);
      eValues.addFailures(batch);
    },
    addLoads: (bound, batch) => eValues.addLoads(bound, batch),
  };
  let hour: number | undefined;
  for (const { interval, blocks, reported } of getReports(releases, canary, comparisons)) {
    const now = Math.floor(interval / HOUR);
    if (hour !== undefined && now > hour) eValues.raise();
    hour = now;
    blocks.closeInterval(interval, reported.canary, reported.baseline, reported.late);
  }
  return { eValues, batches };
}

/**
 * Compares a canary with the version that the others got at the same time: whatever else makes visits fail, it makes
 * both fail. It may be asked after every report; at most one in `WORSE_ONE_IN` healthy canaries is ever called worse
 * (docs/canary.md, ADR 17).
 */
export function judgeCanary(servers: readonly ServerVisits[], question: Question): Judgement {
  const releases = endedRows(servers, question);
  const canary = addUp(releases, question.canary);
  if (question.baseline === null) return judgeAlone(question, canary);
  const baseline = addUp(releases, question.baseline);
  const { eValues, batches } = compare(releases, question.canary);
  const { because } = eValues;
  const worse = isWorse(eValues.overall, canary.failures) && canary.networks[because] >= WORSE_NETWORKS;
  const beside = weightedBaseline(releases, question);
  const otherwise = isNoWorse(canary.failures, beside) ? 'no-worse' : 'inconclusive';
  const verdict: Verdict = worse ? 'worse' : otherwise;
  return {
    ...question,
    verdict,
    because: worse ? because : null,
    oneIn: toOneIn(eValues.overall),
    failures: { canary: canary.failures, baseline: baseline.failures, times: computeInterval(batches) },
    missing: verdict === 'inconclusive' ? missingVisits(canary.failures, beside) : null,
    loads: findLoads(eValues, canary, baseline),
  };
}

/** One look at two totals: whether a version fails clearly more often than another, with the same odds of a mistake. */
export function isClearlyWorse(figures: Figures, comparedWith: Figures): boolean {
  const logEValue = computeLogEValue({
    canary: figures.visits,
    baseline: comparedWith.visits,
    failed: figures.failed + comparedWith.failed,
    canaryFailed: figures.failed,
  });
  return isWorse(logEValue, figures);
}
