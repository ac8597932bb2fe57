import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

/**
 * How many visits of one part count from one address within an hour: so few that the false reports of one sender, or one person who tries
 * again and again, do not end a canary. Not of each version: else people who share an address would weigh more in a canary than in its baseline.
 */
export const VISITS_PER_ADDRESS = 2;
const HOUR_MS = 60 * 60 * 1000;

/** Reports that are accepted from one address at once, and after that in a second: an office behind one address sends less. */
export const ADDRESS_BURST = 200;
const ADDRESS_REPORTS_PER_SECOND = 10;

/** The same for all senders together: it protects the process. */
const BURST = 2000;
const REPORTS_PER_SECOND = 1000;

/** How many addresses are remembered; those that sent the longest ago are dropped first. */
const MOST_SENDERS = 20_000;
/** How much one sender needs, in bytes: counted visits of a few parts. */
const SENDER_BYTES = 1280;

/** Reports that may still be sent at a moment. */
class Allowance {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #at: number;

  constructor(burst: number, perSecond: number, now: number) {
    [this.#burst, this.#perSecond, this.#left, this.#at] = [burst, perSecond, burst, now];
  }

  take(amount: number, now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    if (this.#left < amount) return false;
    this.#left -= amount;
    return true;
  }
}

interface Sender {
  readonly allowance: Allowance;
  /** When visits of a part were counted: part -> times within the last hour. */
  readonly visits: Map<string, readonly number[]>;
}

/** The first 56 bits of an IPv6 address, which a household has for itself; an IPv4 address as it is. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const [first, last] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean));
  // What "::" leaves out are zeros.
  const missing = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(last ?? [])];
  const [one, two, three, four = 0] = groups.map((group) => Number.parseInt(group, 16));
  return [one, two, three, four >> 8].join(':');
}

/** What each address has sent lately. Addresses are kept as hashes, with a key that nobody knows, and for an hour at most. */
export class Senders {
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  /** The one that sent the longest ago first. */
  readonly #senders = new Map<string, Sender & { at: number }>();
  readonly #all: Allowance;

  /** `now`: a clock that never goes back, in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#all = new Allowance(BURST, REPORTS_PER_SECOND, now());
  }

  get size(): number {
    return this.#senders.size;
  }

  get bytes(): number {
    return this.#senders.size * SENDER_BYTES;
  }

  /** Whether so many reports may be read now. An undefined address is limited together with all others only. */
  mayReport(address: string | undefined, reports: number): boolean {
    const isWithinOwn = address === undefined || this.#sender(address).allowance.take(reports, this.#now());
    return isWithinOwn && this.#all.take(reports, this.#now());
  }

  /** Whether one more visit of a part may count, which then has. */
  countVisit(address: string | undefined, part: string): boolean {
    if (address === undefined) return true;
    const { visits } = this.#sender(address);
    const since = this.#now() - HOUR_MS;
    for (const [each, times] of visits) if (!times.some((at) => at > since)) visits.delete(each);
    const recent = (visits.get(part) ?? []).filter((at) => at > since);
    if (recent.length >= VISITS_PER_ADDRESS) return false;
    visits.set(part, [...recent, this.#now()]);
    return true;
  }

  #sender(address: string): Sender {
    const now = this.#now();
    const key = createHmac('sha256', this.#key).update(networkOf(address)).digest('base64url').slice(0, 16);
    const sender = this.#senders.get(key) ?? {
      allowance: new Allowance(ADDRESS_BURST, ADDRESS_REPORTS_PER_SECOND, now),
      visits: new Map<string, readonly number[]>(),
      at: now,
    };
    sender.at = now;
    this.#senders.delete(key);
    this.#senders.set(key, sender);
    for (const [oldest, { at }] of this.#senders) {
      if (at > now - HOUR_MS && this.#senders.size <= MOST_SENDERS) break;
      this.#senders.delete(oldest);
    }
    return sender;
  }
}
