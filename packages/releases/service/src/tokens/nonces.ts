import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a nonce is given out, in milliseconds; it is accepted for as long again. */
const STEP_MS = 60_000;

/**
 * The server nonces of this process (RFC 9449, section 8), and the proofs that were made with them. A proof is accepted
 * once, while its nonce lives, and by the process that gave the nonce; so a recorded request is worthless, here and
 * anywhere else.
 */
export class Nonces {
  readonly #key = randomBytes(32);
  readonly #now: () => number;
  /** Step of a nonce -> proofs that were made with it. */
  readonly #seen = new Map<number, Set<string>>();

  /** `now`: milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The nonce for the next proofs. */
  current(): string {
    return this.#createNonce(this.#step());
  }

  /** Whether the proof with this nonce and identifier is accepted; never again after that. */
  accept(nonce: string, proof: string): 'accepted' | 'old-nonce' | 'seen' {
    const newest = this.#step();
    for (const step of this.#seen.keys()) if (step < newest - 1) this.#seen.delete(step);
    const step = [newest, newest - 1].find((each) => isSame(this.#createNonce(each), nonce));
    if (step === undefined) return 'old-nonce';
    const seen = this.#seen.get(step) ?? new Set();
    this.#seen.set(step, seen);
    if (seen.has(proof)) return 'seen';
    seen.add(proof);
    return 'accepted';
  }

  #step(): number {
    return Math.floor(this.#now() / STEP_MS);
  }

  #createNonce(step: number): string {
    return createHmac('sha256', this.#key).update(String(step)).digest('base64url');
  }
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
