import { outsideRequests } from '@portal/node-kit/observed';

interface BackgroundOptions {
  readonly work: () => Promise<void>;
  /** How long callers wait for the work, in milliseconds. */
  readonly waitLimitMs: number;
  /** Called when the work takes longer. */
  readonly onLate: () => void;
}

/** Work that runs once at a time. Callers wait for it for a limited time, because a store that hangs must not block a page. */
export class Background {
  readonly #options: BackgroundOptions;
  #done: Promise<void> | undefined;
  #waited: Promise<void> | undefined;
  #late = false;

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  /** Whether the work has been running for longer than callers wait. */
  get late(): boolean {
    return this.#late;
  }

  /** Starts the work, unless it is running. */
  begin(): void {
    if (this.#done) return;
    const { work, waitLimitMs, onLate } = this.#options;
    const { promise: limitReached, resolve } = Promise.withResolvers<undefined>();
    const onLimit = () => {
      this.#late = true;
      outsideRequests(onLate);
      resolve(undefined);
    };
    const timer = setTimeout(onLimit, waitLimitMs).unref();
    this.#done = outsideRequests(work).finally(() => {
      clearTimeout(timer);
      this.#late = false;
      this.#done = undefined;
      this.#waited = undefined;
    });
    this.#waited = Promise.race([this.#done, limitReached]);
  }

  /** Resolves when the running work is done. */
  async done(): Promise<void> {
    await this.#done;
  }

  /** Resolves when the running work is done, or the wait limit is reached. */
  async waited(): Promise<void> {
    await this.#waited;
  }
}
