import { triesOf } from './counts.ts';
import type { Counts, CountsResult } from './counts.ts';

const MINUTE = 60_000;
/** How often the web server is asked while nobody looks. */
const INTERVAL_MS = MINUTE;
/** A day in half hours. */
const SLOT_MS = 30 * MINUTE;
export const SLOTS = 48;

interface Tally {
  tries: number;
  failures: number;
}

/** Failures of a part over the last day: a share from 0 to 1 for each half hour, the oldest first; undefined where nobody came. */
export type DayOfFailures = readonly (number | undefined)[];

/**
 * Remembers what the web server counts, which itself knows only sums since its start. In memory: a console that has just started
 * has no day to show.
 */
export class CountsRecorder {
  readonly #read: () => Promise<CountsResult>;
  readonly #now: () => number;
  /** The sums at the last look, by part and version. */
  readonly #sums = new Map<string, Tally>();
  /** By part, then by half hour. */
  readonly #slots = new Map<string, Map<number, Tally>>();
  #isFirst = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(read: () => Promise<CountsResult>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The counts as they are now, which are also remembered. Never throws. */
  async look(): Promise<CountsResult> {
    const result = await this.#read();
    if (result.counts) this.#remember(result.counts);
    return result;
  }

  dayOf(part: string): DayOfFailures {
    const slots = this.#slots.get(part);
    const last = this.#slot();
    return Array.from({ length: SLOTS }, (_empty, index) => {
      const tally = slots?.get(last - SLOTS + 1 + index);
      return tally && tally.tries > 0 ? tally.failures / tally.tries : undefined;
    });
  }

  #slot(): number {
    return Math.floor(this.#now() / SLOT_MS);
  }

  #remember({ versions }: Counts): void {
    for (const counted of versions) {
      const key = `${counted.part}@${counted.version}`;
      const now = { tries: triesOf(counted), failures: counted.failures };
      const before = this.#sums.get(key);
      this.#sums.set(key, now);
      // What happened before the first look happened nobody knows when.
      if (!this.#isFirst) this.#add(counted.part, now, before);
    }
    this.#isFirst = false;
  }

  #add(part: string, now: Tally, before: Tally = { tries: 0, failures: 0 }): void {
    // Sums that have shrunk started again from zero, with a web server that was restarted.
    const since = now.tries < before.tries ? { tries: 0, failures: 0 } : before;
    const slots = this.#slots.get(part) ?? new Map<number, Tally>();
    const slot = this.#slot();
    const tally = slots.get(slot) ?? { tries: 0, failures: 0 };
    tally.tries += now.tries - since.tries;
    tally.failures += Math.max(0, now.failures - since.failures);
    this.#slots.set(part, slots.set(slot, tally));
    for (const old of slots.keys()) if (old <= slot - SLOTS) slots.delete(old);
  }
}
