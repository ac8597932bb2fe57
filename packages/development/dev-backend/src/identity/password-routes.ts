import type { Language } from '@portal/contract/language';
import { html } from '@portal/node-kit/html';
import { trimText } from '@portal/contract/trim-text';
import { formatWait } from '@portal/contract/format-wait';
import { describeError } from '@portal/node-kit/plain-error';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { hasNul } from '../database/nul.ts';
import { identityOfReset, redeemPasswordReset, RESET_MINUTES } from '../database/password-resets.ts';
import { accounts, identities } from '../database/schema.ts';
import { readAppearance } from '../pages/appearance.ts';
import type { Appearance } from '../pages/appearance.ts';
import { choosePasswordPage, field, formPage } from '../pages/form.ts';
import { messagePage, sendPage } from '../pages/layout.ts';
import { attemptedAccount, hashPassword, isSecurePassword, verifyPassword } from '../database/password.ts';
import { FORGOTTEN_PATH, forgottenPath, interactionPath, NEW_PASSWORD_PATH } from '../paths.ts';
import { IDENTITY_TEXTS } from '../pages/identity-texts.ts';
import type { Services } from '../services.ts';

/** Mails the link to the identity with this address, if there is one. @returns its id. */
async function sendReset(email: string, language: Language, { outbox }: Services): Promise<string | undefined> {
  const address = email.toLowerCase();
  return outbox.transaction(async (transaction) => {
    const [found] = await transaction
      .select({ id: identities.id, accountId: accounts.id })
      .from(identities)
      .leftJoin(accounts, eq(accounts.identityId, identities.id))
      .where(eq(identities.email, address));
    if (!found) return undefined;
    const { id: identityId, accountId } = found;
    const receiver = { name: '', address, language };
    await outbox.add(transaction, { accountId, receiver, facts: { kind: 'identity-password', identityId } });
    return identityId;
  });
}

/** The loose pattern of the portal (specification, section 5). */
const ADDRESS = /^\S+@.+\..+$/;
/** Longer ones would take the pattern long, too. In characters. */
const LONGEST_ADDRESS = 254;

const EmailFormSchema = v.fallback(v.object({ email: v.pipe(v.string(), v.transform(trimText)) }), { email: '' });
const PasswordFormSchema = v.fallback(v.object({ password: v.string() }), { password: '' });
const TokenSchema = v.object({ token: v.string() });
/** Only what the provider uses as an id, because it becomes part of a link. */
const SignInSchema = v.fallback(v.object({ 'sign-in': v.optional(v.pipe(v.string(), v.regex(/^[\w-]{10,64}$/))) }), {});

interface ForgottenForm extends Appearance {
  /** The id of the sign-in under way, to which the page leads back. */
  readonly signIn: string | undefined;
  readonly email?: string;
  /** What is wrong with the address. */
  readonly problem?: string;
}

function forgottenPage({ signIn, email = '', problem, ...appearance }: ForgottenForm): string {
  const { forgotten, email: label } = IDENTITY_TEXTS[appearance.language];
  const error = problem === undefined ? undefined : ({ field: 'email', text: problem } as const);
  return formPage({
    ...appearance,
    ...forgotten,
    address: forgottenPath(signIn),
    error,
    fields: field({ id: 'email', label, autocomplete: 'username', value: email, error, autofocus: true }),
    below: html`${signIn !== undefined && html`<p class="aside"><a href="${interactionPath(signIn)}">${forgotten.back}</a></p>`}`,
  });
}

/** Shown for a link that is unknown, used or expired. */
function closedLinkPage(appearance: Appearance): string {
  const { link, ...texts } = IDENTITY_TEXTS[appearance.language].closedLink;
  return messagePage({ ...appearance, ...texts, link: { href: FORGOTTEN_PATH, label: link } });
}

