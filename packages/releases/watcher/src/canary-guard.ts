import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { Visits } from '@portal/contract/visits';
import { INTERVAL_SECONDS } from '@portal/contract/visits';
import { describeJudgement } from '@portal/release/describe-judgement';
import { ReleaseConflictError } from '@portal/release/errors';
import { judgeCanary } from '@portal/release/judge';
import type { Judgement } from '@portal/release/judgement';
import { applyRequest } from '@portal/release/operations/apply-request';
import type { ReleaseRequest } from '@portal/release/release-request';
import { RefusedError } from '@portal/release/refusal';
import type { Store } from '@portal/release/store';
import type { Announcement } from './announcements/announcement.ts';
import { findPlanPause } from './settings/plan-pauses.ts';
import type { WatcherSettings } from './settings/settings.ts';
import { findPartSettings } from './settings/settings.ts';
import { planStatus, getQuestion, planRaise } from './staged-plans.ts';
import type { CanaryStatus, RunningCanary } from './status.ts';
import type { WatcherLog } from './watcher-log.ts';

const INTERVAL_MS = INTERVAL_SECONDS * 1000;

/** Who the watcher is in the history. */
const WATCHER = 'watcher';

const toKey = ({ part, version, since }: RunningCanary) => `${part}@${version} ${String(since.release)}`;

/** A release that a canary needs, and what it does for people: "end the canary of mfe-hubs 1.3.0". */
interface Act {
  readonly canary: CanaryStatus;
  readonly what: string;
  readonly reason: string;
  /** The first one that no rule refuses is made. */
  readonly changes: readonly ReleaseRequest['change'][];
}

/** Judges the running canaries, ends those that are clearly worse, and follows the staged plans of the others. */
export class CanaryGuard {
  readonly #store: Store;
  readonly #settings: WatcherSettings;
  readonly #log: WatcherLog;
  readonly #judgements = new Map<string, Judgement>();
  /** Which intervals of which canaries were judged last. */
  #judged = '';
  /** Why canaries could not be ended or raised, by their keys. */
  readonly #problems = new Map<string, { readonly canary: RunningCanary; readonly text: string }>();

  constructor(store: Store, settings: WatcherSettings, log: WatcherLog) {
    this.#store = store;
    this.#settings = settings;
    this.#log = log;
  }

  /** `runs`: what each run of each web server counted. */
  judge(runs: readonly Pick<Visits, 'instance' | 'at' | 'rows'>[], canaries: readonly RunningCanary[]): void {
    // Only intervals that have ended count, so nothing is new before the next one has.
    const ended = runs.map(({ instance, at }) => `${instance} ${String(Math.floor(Date.parse(at) / INTERVAL_MS))}`);
    const seen = [...ended, ...canaries.map((canary) => `${toKey(canary)} ${String(canary.baseline)}`)].join('\n');
    if (seen === this.#judged) return;
    this.#judged = seen;
    this.#judgements.clear();
    for (const canary of canaries) {
      const { part, version, baseline, since } = canary;
      const question = { part, canary: version, baseline, sinceRelease: since.release };
      this.#judgements.set(toKey(canary), judgeCanary(runs, question));
    }
  }

  getStatus(canary: RunningCanary, now: number): CanaryStatus {
    const judgement = this.#judgements.get(toKey(canary)) ?? null;
    const judged = {
      verdict: judgement?.verdict ?? null,
      sentence: judgement ? describeJudgement(judgement) : 'it was not judged yet.',
    };
    return {
      ...canary,
      endsByItself: findPartSettings(this.#settings, canary.part).endsByItself,
      judgement,
      plan: planStatus(canary, judged, findPlanPause(this.#settings.planPauses, now), now),
      problem: this.#problems.get(toKey(canary))?.text ?? null,
    };
  }

  /**
   * Does the first thing that is to be done, by a new release on top of number `release`. @returns whether the store
   * has to be looked at again: something was done, or somebody else released meanwhile. Never throws.
   */
  async act(running: readonly RunningCanary[], release: number, now: number): Promise<boolean> {
    const canaries = running.map((canary) => this.getStatus(canary, now));
    const acts = [getEnd, planRaises].flatMap((getActs) => canaries.flatMap((canary) => getActs(canary, canaries)));
    this.#endProblems(new Set(acts.map(({ canary }) => toKey(canary))));
    for (const act of acts) {
      const { canary, what } = act;
      const text = await this.#carryOut(act, release);
      if (text === undefined) return true;
      this.#problems.set(toKey(canary), { canary, text });
      this.#log.problem(`canary ${toKey(canary)}`, `The watcher could not ${what}: ${text}`);
    }
    return false;
  }

  /** Ends the problems with canaries for which nothing is to be done now, by their keys. */
  #endProblems(needy: ReadonlySet<string>): void {
    for (const [key, { canary }] of this.#problems) {
      if (needy.has(key)) continue;
      this.#problems.delete(key);
      this.#log.solved(
        `canary ${key}`,
        `The canary of ${canary.part} ${canary.version} needs nothing more of the watcher.`,
      );
    }
  }

  /** What people are asked now. */
  questions(running: readonly RunningCanary[], now: number): readonly Announcement[] {
    return running.flatMap((canary) => {
      const status = this.getStatus(canary, now);
      if (status.plan?.state !== 'asks' || !status.judgement) return [];
      return [getQuestion(status, describeJudgement(status.judgement), now)];
    });
  }

  /**
   * @returns why it could not be done; undefined when it was done, or when a release of somebody else was in between.
   */
  async #carryOut({ reason, changes }: Act, release: number): Promise<string | undefined> {
    let problem: string | undefined;
    for (const change of changes) {
      try {
        // Whoever began the canary has decided already what `anyway` is about.
        await applyRequest(this.#store, { by: WATCHER, reason, expect: release, anyway: true, change });
        return undefined;
      } catch (error) {
        if (error instanceof ReleaseConflictError) return undefined;
        problem ??= getErrorMessage(error);
        if (!(error instanceof RefusedError)) return problem;
      }
    }
    return problem;
  }
}

/** Everything else stays as it is; but canaries with the same visitors may fit only together, and then end together. */
function getEnd(canary: CanaryStatus, canaries: readonly CanaryStatus[]): readonly Act[] {
  const { part, version, judgement, endsByItself, bucketingKey } = canary;
  if (judgement?.verdict !== 'worse' || !endsByItself) return [];
  const others = canaries
    .filter((other) => other.bucketingKey === bucketingKey && other.part !== part)
    .map((other) => other.part);
  const alone = { action: 'end-canary', names: [part] } as const;
  const changes = others.length === 0 ? [alone] : [alone, { ...alone, names: [part, ...others] }];
  return [{ canary, what: `end the canary of ${part} ${version}`, reason: describeJudgement(judgement), changes }];
}

function planRaises(canary: CanaryStatus, canaries: readonly CanaryStatus[]): readonly Act[] {
  const { part, version, plan, judgement, promotion } = canary;
  const change = planRaise(canary, canaries);
  if (!change || !plan || !judgement) return [];
  const promoted = promotion ? `Promoted by ${promotion.by} with release ${String(promotion.release)}. ` : '';
  const reason = `${promoted}By the plan "${plan.text}": ${describeJudgement(judgement)}`;
  const what =
    plan.next === 'everybody' ? `give ${part} ${version} to everybody` : `raise the share of ${part} ${version}`;
  return [{ canary, what, reason, changes: [change] }];
}
