import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PageRefusal } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import { ownCookies } from './own-cookies.ts';

export interface Session extends Viewer {
  /** For the sign-out at the identity provider. */
  readonly idToken: string;
}

interface StoredSession extends Session {
  /** When it ends at the latest, in milliseconds since the epoch. */
  readonly endsAt: number;
  lastSeen: number;
}

const MINUTE = 60_000;
/** A session ends after this time without a request. */
export const IDLE_LIMIT_MS = 60 * MINUTE;
/** A working day; after that, the manager signs in again and the role is checked again. */
export const MAX_SESSION_MS = 8 * 60 * MINUTE;
/** Above this number, the session that was idle longest ends. */
const MAX_SESSIONS = 1000;

const randomToken = (): string => randomBytes(32).toString('base64url');

/** Compares secrets. The time it takes does not depend on where they differ. */
export function constantTimeEquals(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Sessions in memory: a restart signs everybody out. */
export class Sessions {
  readonly #sessions = new Map<string, StoredSession>();
  /** Whose sessions have ended by time, so that a form that comes too late is not lost. The oldest first. */
  readonly #ended = new Map<string, Viewer>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Starts a session, which ends `until` then at the latest, and returns its id, for the cookie. */
  start({ email, subject, idToken }: Omit<Session, 'csrfToken'>, until: number = Number.POSITIVE_INFINITY): string {
    if (this.#sessions.size >= MAX_SESSIONS) {
      const [oldest] = [...this.#sessions].sort(([, a], [, b]) => a.lastSeen - b.lastSeen);
      if (oldest) this.#sessions.delete(oldest[0]);
    }
    const id = randomToken();
    const now = this.#now();
    const endsAt = Math.min(until, now + MAX_SESSION_MS);
    this.#sessions.set(id, { email, subject, idToken, csrfToken: randomToken(), endsAt, lastSeen: now });
    return id;
  }

  /** Finds a session and extends its idle time. */
  find(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (id === undefined || !session) return undefined;
    const now = this.#now();
    if (now - session.lastSeen > IDLE_LIMIT_MS || now > session.endsAt) {
      this.#sessions.delete(id);
      this.#rememberEnded(id, session);
      return undefined;
    }
    session.lastSeen = now;
    return session;
  }

  /** Whose session ended by time; undefined if it never was, or was signed out. */
  findEnded(id: string | undefined): Viewer | undefined {
    return id === undefined ? undefined : this.#ended.get(id);
  }

  #rememberEnded(id: string, { email, subject, csrfToken }: Viewer): void {
    this.#ended.set(id, { email, subject, csrfToken });
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MAX_SESSIONS && oldest !== undefined) this.#ended.delete(oldest);
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(id);
  }
}

/** The request has no valid session. */
export class NotSignedInError extends Error {
  /** Whose page sent this form before the session ended by time; undefined if nobody's. */
  readonly endedFor: string | undefined;

  constructor(endedFor?: string) {
    super();
    this.endedFor = endedFor;
  }
}

const TokenSchema = v.object({ token: v.string() });

const foreignForm = () =>
  new PageRefusal(
    403,
    'Not from this console',
    'This form was not sent by a page of this console, or by one of an earlier sign-in. Nothing was changed. Open the board and try again.',
  );

/** Checks requests: pages by session, forms also by origin and token. */
export class SessionGuard {
  readonly #sessions: Sessions;
  readonly #origin: string;

  constructor(sessions: Sessions, origin: string) {
    this.#sessions = sessions;
    this.#origin = origin;
  }

  /** @throws {NotSignedInError} */
  requireSession(request: FastifyRequest): Session {
    const session = this.#sessions.find(request.cookies[ownCookies(this.#origin).session]);
    if (!session) throw new NotSignedInError();
    return session;
  }

  /**
   * Accepts only forms that a page of this session sent: the origin excludes other sites, the token also excludes other programs
   * on the same host name. @throws {NotSignedInError | PageRefusal}
   */
  requireForm(request: FastifyRequest): Session {
    const id = request.cookies[ownCookies(this.#origin).session];
    const session = this.#sessions.find(id);
    if (!session) {
      const ended = this.#sessions.findEnded(id);
      throw new NotSignedInError(ended && this.#isOwnForm(request, ended) ? ended.email : undefined);
    }
    if (!this.#isOwnForm(request, session)) throw foreignForm();
    return session;
  }

  #isOwnForm({ headers, body }: FastifyRequest, { csrfToken }: Viewer): boolean {
    const site = headers['sec-fetch-site'];
    if (headers.origin !== this.#origin || (site !== undefined && site !== 'same-origin')) return false;
    const form = v.safeParse(TokenSchema, body);
    return form.success && constantTimeEquals(form.output.token, csrfToken);
  }
}
