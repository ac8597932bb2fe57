import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { PageRefusal } from './refusal.ts';
import { isSame } from './sign-in/sessions.ts';
import type { Session, Sessions } from './sign-in/sessions.ts';

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
