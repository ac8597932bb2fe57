import { randomUUID } from 'node:crypto';
import { callMatcher } from './fault.ts';
import type { Fault } from './fault.ts';

/** Faults that are remembered once nothing meets them any more. */
const MOST_FAULTS = 500;

/** A fault, and how often it has been met. */
export type ListedFault = Fault & { readonly id: string; readonly used: number };

interface Entry {
  readonly id: string;
  readonly fault: Fault;
  /** The identity that the fault is limited to. */
  readonly subject: string | undefined;
  readonly matches: ReturnType<typeof callMatcher>;
  used: number;
}

const isSpent = ({ fault: { times }, used }: Entry) => times !== undefined && used >= times;
const listed = ({ id, fault, used }: Entry): ListedFault => ({ ...fault, id, used });

/** The faults that calls are to meet. Of several that fit a call the one that was added first is met. */
export class Faults {
  #entries: Entry[] = [];

  /** `subject` is the identity that it is limited to. */
  add(fault: Fault, subject: string | undefined): ListedFault {
    if (this.#entries.length >= MOST_FAULTS) this.#entries = this.#entries.filter((entry) => !isSpent(entry));
    const entry = { id: randomUUID(), fault, subject, matches: callMatcher(fault.call), used: 0 };
    this.#entries.push(entry);
    return listed(entry);
  }

  list(): readonly ListedFault[] {
    return this.#entries.map(listed);
  }

  /** Forgets all faults, or those that `which` picks; answers how many. */
  clear(which: (fault: ListedFault) => boolean = () => true): number {
    const before = this.#entries.length;
    this.#entries = this.#entries.filter((entry) => !which(listed(entry)));
    return before - this.#entries.length;
  }

  /** Whether a call could meet one; spares the others the search for whose call it is. */
  awaits(method: string, path: string): boolean {
    return this.#entries.some((entry) => !isSpent(entry) && entry.matches(method, path));
  }

  /** The fault that this call meets, which counts as one use of it. */
  take(method: string, path: string, subject: string | undefined): Fault | undefined {
    const entry = this.#entries.find(
      (candidate) =>
        !isSpent(candidate) &&
        candidate.matches(method, path) &&
        (candidate.subject === undefined || candidate.subject === subject),
    );
    if (!entry) return undefined;
    entry.used += 1;
    return entry.fault;
  }
}
