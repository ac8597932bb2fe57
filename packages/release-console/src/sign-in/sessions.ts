import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PageRefusal } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import type { Checks } from './identity.ts';

export interface Session extends Viewer {
  /** For the sign-out at the identity provider. */
  readonly idToken: string;
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
  begin({ email, idToken }: Omit<Session, 'csrfToken'>): string {
    if (this.#kept.size >= MOST_SESSIONS) {
      const [oldest] = [...this.#kept].sort(([, a], [, b]) => a.lastSeen - b.lastSeen);
      if (oldest) this.#kept.delete(oldest[0]);
    }
    const name = randomName();
    const now = this.#now();
    this.#kept.set(name, { email, idToken, csrfToken: randomName(), begun: now, lastSeen: now });
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

export const SESSION_COOKIE = 'console_session';

/** Nobody is signed in, or not any more. */
export class NotSignedInError extends Error {}

const TokenSchema = v.object({ token: v.string() });

const foreign = () =>
  new PageRefusal(
    403,
    'Not from this console',
    'This form was not sent by a page of this console, or by one of an earlier sign-in. Nothing was changed. Open the board and try again.',
  );

/** Who may see a page, and which forms are taken. */
export class Gate {
  readonly #sessions: Sessions;
  readonly #origin: string;

  constructor(sessions: Sessions, origin: string) {
    this.#sessions = sessions;
    this.#origin = origin;
  }

  /** @throws {NotSignedInError} */
  enter(request: FastifyRequest): Session {
    const session = this.#sessions.find(request.cookies[SESSION_COOKIE]);
    if (!session) throw new NotSignedInError();
    return session;
  }

  /**
   * Lets a form in that a page of this session sent: by its origin and by its token, so that neither another site nor another
   * program on this host name can send one. @throws {NotSignedInError | PageRefusal}
   */
  enterWithForm(request: FastifyRequest): Session {
    const session = this.enter(request);
    if (request.headers.origin !== this.#origin) throw foreign();
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') throw foreign();
    const form = v.safeParse(TokenSchema, request.body);
    if (!form.success || !isSame(form.output.token, session.csrfToken)) throw foreign();
    return session;
  }
}

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
