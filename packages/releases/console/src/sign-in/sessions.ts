import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PageRefusal } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import { consoleCookies } from './console-cookies.ts';

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

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A new id of a session, which says whose it is to those who have the address: after a restart nothing else does. */
function newId(email: string): string {
  const random = randomBytes(32).toString('base64url');
  return `${random}.${digest(`${random} ${email}`)}`;
}

/** Whether an id is of a session of this person, also one that has ended. */
export function getIsId(id: string, email: string): boolean {
  const [random = '', owner = ''] = id.split('.');
  return constantTimeEquals(owner, digest(`${random} ${email}`));
}

/** The token of a session's forms, which does not give its id away. */
const formToken = (id: string): string => digest(`forms of ${id}`);

/** Compares secrets. The time it takes does not depend on where they differ. */
export function constantTimeEquals(actual: string, expected: string): boolean {
  const [left, right] = [Buffer.from(actual), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Sessions in memory: a restart signs everybody out. */
export class Sessions {
  readonly #sessions = new Map<string, StoredSession>();
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
    const id = newId(email);
    const now = this.#now();
    const endsAt = Math.min(until, now + MAX_SESSION_MS);
    this.#sessions.set(id, { email, subject, idToken, csrfToken: formToken(id), endsAt, lastSeen: now });
    return id;
  }

  /** Finds a session and extends its idle time. */
  find(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : this.#sessions.get(id);
    if (id === undefined || !session) return undefined;
    const now = this.#now();
    if (now - session.lastSeen > IDLE_LIMIT_MS || now > session.endsAt) {
      this.#sessions.delete(id);
      return undefined;
    }
    session.lastSeen = now;
    return session;
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.#sessions.delete(id);
  }
}

/** The request has no valid session. */
export class NotSignedInError extends Error {
  /** Id of the session whose page sent this form before it ended, by time or a restart; undefined if none did. */
  readonly endedSession: string | undefined;

  constructor(endedSession?: string) {
    super();
    this.endedSession = endedSession;
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
export class SessionCheck {
  readonly #sessions: Sessions;
  readonly #origin: string;

  constructor(sessions: Sessions, origin: string) {
    this.#sessions = sessions;
    this.#origin = origin;
  }

  /** @throws {NotSignedInError} */
  requireSession(request: FastifyRequest): Session {
    const session = this.#sessions.find(request.cookies[consoleCookies(this.#origin).session]);
    if (!session) throw new NotSignedInError();
    return session;
  }

  /**
   * Accepts only forms that a page of this session sent: the origin excludes other sites, the token also excludes other
   * programs on the same host name. @throws {NotSignedInError | PageRefusal}
   */
  requireForm(request: FastifyRequest): Session {
    const id = request.cookies[consoleCookies(this.#origin).session];
    const session = this.#sessions.find(id);
    const isOwn = id !== undefined && this.#isOwnForm(request, id);
    if (!session) throw new NotSignedInError(isOwn ? id : undefined);
    if (!isOwn) throw foreignForm();
    return session;
  }

  #isOwnForm({ headers, body }: FastifyRequest, id: string): boolean {
    const site = headers['sec-fetch-site'];
    if (headers.origin !== this.#origin || (site !== undefined && site !== 'same-origin')) return false;
    const form = v.safeParse(TokenSchema, body);
    return form.success && constantTimeEquals(form.output.token, formToken(id));
  }
}
