const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The delay after the first attempt too many; each further one doubles it. */
const FIRST_DELAY_MS = 30 * SECOND;
const LONGEST_DELAY_MS = 15 * MINUTE;
/** How long after the latest wrong attempt a count is forgotten. */
const KEPT_MS = 24 * 60 * MINUTE;

/** A map with a limit: the entry that was set longest ago makes room. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}

interface Count {
  readonly wrong: number;
  readonly at: number;
  readonly blockedUntil: number;
}

/** How often each key met a wrong password, and how long it has to wait for that. Times are in milliseconds. */
export class Counts {
  readonly #counts: BoundedMap<Count>;
  /** The attempt after which the first delay begins. */
  readonly #free: number;

  constructor(free: number, most: number) {
    this.#free = free;
    this.#counts = new BoundedMap(most);
  }

  wait(key: string, now: number): number {
    return Math.max(0, (this.#counts.get(key)?.blockedUntil ?? 0) - now);
  }

  add(key: string, now: number): void {
    const before = this.#counts.get(key);
    const wrong = (before && now - before.at < KEPT_MS ? before.wrong : 0) + 1;
    const tooMany = wrong - this.#free;
    const delay = tooMany < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** tooMany, LONGEST_DELAY_MS);
    this.#counts.set(key, { wrong, at: now, blockedUntil: now + delay });
  }

  /** The latest attempt was right after all. A delay that others have earned stays. */
  takeBack(key: string): void {
    const count = this.#counts.get(key);
    if (!count) return;
    const wrong = count.wrong - 1;
    this.#counts.set(key, { ...count, wrong, blockedUntil: wrong < this.#free ? 0 : count.blockedUntil });
  }

  clear(key: string): void {
    this.#counts.delete(key);
  }
}
