import { attemptsOf } from './counts.ts';
import type { Counts, CountsResult } from './counts.ts';

const MINUTE = 60_000;
/** How often the web server is polled while no board is open. */
const POLL_INTERVAL_MS = MINUTE;
const SLOT_MS = 30 * MINUTE;
/** Half hours in a day. */
export const SLOTS = 48;

interface Tally {
  attempts: number;
  failures: number;
}

/** Failures of a part over the last day: a share from 0 to 1 per half hour, oldest first; undefined without an attempt. */
export type FailuresByHalfHour = readonly (number | undefined)[];

/**
 * Records how the web server's counts change over a day, because it reports only sums since its start. Kept in memory: a console
 * that has just started has nothing to show.
 */
export class CountsRecorder {
  readonly #read: () => Promise<CountsResult>;
  readonly #now: () => number;
  /** Sums at the last poll, by part and version. */
  #sums: ReadonlyMap<string, Tally> = new Map();
  /** By part, then by half hour since the epoch. */
  readonly #slots = new Map<string, Map<number, Tally>>();
  #isFirst = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(read: () => Promise<CountsResult>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  start(): void {
    this.#timer = setInterval(() => void this.poll(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Reads and records the current counts. Never throws. */
  async poll(): Promise<CountsResult> {
    const result = await this.#read();
    if (result.counts) this.#record(result.counts);
    return result;
  }

  lastDayOf(part: string): FailuresByHalfHour {
    const slots = this.#slots.get(part);
    const last = this.#currentSlot();
    return Array.from({ length: SLOTS }, (_empty, index) => {
      const tally = slots?.get(last - SLOTS + 1 + index);
      return tally && tally.attempts > 0 ? tally.failures / tally.attempts : undefined;
    });
  }

  #currentSlot(): number {
    return Math.floor(this.#now() / SLOT_MS);
  }

  #record({ versions }: Counts): void {
    // Only those of now, because the web server, too, forgets versions that were released long ago.
    const sums = new Map<string, Tally>();
    for (const counted of versions) {
      const key = `${counted.part}@${counted.version}`;
      const now = { attempts: attemptsOf(counted), failures: counted.failures };
      sums.set(key, now);
      // The first sums do not say when the failures happened.
      if (!this.#isFirst) this.#add(counted.part, now, this.#sums.get(key));
    }
    this.#sums = sums;
    this.#isFirst = false;
  }

  #add(part: string, now: Tally, before: Tally = { attempts: 0, failures: 0 }): void {
    // Sums shrink when the web server restarts: they start again from zero.
    const since = now.attempts < before.attempts ? { attempts: 0, failures: 0 } : before;
    const slots = this.#slots.get(part) ?? new Map<number, Tally>();
    const slot = this.#currentSlot();
    const tally = slots.get(slot) ?? { attempts: 0, failures: 0 };
    tally.attempts += now.attempts - since.attempts;
    tally.failures += Math.max(0, now.failures - since.failures);
    this.#slots.set(part, slots.set(slot, tally));
    for (const old of slots.keys()) if (old <= slot - SLOTS) slots.delete(old);
  }
}
