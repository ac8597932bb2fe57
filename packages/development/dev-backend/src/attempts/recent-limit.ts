import { stripMailTag } from '@portal/node-kit/strip-mail-tag';
import { Refusal } from '../refusal.ts';
import type { MailKind } from '../database/mail-facts.ts';
import { BoundedMap } from './counts.ts';

/** So many accounts are remembered. */
const MOST_ACCOUNTS = 10_000;

interface RecentLimitOptions {
  /** How many things may be done in `windowMs`. */
  readonly most: number;
  readonly windowMs: number;
  /** What the refusal is called. */
  readonly error: string;
  readonly now: () => number;
}

interface Done {
  readonly at: number;
  readonly what: string | undefined;
}

/** Limits how often an account does something, whatever comes of it. In memory, and bounded. */
export class RecentLimit {
  readonly #options: RecentLimitOptions;
  readonly #done = new BoundedMap<readonly Done[]>(MOST_ACCOUNTS);

  constructor(options: RecentLimitOptions) {
    this.#options = options;
  }

  /**
   * Counts it; the same thing again, where `what` names it, does not count. @throws {Refusal} 429, if it may not be
   * done now
   */
  count(accountId: string, what?: string): void {
    const recent = this.#recent(accountId);
    if (what !== undefined && recent.some((each) => each.what === what)) return;
    const { count, seconds } = this.left(accountId);
    if (count <= 0) throw new Refusal(429, this.#options.error, { retryAfterSeconds: seconds });
    this.#done.set(accountId, [...recent, { at: this.#options.now(), what }]);
  }

  /** How often it may be done now, and in how many seconds once more. */
  left(accountId: string): { readonly count: number; readonly seconds: number } {
    const { most, windowMs, now } = this.#options;
    const recent = this.#recent(accountId);
    const [first] = recent;
    const seconds = first ? Math.ceil((first.at + windowMs - now()) / 1000) : 0;
    return { count: most - recent.length, seconds };
  }

  #recent(accountId: string): readonly Done[] {
    const { windowMs, now } = this.#options;
    return (this.#done.get(accountId) ?? []).filter(({ at }) => now() - at < windowMs);
  }
}

/**
 * How many people an account of staff may look up, and how many different ones it may learn something of, in ten
 * minutes.
 */
export const MOST_LOOKUPS = 30;
export const LOOKUP_WINDOW_MS = 600_000;
export const newLookupLimit = (now: () => number): RecentLimit =>
  new RecentLimit({ most: MOST_LOOKUPS, windowMs: LOOKUP_WINDOW_MS, error: 'TOO_MANY_LOOKUPS', now });

/** How many mails an account may have sent to others, and how many of one kind a mailbox may get by it, in an hour. */
const MOST_MAILS = 5;

/**
 * Limits mails that people have sent to others: by who has them sent, and by who gets them. Notices of the own account
 * always go.
 */
export class MailLimit {
  readonly #limit: RecentLimit;

  constructor(now: () => number) {
    this.#limit = new RecentLimit({ most: MOST_MAILS, windowMs: 3_600_000, error: 'TOO_MANY_MAILS', now });
  }

  /** @throws {Refusal} 429 */
  count(accountId: string, kind: MailKind, receiver: string): void {
    this.#limit.count(`by ${accountId}`);
    this.countReceiver(kind, receiver);
  }

  /** For mails that staff have sent, who have many people to write to. @throws {Refusal} 429 */
  countReceiver(kind: MailKind, receiver: string): void {
    // By kind, so that nobody keeps other mails from somebody.
    this.#limit.count(`${kind} to ${stripMailTag(receiver.toLowerCase())}`);
  }
}
