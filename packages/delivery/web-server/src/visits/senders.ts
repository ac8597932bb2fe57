import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';

/**
 * How many visits of one part count from one network within an hour: so few that the false reports of a handful of
 * senders, or one person who tries again and again, do not end a canary. Not of each version: else people who share a
 * network would weigh more in a canary than in its baseline.
 */
export const VISITS_PER_NETWORK = 1;
const HOUR_MS = 60 * 60 * 1000;
/**
 * For how long no visit of a part counts from a network that has reported trouble with it: so one that goes on for
 * hours says no more than once.
 */
const TROUBLE_MS = 24 * HOUR_MS;

/**
 * Reports that are accepted from one address at once, and after that in a second: an office behind one address sends
 * less.
 */
export const ADDRESS_BURST = 200;
const ADDRESS_REPORTS_PER_SECOND = 10;

/** The same for all senders together: it protects the process. */
const BURST = 2000;
const REPORTS_PER_SECOND = 1000;

/** How many addresses are remembered; those that sent the longest ago are dropped first. */
const MOST_SENDERS = 20_000;
/** How much one sender needs, in bytes: counted visits of a few parts. */
const SENDER_BYTES = 1280;
/**
 * How many networks are known for one thing that they did, more than a judge asks for, and how many things: those last
 * done the longest ago are dropped.
 */
const MOST_KNOWN = 64;
const MOST_THINGS = 400;
/** How much one thing needs, in bytes. */
const THING_BYTES = 6144;
/** How much one network with trouble needs, in bytes. */
const TROUBLE_BYTES = 128;

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

/** The 16-bit groups of an IPv6 address. */
function parseGroups(address: string): readonly number[] {
  const [head = '', tail] = address.split('::');
  const [first, last] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean));
  // What "::" leaves out are zeros.
  const missing = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(last ?? [])];
  return groups.map((group) => Number.parseInt(group, 16));
}

/** The first 56 bits of an IPv6 address, which a household has for itself; an IPv4 address as it is. */
function toHousehold(address: string): string {
  if (!isIPv6(address)) return address;
  const [one, two, three, four = 0] = parseGroups(address);
  return [one, two, three, four >> 8].join(':');
}

/**
 * The first 48 bits of an IPv6 address and 24 of an IPv4 address: as many as one customer of a provider gets at once.
 */
function toNetwork(address: string): string {
  return isIPv6(address) ? parseGroups(address).slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.');
}

/**
 * What each address, and each network, has sent lately: as hashes with a key that nobody knows, for an hour at most.
 * Networks that reported failures or slow loads are known for a day, or for as long as the version is talked of.
 */
export class Senders {
  readonly #now: () => number;
  readonly #key = randomBytes(32);
  /** The one that sent the longest ago first. */
  readonly #senders = new Map<string, Sender & { at: number }>();
  /** What networks did -> which of them, as keyed hashes. */
  readonly #known = new Map<string, Set<string>>();
  /** Networks, with a part, as keyed hashes -> when they last reported trouble. */
  readonly #troubles = new Map<string, number>();
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
    return this.#senders.size * SENDER_BYTES + this.#known.size * THING_BYTES + this.#troubles.size * TROUBLE_BYTES;
  }

  /** Whether so many reports may be read now. An undefined address is limited together with all others only. */
  mayReport(address: string | undefined, reports: number): boolean {
    const isWithinOwn =
      address === undefined || this.#sender(toHousehold(address)).allowance.take(reports, this.#now());
    return isWithinOwn && this.#all.take(reports, this.#now());
  }

  /** Whether one more visit of a part may count, which then has. */
  countVisit(address: string | undefined, part: string): boolean {
    if (address === undefined) return true;
    const troubleAt = this.#troubles.get(this.#describeTrouble(address, part));
    if (troubleAt !== undefined && this.#now() - troubleAt < TROUBLE_MS) return false;
    const { visits } = this.#sender(`network ${toNetwork(address)}`);
    const since = this.#now() - HOUR_MS;
    for (const [each, times] of visits) if (!times.some((at) => at > since)) visits.delete(each);
    const recent = (visits.get(part) ?? []).filter((at) => at > since);
    if (recent.length >= VISITS_PER_NETWORK) return false;
    visits.set(part, [...recent, this.#now()]);
    return true;
  }

  /** A visit of a part from this address failed, or its load took very long. */
  noteTrouble(address: string | undefined, part: string): void {
    if (address === undefined) return;
    const key = this.#describeTrouble(address, part);
    this.#troubles.delete(key);
    this.#troubles.set(key, this.#now());
    for (const [oldest, at] of this.#troubles) {
      if (at > this.#now() - TROUBLE_MS && this.#troubles.size <= MOST_SENDERS) break;
      this.#troubles.delete(oldest);
    }
  }

  #describeTrouble(address: string, part: string): string {
    return this.#toKey(`${toNetwork(address)} ${part}`);
  }

  /**
   * Whether the network of an address does something for the first time, such as reporting a failure of a version.
   * Beyond the limits all are known.
   */
  isNew(address: string | undefined, what: string): boolean {
    if (address === undefined) return true;
    const known = this.#known.get(what) ?? new Set();
    const network = this.#toKey(toNetwork(address));
    if (known.has(network) || known.size >= MOST_KNOWN) return false;
    known.add(network);
    this.#known.delete(what);
    this.#known.set(what, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_THINGS) break;
      this.#known.delete(oldest);
    }
    return true;
  }

  #toKey(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 16);
  }

  #sender(name: string): Sender {
    const now = this.#now();
    const key = this.#toKey(name);
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
