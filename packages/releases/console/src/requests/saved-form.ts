import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { ownCookies } from '../sign-in/own-cookies.ts';
import type { Sealer } from '../sign-in/sealer.ts';
import { getIsId, NotSignedInError } from '../sign-in/sessions.ts';
import { getEntries } from './form-entries.ts';
import { typedFields } from './read-request.ts';
import type { FormFields } from './read-request.ts';

/** Where a kept form is shown again. */
export const KEPT_PATH = '/kept';

/** How long a form is kept, in milliseconds: long enough to sign in. */
export const KEPT_LIMIT_MS = 30 * 60_000;

/** Browsers drop cookies of more than 4 KiB. */
const MAX_LENGTH = 3800;

const SavedSchema = v.object({ session: v.string(), entries: v.array(v.tuple([v.string(), v.string()])) });

/** A form came after the end of its sign-in, and its browser keeps it. */
export class FormKeptError extends NotSignedInError {}

/**
 * Forms whose sign-in had ended when they were sent, by time or a restart, sealed in their browsers' cookies. They are shown again to the same person after the
 * next sign-in, and never carried out: the confirmation page follows, as for any other form.
 */
export class SavedForms {
  readonly #sealer: Sealer;
  readonly #origin: string;

  constructor(sealer: Sealer, origin: string) {
    this.#sealer = sealer;
    this.#origin = origin;
  }

  /** The error to answer with: the form is kept if a page of this console sent it, and if it is neither invalid nor too long. */
  async keep(request: FastifyRequest, reply: FastifyReply, error: NotSignedInError): Promise<NotSignedInError> {
    const fields = typedFields(request.body);
    if (error.endedSession === undefined || !fields) return error;
    const { kept: name, attributes } = ownCookies(this.#origin);
    const sealed = await this.#sealer.seal(
      name,
      { session: error.endedSession, entries: getEntries(fields) },
      KEPT_LIMIT_MS,
    );
    if (sealed.length > MAX_LENGTH) return error;
    reply.setCookie(name, sealed, { ...attributes, maxAge: KEPT_LIMIT_MS / 1000 });
    return new FormKeptError();
  }

  /** The kept form of this person. */
  async find(request: FastifyRequest, email: string): Promise<FormFields | undefined> {
    const { kept: name } = ownCookies(this.#origin);
    const kept = (await this.#sealer.open(name, request.cookies[name], SavedSchema))?.content;
    if (!kept || !getIsId(kept.session, email)) return undefined;
    const values = Map.groupBy(kept.entries, ([field]) => field);
    const body = [...values].map(([field, [first, ...others]]) => {
      const [, value = ''] = first ?? [];
      return [field, others.length > 0 ? [value, ...others.map(([, other]) => other)] : value] as const;
    });
    return typedFields(Object.fromEntries(body));
  }

  /** It is not needed again. */
  drop(request: FastifyRequest, reply: FastifyReply): void {
    const { kept: name, attributes } = ownCookies(this.#origin);
    if (request.cookies[name] !== undefined) reply.clearCookie(name, attributes);
  }
}
