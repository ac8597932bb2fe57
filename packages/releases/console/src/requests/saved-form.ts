import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { consoleCookies } from '../sign-in/console-cookies.ts';
import type { Sealer } from '../sign-in/sealer.ts';
import { getIsId, NotSignedInError } from '../sign-in/sessions.ts';
import { getEntries } from './form-entries.ts';
import { typedFields } from './read-request.ts';
import type { FormFields } from './read-request.ts';

/** Where a saved form is shown again. */
export const SAVED_FORM_PATH = '/saved-form';

/** How long a form is saved, in milliseconds: long enough to sign in. */
export const SAVED_FORM_LIMIT_MS = 30 * 60_000;

/** Browsers drop cookies of more than 4 KiB. */
const MAX_LENGTH = 3800;

const SavedSchema = v.object({ session: v.string(), entries: v.array(v.tuple([v.string(), v.string()])) });

/** A form came after the end of its sign-in, and its browser keeps it. */
export class FormSavedError extends NotSignedInError {}

/**
 * Forms whose sign-in had ended when they were sent, by time or a restart, sealed in their browsers' cookies. They are
 * shown again to the same person after the next sign-in, and never carried out: the confirmation page follows, as for
 * any other form.
 */
export class SavedForms {
  readonly #sealer: Sealer;
  readonly #origin: string;

  constructor(sealer: Sealer, origin: string) {
    this.#sealer = sealer;
    this.#origin = origin;
  }

  /**
   * The error to answer with: the form is saved if a page of this console sent it, and if it is neither invalid nor too
   * long.
   */
  async keep(request: FastifyRequest, reply: FastifyReply, error: NotSignedInError): Promise<NotSignedInError> {
    const fields = typedFields(request.body);
    if (error.endedSession === undefined || !fields) return error;
    const { savedForm: name, attributes } = consoleCookies(this.#origin);
    const sealed = await this.#sealer.seal(
      name,
      { session: error.endedSession, entries: getEntries(fields) },
      SAVED_FORM_LIMIT_MS,
    );
    if (sealed.length > MAX_LENGTH) return error;
    reply.setCookie(name, sealed, { ...attributes, maxAge: SAVED_FORM_LIMIT_MS / 1000 });
    return new FormSavedError();
  }

  /** The saved form of this person. */
  async find(request: FastifyRequest, email: string): Promise<FormFields | undefined> {
    const { savedForm: name } = consoleCookies(this.#origin);
    const saved = (await this.#sealer.open(name, request.cookies[name], SavedSchema))?.content;
    if (!saved || !getIsId(saved.session, email)) return undefined;
    const values = Map.groupBy(saved.entries, ([field]) => field);
    const body = [...values].map(([field, [first, ...others]]) => {
      const [, value = ''] = first ?? [];
      return [field, others.length > 0 ? [value, ...others.map(([, other]) => other)] : value] as const;
    });
    return typedFields(Object.fromEntries(body));
  }

  /** It is not needed again. */
  drop(request: FastifyRequest, reply: FastifyReply): void {
    const { savedForm: name, attributes } = consoleCookies(this.#origin);
    if (request.cookies[name] !== undefined) reply.clearCookie(name, attributes);
  }
}
