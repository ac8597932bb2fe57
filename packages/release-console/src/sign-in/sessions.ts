import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Who has signed in. */
export interface Manager {
  readonly email: string;
  /** For the sign-out at the identity provider. */
  readonly idToken: string;
}

export interface Session {
  readonly manager: Manager;
  /** Every form of this session carries it. */
  readonly csrfToken: string;
}

interface Kept extends Session {
  readonly begun: number;
  lastSeen: number;
}

const MINUTE = 60_000;
/** Left alone for so long, a session is over. */
export const IDLE_LIMIT_MS = 60 * MINUTE;
/** A working day; then the role is checked again. */
export const LONGEST_SESSION_MS = 8 * 60 * MINUTE;
/** Sessions at once; the one that was left alone longest makes room. */
const MOST_SESSIONS = 1000;

const randomName = (): string => randomBytes(32).toString('base64url');

/** Whether two texts are the same; takes as long whatever they are. */
export function isSame(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The sessions of one console, in memory: a restart signs everybody out. */
export class Sessions {
  readonly #kept = new Map<string, Kept>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins a session; its name, for the cookie. */
  begin(manager: Manager): string {
    if (this.#kept.size >= MOST_SESSIONS) {
      const [oldest] = [...this.#kept].sort(([, a], [, b]) => a.lastSeen - b.lastSeen);
      if (oldest) this.#kept.delete(oldest[0]);
    }
    const name = randomName();
    const now = this.#now();
    this.#kept.set(name, { manager, csrfToken: randomName(), begun: now, lastSeen: now });
    return name;
  }

  /** The session of this name, which counts as a sign of life. */
  find(name: string | undefined): Session | undefined {
    const session = name === undefined ? undefined : this.#kept.get(name);
    if (name === undefined || !session) return undefined;
    const now = this.#now();
    if (now - session.lastSeen > IDLE_LIMIT_MS || now - session.begun > LONGEST_SESSION_MS) {
      this.#kept.delete(name);
      return undefined;
    }
    session.lastSeen = now;
    return session;
  }

  end(name: string | undefined): void {
    if (name !== undefined) this.#kept.delete(name);
  }
}
