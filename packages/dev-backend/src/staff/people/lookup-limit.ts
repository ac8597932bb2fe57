import { Refusal } from '../../api/refusal.ts';
import { BoundedMap } from '../../attempts/counts.ts';
import type { Database } from '../../database/open-database.ts';

/** How many people an account may look up, and how many different ones it may read, in `WINDOW_MS`. */
export const MOST_LOOKUPS = 30;
const WINDOW_MS = 600_000;
/** So many accounts are remembered; more than there are staff. */
const MOST_ACCOUNTS = 1000;

/** What look-ups need. */
export interface Lookups {
  readonly db: Database;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
}

interface Lookup {
  readonly at: number;
  readonly personId: string | undefined;
}

/** Limits how fast an account looks up or reads people, whether it finds them or not. In memory, and bounded. */
export class LookupLimit {
  readonly #now: () => number;
  /** Whom each account looked up within the last ten minutes. */
  readonly #lookups = new BoundedMap<readonly Lookup[]>(MOST_ACCOUNTS);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a look-up; the same person, where that is known, counts once in ten minutes. @throws {Refusal} 429, if it may not be made now */
  count(accountId: string, personId?: string): void {
    const now = this.#now();
    const recent = (this.#lookups.get(accountId) ?? []).filter(({ at }) => now - at < WINDOW_MS);
    if (personId !== undefined && recent.some((lookup) => lookup.personId === personId)) return;
    const [first] = recent;
    if (first && recent.length >= MOST_LOOKUPS) {
      const retryAfterSeconds = Math.ceil((first.at + WINDOW_MS - now) / 1000);
      throw new Refusal(429, 'TOO_MANY_LOOKUPS', { retryAfterSeconds });
    }
    this.#lookups.set(accountId, [...recent, { at: now, personId }]);
  }
}
