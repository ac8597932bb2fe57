import { getErrorMessage } from '@portal/node-kit/plain-error';
import type { Verification } from '@portal/release/operations/verify-store';

/** The last check of the store: never made, under way, or done. Times are in milliseconds since the epoch. */
export type VerifyState =
  | { readonly is: 'never' }
  | { readonly is: 'running'; readonly since: number; readonly by: string }
  | { readonly is: 'done'; readonly at: number; readonly by: string; readonly result: Verification }
  | { readonly is: 'failed'; readonly at: number; readonly by: string; readonly problem: string };

/**
 * Checks every byte of the store beside the requests: it takes seconds to minutes. One check at a time; its result is
 * kept in memory.
 */
export class VerifyJob {
  readonly #now: () => number;
  #state: VerifyState = { is: 'never' };
  #run: Promise<void> = Promise.resolve();

  constructor(now: () => number) {
    this.#now = now;
  }

  get state(): VerifyState {
    return this.#state;
  }

  /** Starts a check unless one is running. Returns whether it did. */
  start(by: string, verify: () => Promise<Verification>): boolean {
    if (this.#state.is === 'running') return false;
    this.#state = { is: 'running', since: this.#now(), by };
    this.#run = verify().then(
      (result) => {
        this.#state = { is: 'done', at: this.#now(), by, result };
      },
      (error: unknown) => {
        const problem = getErrorMessage(error);
        this.#state = { is: 'failed', at: this.#now(), by, problem };
      },
    );
    return true;
  }

  /** Resolves when no check is running. */
  settled(): Promise<void> {
    return this.#run;
  }
}
