import { html } from '@portal/node-kit/html';
import { trimText } from '@portal/contract/trim-text';
import { formatWait } from '@portal/contract/format-wait';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type Provider from 'oidc-provider';
import * as v from 'valibot';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { identities } from '../database/schema.ts';
import { readAppearance } from '../pages/appearance.ts';
import type { Appearance } from '../pages/appearance.ts';
import { field, formPage, showPassword } from '../pages/form.ts';
import type { FieldError } from '../pages/form.ts';
import { sendPage, showExpiredSignIn } from '../pages/layout.ts';
import { forgottenPath, interactionPath } from '../paths.ts';
import { attemptedAccount, hashPassword, verifyPassword } from '../database/password.ts';
import { IDENTITY_TEXTS } from '../pages/identity-texts.ts';
import type { Services } from '../services.ts';

type Identity = typeof identities.$inferSelect;

/** The identity with this e-mail address, if there is one. */
async function readIdentity(db: Database, email: string): Promise<Identity | undefined> {
  const isAddress = eq(identities.email, trimText(email).toLowerCase());
  const [identity] = hasNul(email) ? [] : await db.select().from(identities).where(isAddress);
  return identity;
}

async function isRight(password: string, identity: Identity | undefined): Promise<boolean> {
  if (identity) return await verifyPassword(password, identity.passwordHash);
  // An unknown address takes as long as a wrong password, so that the time does not reveal who has an identity.
  await hashPassword(password);
  return false;
}

const LoginFormSchema = v.object({ email: v.optional(v.string(), ''), password: v.optional(v.string(), '') });

type LoginTexts = (typeof IDENTITY_TEXTS)['en'];

function missing(
  { email, password }: v.InferOutput<typeof LoginFormSchema>,
  texts: LoginTexts,
): FieldError | undefined {
  if (trimText(email) === '') return { field: 'email', text: texts.missingEmail };
  return password === '' ? { field: 'password', text: texts.missingPassword } : undefined;
}

interface LoginForm extends Appearance {
  /** The id of the sign-in under way. */
  readonly uid: string;
  readonly email?: string;
  readonly error?: FieldError;
}

function loginPage({ uid, email = '', error, ...appearance }: LoginForm): string {
  const { signIn, email: emailLabel, password } = IDENTITY_TEXTS[appearance.language];
  const address = interactionPath(uid);
  // After a refusal the visitor usually only has to type the password again.
  const isEmailFocused = error === undefined || error.field === 'email';
  const forgotten = html`<a href="${forgottenPath(uid)}">${signIn.forgotten}</a>`;
  return formPage({
    ...appearance,
    address,
    title: signIn.title,
    lead: signIn.lead,
    refused: signIn.refused,
    error,
    action: signIn.title,
    fields: html`${field({ id: 'email', label: emailLabel, autocomplete: 'username', value: email, error, autofocus: isEmailFocused })}
    ${field({
      id: 'password',
      label: password.label,
      autocomplete: 'current-password',
      error,
      autofocus: !isEmailFocused,
      below: showPassword(appearance.language, forgotten),
    })}`,
    below: html`<form method="post" action="${address}/cancel">
      <button class="quiet" type="submit">${signIn.back}</button>
    </form>`,
  });
}

/** The login form, to which the provider redirects visitors who are not signed in. */
export function serveLogin(app: FastifyInstance, { provider, db, settings, limits }: Services): void {
  const { events } = settings;
  const resume = async (
    request: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
  ) => reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);

  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    return showExpiredSignIn(reply, readAppearance(request.headers), settings);
  });

  app.get('/interaction/:uid', async (request, reply) => {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw);
    return sendPage(reply, 200, loginPage({ ...readAppearance(request.headers), uid }));
  });
  app.post('/interaction/:uid', async (request, reply) => {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw);
    const appearance = readAppearance(request.headers);
    const texts = IDENTITY_TEXTS[appearance.language];
    const form = v.parse(v.fallback(LoginFormSchema, { email: '', password: '' }), request.body);
    const { email, password } = form;
    const refuse = (error: FieldError, status = 422) =>
      sendPage(reply, status, loginPage({ ...appearance, uid, email, error }));
    const error = missing(form, texts);
    if (error) return refuse(error);
    const identity = await readIdentity(db, email);
    const recordRefusal = (why: string) =>
      events.record(request, { event: 'sign-in-refused', who: identity?.id, what: 'eBike ID', why });
    const attempt = { account: attemptedAccount(email), address: request.ip, password };
    const verdict = await limits.check(attempt, () => isRight(password, identity));
    if (verdict.outcome === 'too-often') {
      recordRefusal('too many attempts');
      reply.header('retry-after', verdict.waitSeconds);
      return refuse({ text: texts.signIn.tooOften(formatWait(appearance.language, verdict.waitSeconds)) }, 429);
    }
    if (!identity || verdict.outcome === 'wrong') {
      recordRefusal(identity ? 'wrong password' : 'unknown address');
      return refuse({ text: texts.signIn.wrong });
    }
    events.record(request, { event: 'signed-in', who: identity.id, what: 'eBike ID' });
    // Programs on people's machines get nothing unless the person acts, which sending this form is (RFC 8252, section
    // 8.6).
    return resume(request, reply, { login: { accountId: identity.id }, consent: {} });
  });
  app.post('/interaction/:uid/cancel', (request, reply) =>
    resume(request, reply, { error: 'access_denied', error_description: 'The sign-in was cancelled.' }),
  );
}
