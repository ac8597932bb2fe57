export interface BackgroundOptions {
  readonly work: () => Promise<void>;
  /** How long others wait for it, in milliseconds. */
  readonly patience: number;
  /** Told when it takes longer. */
  readonly onLate: () => void;
}

/** Work that is under way once at a time, and that others need not wait for to its end: a store that hangs must hang nobody. */
export class Background {
  readonly #options: BackgroundOptions;
  #done: Promise<void> | undefined;
  #waited: Promise<void> | undefined;
  #late = false;

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  /** It is under way for longer than others wait. */
  get late(): boolean {
    return this.#late;
  }

  /** Begins, unless it is under way. */
  begin(): void {
    if (this.#done) return;
    const { work, patience, onLate } = this.#options;
    const { promise: waitedEnough, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      this.#late = true;
      onLate();
      resolve(undefined);
    }, patience).unref();
    this.#done = work().finally(() => {
      clearTimeout(timer);
      this.#late = false;
      this.#done = undefined;
      this.#waited = undefined;
    });
    this.#waited = Promise.race([this.#done, waitedEnough]);
  }

  /** Ends when what is under way ends. */
  async done(): Promise<void> {
    await this.#done;
  }

  /** Ends when what is under way ends, or has taken long enough. */
  async waited(): Promise<void> {
    await this.#waited;
  }
}
