import { getCauseMessage } from '@portal/node-kit/plain-error';
import type { ReceiverStatus } from '../status.ts';
import type { WatcherLog } from '../watcher-log.ts';
import type { Announcement } from './announcement.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How long to wait before each further try; then an announcement is given up. In milliseconds. */
const WAITS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE] as const;
/** More are dropped, the oldest first. */
const MOST_WAITING = 100;

interface Waiting {
  readonly announcement: Announcement;
  tries: number;
  /** Milliseconds since the epoch. */
  dueAt: number;
}

interface ReceiverOptions {
  /** Without secrets: the address of a webhook may contain some in its path. */
  readonly name: string;
  /** Of its problems in the log: unlike its name, it is no other receiver's. */
  readonly topic: string;
  /** @throws unless it was taken. */
  readonly send: (announcement: Announcement, now: number, signal: AbortSignal) => Promise<void>;
  readonly log: WatcherLog;
}

/** Sends announcements to one receiver, each until it is taken or given up. */
export class Receiver {
  readonly #options: ReceiverOptions;
  #waiting: readonly Waiting[] = [];
  #sentAt: string | null = null;
  #problem: string | null = null;
  #sending: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(options: ReceiverOptions) {
    this.#options = options;
  }

  get status(): ReceiverStatus {
    return { name: this.#options.name, waiting: this.#waiting.length, sentAt: this.#sentAt, problem: this.#problem };
  }

  take(announcement: Announcement, now: number): void {
    this.#waiting = [...this.#waiting, { announcement, tries: 0, dueAt: now }].slice(-MOST_WAITING);
  }

  /** Sends what is due, or waits for what is being sent. Never throws. */
  deliver(now: number): Promise<void> {
    this.#sending ??= this.#deliver(now).finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Gives up what is being sent. */
  close(): void {
    this.#closing.abort();
  }

  async #deliver(now: number): Promise<void> {
    const { name, topic, log, send } = this.#options;
    const { signal } = this.#closing;
    for (const waiting of this.#waiting.filter(({ dueAt }) => dueAt <= now)) {
      if (signal.aborted) return;
      try {
        await send(waiting.announcement, now, signal);
        this.#sentAt = new Date(now).toISOString();
        this.#problem = null;
        log.solved(topic, `${name} takes announcements again.`);
        this.#drop(waiting);
      } catch (error) {
        if (!signal.aborted) this.#fail(waiting, getCauseMessage(error), now);
      }
    }
  }

  #fail(waiting: Waiting, reason: string, now: number): void {
    const { name, topic, log } = this.#options;
    const wait = WAITS[waiting.tries];
    const isGivenUp = wait === undefined;
    this.#problem = `${reason}${isGivenUp ? '; given up' : ''}`;
    const outcome = isGivenUp ? 'given up' : 'tried again later';
    log.problem(topic, `${name} did not take ${waiting.announcement.id} (${outcome}): ${reason}`);
    if (isGivenUp) this.#drop(waiting);
    else {
      waiting.tries += 1;
      waiting.dueAt = now + wait;
    }
  }

  #drop(sent: Waiting): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== sent);
  }
}
