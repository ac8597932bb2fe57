import { createHmac, randomBytes } from 'node:crypto';
import { BoundedMap, Counts } from './counts.ts';

/** Who tries which password, and from where. */
interface Attempt {
  /** Whose password it is; a name for each kind of account and password. */
  readonly account: string;
  /** The address that the request comes from. */
  readonly address: string;
  /** None with a request for a mail, which nobody may repeat at will either. */
  readonly password?: string;
}

/** How the check of a password ended. While somebody has to wait, no password is checked. */
export type Verdict =
  | { readonly outcome: 'right' | 'wrong' }
  | { readonly outcome: 'too-often'; readonly waitSeconds: number };

/** Wrong passwords for one account from one address. */
const FREE_FOR_PAIR = 5;
/** Wrong passwords for one account from addresses at which nobody has signed in to it. */
const FREE_FOR_ACCOUNT = 20;
/** Wrong passwords from one address, for whichever account. */
const FREE_FOR_ADDRESS = 100;
const MOST_ENTRIES = 10_000;
const KNOWN_MS = 30 * 86_400_000;

/**
 * Delays whoever enters wrong passwords (docs/development-backend.md says how). All of it is in memory, and limited.
 * Keys are hashed, so that they are short and tell nothing.
 */
export class AttemptLimits {
  readonly #now: () => number;
  readonly #secret = randomBytes(32);
  readonly #pairs = new Counts(FREE_FOR_PAIR, MOST_ENTRIES);
  readonly #accounts = new Counts(FREE_FOR_ACCOUNT, MOST_ENTRIES);
  readonly #addresses = new Counts(FREE_FOR_ADDRESS, MOST_ENTRIES);
  /** The pairs with a right password, and until when they are remembered. */
  readonly #known = new BoundedMap<number>(MOST_ENTRIES);
  /** The latest wrong password of each pair. */
  readonly #latest = new BoundedMap<string>(MOST_ENTRIES);

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Checks a password unless there is something to wait for. An attempt counts as wrong until it was right, so that
   * many at once gain nothing.
   */
  async check(attempt: Attempt, isRight: () => Promise<boolean>): Promise<Verdict> {
    const { waitSeconds, isCounted } = this.#admit(attempt);
    if (waitSeconds > 0) return { outcome: 'too-often', waitSeconds };
    let right: boolean | undefined;
    try {
      right = await isRight();
    } finally {
      if (right !== false && isCounted) this.#takeBack(attempt);
    }
    if (right) this.prove(attempt);
    return { outcome: right ? 'right' : 'wrong' };
  }

  /** Counts an attempt that is never right. @returns the seconds to wait before it; 0 if it may be made now. */
  count(attempt: Attempt): number {
    return this.#admit(attempt).waitSeconds;
  }

  /** Somebody at this address has proved that the account is theirs. */
  prove(attempt: Attempt): void {
    const { pair, account } = this.#getKeys(attempt);
    this.#pairs.clear(pair);
    this.#accounts.clear(account);
    this.#latest.delete(pair);
    this.#known.set(pair, this.#now() + KNOWN_MS);
  }

  #admit(attempt: Attempt): { readonly waitSeconds: number; readonly isCounted: boolean } {
    const { pair, account, address } = this.#getKeys(attempt);
    const now = this.#now();
    const isKnown = (this.#known.get(pair) ?? 0) > now;
    const others = isKnown ? [] : [this.#accounts.wait(account, now), this.#addresses.wait(address, now)];
    const wait = Math.max(this.#pairs.wait(pair, now), ...others);
    if (wait > 0) return { waitSeconds: Math.ceil(wait / 1000), isCounted: false };
    if (this.#isRepeated(attempt, pair)) return { waitSeconds: 0, isCounted: false };
    this.#pairs.add(pair, now);
    this.#accounts.add(account, now);
    this.#addresses.add(address, now);
    return { waitSeconds: 0, isCounted: true };
  }

  #takeBack(attempt: Attempt): void {
    const { pair, account, address } = this.#getKeys(attempt);
    this.#pairs.takeBack(pair);
    this.#accounts.takeBack(account);
    this.#addresses.takeBack(address);
  }

  /** The portal sends a call again after a refresh of its tokens; the same wrong password is no further guess. */
  #isRepeated({ password }: Attempt, pair: string): boolean {
    if (password === undefined) return false;
    const hashed = this.#hash(password);
    const isSame = this.#latest.get(pair) === hashed;
    this.#latest.set(pair, hashed);
    return isSame;
  }

  #getKeys({ account, address }: Attempt) {
    return {
      pair: this.#hash(JSON.stringify([account, address])),
      account: this.#hash(account),
      address: this.#hash(address),
    };
  }

  #hash(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}
