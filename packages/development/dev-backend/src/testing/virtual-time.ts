import type { Time } from '../mail/outbox.ts';

/** Time that passes when a test says so. */
export class VirtualTime implements Time {
  #now = Date.now();
  readonly #waiting = new Map<() => void, number>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, work: () => void): () => void {
    this.#waiting.set(work, this.#now + milliseconds);
    return () => this.#waiting.delete(work);
  }

  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const [work, at] of this.#waiting) {
      if (at > this.#now) continue;
      this.#waiting.delete(work);
      work();
    }
  }
}
