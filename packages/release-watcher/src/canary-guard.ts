import type { Visits } from '@portal/contract/visits';
import { describeJudgement } from '@portal/release/describe-judgement';
import { ReleaseConflictError } from '@portal/release/errors';
import { judgeCanary } from '@portal/release/judge';
import type { Judgement } from '@portal/release/judgement';
import { applyRequest } from '@portal/release/operations/apply-request';
import type { Store } from '@portal/release/store';
import type { WatcherSettings } from './settings/settings.ts';
import type { CanaryStatus, RunningCanary } from './status.ts';

/** Who the watcher is in the history. */
const WATCHER = 'watcher';

const keyOf = ({ part, version, since }: RunningCanary) => `${part}@${version} ${String(since.release)}`;

/** Judges the running canaries, and ends those that are clearly worse. */
export class CanaryGuard {
  readonly #store: Store;
  readonly #settings: WatcherSettings;
  readonly #log: (line: string) => void;
  readonly #judgements = new Map<string, Judgement>();
  /** Why canaries that are clearly worse could not be ended. */
  readonly #problems = new Map<string, string>();

  constructor(store: Store, settings: WatcherSettings, log: (line: string) => void) {
    this.#store = store;
    this.#settings = settings;
    this.#log = log;
  }

  /** `runs`: what each run of each web server counted. */
  judge(runs: readonly Pick<Visits, 'instance' | 'at' | 'rows'>[], canaries: readonly RunningCanary[]): void {
    this.#judgements.clear();
    for (const canary of canaries) {
      const { part, version, baseline, since } = canary;
      const question = { part, canary: version, baseline, sinceRelease: since.release };
      this.#judgements.set(keyOf(canary), judgeCanary(runs, question));
    }
  }

  statusOf(canary: RunningCanary): CanaryStatus {
    return {
      ...canary,
      endsByItself: this.#settings.parts[canary.part]?.endsByItself ?? true,
      judgement: this.#judgements.get(keyOf(canary)) ?? null,
      problem: this.#problems.get(keyOf(canary)) ?? null,
    };
  }

  /**
   * Ends the first canary that is clearly worse by a new release on top of number `release`; everything else stays. @returns whether the
   * store has to be looked at again: the canary was ended, or somebody else released meanwhile. Never throws.
   */
  async endWorse(canaries: readonly RunningCanary[], release: number): Promise<boolean> {
    for (const canary of canaries) {
      const { judgement, endsByItself } = this.statusOf(canary);
      if (judgement?.verdict !== 'worse' || !endsByItself) continue;
      const problem = await this.#end(judgement, release);
      if (problem === undefined) return true;
      if (this.#problems.get(keyOf(canary)) !== problem)
        this.#log(`The watcher could not end the canary of ${canary.part} ${canary.version}: ${problem}`);
      this.#problems.set(keyOf(canary), problem);
    }
    return false;
  }

  /** @returns why it could not be done; undefined when it was done, or when a release of somebody else was in between. */
  async #end(judgement: Judgement, release: number): Promise<string | undefined> {
    const change = { action: 'rollback', name: judgement.part } as const;
    try {
      await applyRequest(this.#store, { by: WATCHER, reason: describeJudgement(judgement), expect: release, change });
    } catch (error) {
      if (!(error instanceof ReleaseConflictError)) return error instanceof Error ? error.message : String(error);
    }
    return undefined;
  }
}