/** The page that asks for a mail with a link to a new password. */
function serveForgotten(app: FastifyInstance, passwords: Services): void {
  const { events, log } = passwords.settings;
  const path = FORGOTTEN_PATH.slice('/identity'.length);
  app.get(path, (request, reply) => {
    const { 'sign-in': signIn } = v.parse(SignInSchema, request.query);
    return sendPage(reply, 200, forgottenPage({ ...readAppearance(request.headers), signIn }));
  });
  app.post(path, (request, reply) => {
    const appearance = readAppearance(request.headers);
    const texts = IDENTITY_TEXTS[appearance.language];
    const { 'sign-in': signIn } = v.parse(SignInSchema, request.query);
    const { email } = v.parse(EmailFormSchema, request.body);
    const refuse = (problem: string, status = 422) =>
      sendPage(reply, status, forgottenPage({ ...appearance, signIn, email, problem }));
    if (email === '') return refuse(texts.missingEmail);
    if (email.length > LONGEST_ADDRESS || !ADDRESS.test(email) || hasNul(email)) return refuse(texts.invalidEmail);
    const waitSeconds = passwords.limits.count({ account: `mail ${email.toLowerCase()}`, address: request.ip });
    if (waitSeconds > 0) {
      events.record(request, { event: 'request-refused', what: 'new password', why: 'too many attempts' });
      reply.header('retry-after', waitSeconds);
      return refuse(texts.forgotten.tooOften(formatWait(appearance.language, waitSeconds)), 429);
    }
    // Not awaited, so that neither the answer nor its time reveals who has an identity.
    void sendReset(email, appearance.language, passwords).then(
      (who) => {
        if (who === undefined)
          events.record(request, { event: 'request-refused', what: 'new password', why: 'unknown address' });
        else events.record(request, { event: 'password-link-sent', who });
      },
      (error: unknown) => log(`A mail with a link to a new password was not sent: ${describeError(error)}`),
    );
    return reply.redirect(`${FORGOTTEN_PATH}/sent`, 303);
  });
  app.get(`${path}/sent`, (request, reply) => {
    const appearance = readAppearance(request.headers);
    const { title, text } = IDENTITY_TEXTS[appearance.language].mailSent;
    const address = `${FORGOTTEN_PATH}/sent`;
    return sendPage(reply, 200, messagePage({ ...appearance, address, title, text: text(RESET_MINUTES) }));
  });
}

/** The page that the link in the mail opens. Opening it changes nothing, so a mail scanner may. */
function serveNewPassword(app: FastifyInstance, { db, settings, limits }: Services): void {
  const path = NEW_PASSWORD_PATH.slice('/identity'.length);
  const newPasswordPage = (appearance: Appearance, token: string, email: string, problem?: string) => {
    const { lead, rules } = IDENTITY_TEXTS[appearance.language].newPassword;
    const address = `${NEW_PASSWORD_PATH}/${token}`;
    return choosePasswordPage({ ...appearance, address, email, lead: lead(email), rules, problem });
  };
  app.get(`${path}/changed`, (request, reply) => {
    const appearance = readAppearance(request.headers);
    const { changed, signIn } = IDENTITY_TEXTS[appearance.language];
    const link = { href: `${settings.portalOrigins[0]}/login`, label: signIn.title };
    const address = `${NEW_PASSWORD_PATH}/changed`;
    return sendPage(reply, 200, messagePage({ ...appearance, ...changed, address, link }));
  });
  app.get(`${path}/:token`, async (request, reply) => {
    const appearance = readAppearance(request.headers);
    const { token } = v.parse(TokenSchema, request.params);
    const identity = await identityOfReset(db, token);
    if (!identity) return sendPage(reply, 410, closedLinkPage(appearance));
    return sendPage(reply, 200, newPasswordPage(appearance, token, identity.email));
  });
  app.post(`${path}/:token`, async (request, reply) => {
    const appearance = readAppearance(request.headers);
    const texts = IDENTITY_TEXTS[appearance.language];
    const { token } = v.parse(TokenSchema, request.params);
    const { password } = v.parse(PasswordFormSchema, request.body);
    const identity = await identityOfReset(db, token);
    if (!identity) return sendPage(reply, 410, closedLinkPage(appearance));
    const refuse = (problem: string) =>
      sendPage(reply, 422, newPasswordPage(appearance, token, identity.email, problem));
    if (password === '') return refuse(texts.missingPassword);
    if (!isSecurePassword(password)) return refuse(texts.newPassword.insecure);
    if (await verifyPassword(password, identity.passwordHash)) return refuse(texts.newPassword.unchanged);
    const isChanged = await redeemPasswordReset(db, token, await hashPassword(password));
    if (!isChanged) return sendPage(reply, 410, closedLinkPage(appearance));
    limits.prove({ account: attemptedAccount(identity.email), address: request.ip });
    settings.events.record(request, { event: 'password-changed', who: identity.id });
    return reply.redirect(`${NEW_PASSWORD_PATH}/changed`, 303);
  });
}

/** The way to a new password for people who have forgotten theirs. */
export function servePasswords(app: FastifyInstance, passwords: Services): void {
  serveForgotten(app, passwords);
  serveNewPassword(app, passwords);
}
