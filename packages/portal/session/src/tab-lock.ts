import type { SessionEnvironment, TabChannel, TabLocks } from './environment.ts';

const LOCK = 'portal-session';
/** Whoever takes the lock away from a silent tab holds this one, so that only one tab does. */
const TAKE_OVER_LOCK = 'portal-session-take-over';

/**
 * A refresh is usually over before that. Not asking then leaves pages alone that browsers keep in memory: a message
 * ends that.
 */
const PATIENCE_MS = 300;
/** How long the tab that has the lock may be silent. A suspended tab is; one that waits for the API answers at once. */
const SILENCE_LIMIT_MS = 3000;
/** The same for the question just before the lock is taken away. */
const LAST_QUESTION_LIMIT_MS = 1000;

/** Asks the tab that has the lock whether it is awake. */
const ASK = 'lock-held?';
/** Its answer. */
const HELD = 'lock-held';

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * One lock for all tabs of this origin. A tab that does not answer the others loses it: its work goes on when it wakes,
 * beside that of others.
 */
export class TabLock {
  readonly #locks: TabLocks;
  readonly #channel: TabChannel;
  /** How many requests of this tab have the lock; one that has been stolen has not. */
  #held = 0;
  readonly stopListening: () => void;

  constructor({ locks, channel }: Pick<SessionEnvironment, 'locks' | 'channel'>) {
    this.#locks = locks;
    this.#channel = channel;
    this.stopListening = channel.listen((message) => {
      if (this.#held > 0 && message === ASK) channel.post(HELD);
    });
  }

  /** Runs `work` as soon as no other tab that is awake runs any. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let begun = false;
    const begin = async () => {
      if (begun) return;
      begun = true;
      const result = work();
      resolve(result);
      await result.catch(() => undefined);
    };
    const takeOver = async () => {
      if ((await this.#isHolderAwake(LAST_QUESTION_LIMIT_MS)) || begun) return;
      const taken = Promise.withResolvers<void>();
      const take = () => {
        taken.resolve();
        return begin();
      };
      this.#hold(true, take).catch(taken.reject);
      await taken.promise;
    };
    this.#hold(false, begin).catch(reject); // also rejects when the lock is lost; then `work` decides
    this.#watchHolder(() => begun, takeOver).catch(reject);
    return promise;
  }

  async #watchHolder(hasBegun: () => boolean, takeOver: () => Promise<void>): Promise<void> {
    await pause(PATIENCE_MS);
    while (!hasBegun()) {
      const isAwake = await this.#isHolderAwake(SILENCE_LIMIT_MS);
      if (!isAwake && !hasBegun()) await this.#locks.request(TAKE_OVER_LOCK, {}, takeOver);
    }
  }

  /** Resolves when the work is done. Rejects when the lock is lost. */
  async #hold(steal: boolean, work: () => Promise<void>): Promise<void> {
    let isHeld = false;
    try {
      await this.#locks.request(LOCK, { steal }, () => {
        isHeld = true;
        this.#held += 1;
        return work();
      });
    } finally {
      if (isHeld) this.#held -= 1;
    }
  }

  /** Asks the tab that has the lock, and waits `ms` for its answer. */
  async #isHolderAwake(ms: number): Promise<boolean> {
    let isAwake = false;
    const stop = this.#channel.listen((message) => {
      isAwake ||= message === HELD;
    });
    this.#channel.post(ASK);
    await pause(ms);
    stop();
    return isAwake || this.#held > 0;
  }
}
