import type { Figures, Missing } from './judgement.ts';
import { NO_WORSE_MARGIN, NO_WORSE_VISITS } from './judgement.ts';

/**
 * How many times as likely the figures must be for a canary that fails as often as the baseline, compared with one that
 * fails in `NO_WORSE_MARGIN` more.
 */
const TIMES_AS_LIKELY = 20;

/** Whether a canary surely fails in less than `NO_WORSE_MARGIN` more of the visits than its baseline. */
export function isNoWorse(canary: Figures, baseline: Figures): boolean {
  if (Math.min(canary.visits, baseline.visits) < NO_WORSE_VISITS) return false;
  const usual = (baseline.failed + 0.5) / (baseline.visits + 1);
  const worse = Math.min(usual + NO_WORSE_MARGIN, 1);
  const likelihood =
    canary.failed * Math.log(usual / worse) + (canary.visits - canary.failed) * Math.log((1 - usual) / (1 - worse));
  return likelihood >= Math.log(TIMES_AS_LIKELY);
}

const withMore = ({ visits, failed }: Figures, more: number): Figures => ({ visits: visits + more, failed });

/** The least visits without a failure after which a canary is no worse. */
export function missingVisits(canary: Figures, baseline: Figures): Missing {
  const ofBaseline = Math.max(0, NO_WORSE_VISITS - baseline.visits);
  const isEnough = (more: number) => isNoWorse(withMore(canary, more), withMore(baseline, ofBaseline));
  let [most, least] = [1, 0];
  while (!isEnough(most)) most *= 2;
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (isEnough(middle)) most = middle;
    else least = middle + 1;
  }
  return { canary: least, baseline: ofBaseline };
}
