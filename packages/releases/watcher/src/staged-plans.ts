import { describePlan, stageEnd } from '@portal/release/format/staged-plan';
import type { Verdict } from '@portal/release/judgement';
import type { ReleaseRequest } from '@portal/release/release-request';
import type { Announcement } from './announcements/announcement.ts';
import type { CanaryStatus, PlanStatus, RunningCanary } from './status.ts';

/** So long after a stage a person is asked, if the visits do not show yet that the canary is no worse. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

/** What the plan of a canary does at a look, after its judgement in one sentence. */
export function planStatus(
  { stagedPlan, promotion, percent }: RunningCanary,
  judged: { readonly verdict: Verdict | null; readonly sentence: string },
  planPause: string | undefined,
  now: number,
): PlanStatus | null {
  if (!stagedPlan) return null;
  const { stages } = stagedPlan;
  const index = stages.findIndex((stage) => stage.percent === percent);
  const until = stageEnd(stagedPlan, percent);
  const next: PlanStatus['next'] = stages[index + 1]?.percent ?? (promotion ? 'everybody' : null);
  const plan = { text: describePlan(stagedPlan), until, next };
  const waits = (waitsFor: string): PlanStatus => ({ ...plan, state: 'waits', waitsFor });
  const asks: PlanStatus = { ...plan, state: 'asks', waitsFor: null };
  const raises: PlanStatus = { ...plan, state: 'raises', waitsFor: null };
  if (now < Date.parse(until)) return waits(`The stage of ${String(percent)} % is not over yet.`);
  if (next === null) return asks;
  // A person has promoted it, so neither a plan pause nor few visits hold it back.
  if (next === 'everybody') return judged.verdict === 'worse' ? asks : raises;
  const isNoWorse = judged.verdict === 'no-worse';
  if (!isNoWorse && now >= Date.parse(until) + PATIENCE_MS) return asks;
  if (!isNoWorse) return waits(`The visits do not show yet that it is no worse: ${judged.sentence}`);
  if (planPause !== undefined) return waits(`No share grows from ${planPause}.`);
  return raises;
}

/**
 * Canaries with the same visitors may fit only together, so their shares grow together; but a promotion waits only for
 * promotions.
 */
const areOne = (one: RunningCanary, other: RunningCanary) =>
  one.bucketingKey === other.bucketingKey &&
  one.percent === other.percent &&
  one.stagedPlan?.isPromotion === other.stagedPlan?.isPromotion;

/** The change that raises the share of a canary and of those that belong to it; undefined while one of them waits. */
export function planRaise(
  canary: CanaryStatus,
  canaries: readonly CanaryStatus[],
): ReleaseRequest['change'] | undefined {
  const together = canaries.filter((other) => areOne(canary, other));
  const next = canary.plan?.next ?? null;
  const isAgreed = together.every(({ plan }) => plan?.state === 'raises' && plan.text === canary.plan?.text);
  if (!isAgreed || next === null) return undefined;
  const versions = Object.fromEntries(together.map(({ part, version }) => [part, version]));
  if (next === 'everybody') return { action: 'promote', versions };
  return { action: 'promote', versions, percent: next, stages: canary.stagedPlan?.stages };
}

/** The canaries, with what a share waits for that could grow, were it not for those that it grows together with. */
export function describeWaiting(canaries: readonly CanaryStatus[]): readonly CanaryStatus[] {
  return canaries.map((canary) => {
    if (canary.plan?.state !== 'raises' || planRaise(canary, canaries)) return canary;
    const others = canaries.filter((other) => other.part !== canary.part && areOne(canary, other));
    const names = others.map(({ part, version }) => `${part} ${version}`).join(' and ');
    const waitsFor = `Its share grows together with that of ${names}, which is not ready, or has another plan.`;
    return { ...canary, plan: { ...canary.plan, state: 'waits', waitsFor } };
  });
}

/**
 * What is asked when a stage is over and nothing follows by itself. The same for every watcher, so that people are
 * asked once.
 */
export function getQuestion(
  { part, version, percent, plan, stagedPlan }: CanaryStatus,
  sentence: string,
  now: number,
): Announcement {
  const share = `${String(percent)} % of the visitors`;
  const next = plan?.next === 'everybody' ? null : (plan?.next ?? null);
  const problem =
    next === null
      ? `is over at ${share}.`
      : `stays at ${share}: a day after the stage, they do not show that it is no worse.`;
  const [goal, command] =
    next === null
      ? ['everybody', `promote ${part}@${version}`]
      : [`${String(next)} %`, `canary ${part}@${version} ${String(next)}%`];
  return {
    id: `plan.asks-${part}-${version}-${String(Date.parse(stagedPlan?.at ?? ''))}`,
    type: 'plan.asks',
    at: new Date(now).toISOString(),
    text:
      `The plan of ${part} ${version} (${plan?.text ?? ''}) ${problem} ${sentence} ` +
      `For ${goal}: npm run release -- ${command} --reason "…". To end it: npm run release -- canary ${part} end --reason "…"`,
    part,
    version,
  };
}
