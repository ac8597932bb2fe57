import type { Checks } from './identity.ts';

/** A sign-in that has begun. */
export interface Pending extends Checks {
  /** Path of the console that it leads to. */
  readonly to: string;
}

/** A sign-in may be left open for this long, in milliseconds. */
export const PENDING_LIMIT_MS = 10 * 60_000;
/** Sign-ins at once; the oldest makes room. */
const MOST_PENDING = 1000;

/** The sign-ins under way, each by the state that it carries. A browser proves by a cookie that it is its own. */
export class PendingSignIns {
  readonly #kept = new Map<string, { readonly pending: Pending; readonly begun: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  begin(pending: Pending): void {
    if (this.#kept.size >= MOST_PENDING) {
      const [oldest] = this.#kept.keys();
      if (oldest !== undefined) this.#kept.delete(oldest);
    }
    this.#kept.set(pending.state, { pending, begun: this.#now() });
  }

  /** The sign-in with this state, once. */
  take(state: string | undefined): Pending | undefined {
    const kept = state === undefined ? undefined : this.#kept.get(state);
    if (state === undefined || !kept) return undefined;
    this.#kept.delete(state);
    return this.#now() - kept.begun > PENDING_LIMIT_MS ? undefined : kept.pending;
  }
}
