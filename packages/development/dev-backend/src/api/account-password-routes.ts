import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import {
  closeExpiredPasswordLink,
  findAccountPasswordLink,
  PASSWORD_LINK_DAYS,
  redeemAccountPasswordLink,
} from '../database/account-password-links.ts';
import { hashPassword, isSecureAccountPassword } from '../database/password.ts';
import { IDENTITY_TEXTS } from '../pages/identity-texts.ts';
import { mailTo } from '../database/mail-facts.ts';
import type { Settings } from '../options.ts';
import { readAppearance, keepLanguage } from '../pages/appearance.ts';
import type { Appearance } from '../pages/appearance.ts';
import { choosePasswordPage, formPage } from '../pages/form.ts';
import { messagePage, pageHeaders, PORTAL_BRAND, sendPage } from '../pages/layout.ts';
import { PAGE_TEXTS } from '../pages/texts.ts';
import { portalAt } from '../request-origin.ts';
import { NEW_ACCOUNT_PASSWORD_PATH } from '../paths.ts';
import type { Services } from '../services.ts';

const PasswordFormSchema = v.fallback(v.object({ password: v.string() }), { password: '' });
/** The origin of a portal; `portalAt` takes only those that are known. */
const DoneQuerySchema = v.fallback(v.object({ portal: v.optional(v.string()) }), {});
const TokenSchema = v.object({ token: v.string() });
const PATH = NEW_ACCOUNT_PASSWORD_PATH.slice('/api'.length);
const schema = { hide: true };

/** The form for the account's own password. `email` is the address of the account, for password managers. */
function passwordPage(appearance: Appearance, token: string, email: string, problem?: string): string {
  const { lead, rules } = PAGE_TEXTS[appearance.language].accountPassword;
  const address = `${NEW_ACCOUNT_PASSWORD_PATH}/${token}`;
  return choosePasswordPage({ ...appearance, brand: PORTAL_BRAND, address, email, lead: lead(email), rules, problem });
}

/** Shown for a link that has expired: it offers another. */
function expiredPage(appearance: Appearance, token: string): string {
  const address = `${NEW_ACCOUNT_PASSWORD_PATH}/${token}`;
  const texts = PAGE_TEXTS[appearance.language].accountPassword.expired;
  return formPage({ ...appearance, ...texts, brand: PORTAL_BRAND, address });
}

/** Where the form leads when the password is set. */
const donePath = (portal: string) => `${NEW_ACCOUNT_PASSWORD_PATH}/done?${new URLSearchParams({ portal }).toString()}`;

/** Answers for a link that is unknown, used or replaced. */
function answerClosed(reply: FastifyReply, settings: Settings): FastifyReply {
  const appearance = readAppearance(reply.request.headers);
  const { title, text } = IDENTITY_TEXTS[appearance.language].closedLink;
  const link = { href: portalAt(undefined, settings), label: PAGE_TEXTS[appearance.language].toPortal };
  return sendPage(reply, 410, messagePage({ ...appearance, title, text, brand: PORTAL_BRAND, link }));
}

/** The pages that the link opens. Opening it changes nothing, so a mail scanner may. */
function servePages(app: FastifyInstance, { db, settings }: Services): void {
  app.get(`${PATH}/sent`, { schema }, (request, reply) => {
    const appearance = readAppearance(request.headers);
    const { title } = IDENTITY_TEXTS[appearance.language].mailSent;
    const text = PAGE_TEXTS[appearance.language].accountPassword.sent(PASSWORD_LINK_DAYS);
    const address = `${NEW_ACCOUNT_PASSWORD_PATH}/sent`;
    return sendPage(reply, 200, messagePage({ ...appearance, title, text, brand: PORTAL_BRAND, address }));
  });
  app.get(`${PATH}/done`, { schema }, (request, reply) => {
    const appearance = readAppearance(request.headers);
    const portal = portalAt(v.parse(DoneQuerySchema, request.query).portal, settings);
    const texts = PAGE_TEXTS[appearance.language].accountPassword.done;
    const link = { href: `${portal}/account`, label: PAGE_TEXTS[appearance.language].toPortal };
    const address = donePath(portal);
    return sendPage(reply, 200, messagePage({ ...appearance, ...texts, brand: PORTAL_BRAND, link, address }));
  });
  app.get(`${PATH}/:token`, { schema }, async (request, reply) => {
    const appearance = readAppearance(request.headers);
    const { token } = v.parse(TokenSchema, request.params);
    const link = await findAccountPasswordLink(db, token);
    if (!link) return answerClosed(reply, settings);
    if (link.isExpired) return sendPage(reply, 410, expiredPage(appearance, token));
    return sendPage(reply, 200, passwordPage(appearance, token, link.account.email));
  });
}

/** What their forms do: set the password, or send another link instead of an expired one. */
function serveForms(app: FastifyInstance, { db, settings, outbox, limits }: Services): void {
  app.post(`${PATH}/:token`, { schema }, async (request, reply) => {
    const appearance = readAppearance(request.headers);
    const { token } = v.parse(TokenSchema, request.params);
    const { password } = v.parse(PasswordFormSchema, request.body);
    const link = await findAccountPasswordLink(db, token);
    if (!link) return answerClosed(reply, settings);
    const { account, portalOrigin, isExpired } = link;
    if (isExpired) {
      const isClosed = await outbox.transaction(async (transaction) => {
        const isOurs = await closeExpiredPasswordLink(transaction, token);
        const facts = { kind: 'account-password', accountId: account.id, portalOrigin } as const;
        if (isOurs) await outbox.add(transaction, mailTo(account, facts));
        return isOurs;
      });
      if (!isClosed) return answerClosed(reply, settings);
      settings.events.record(request, { event: 'password-link-sent', who: account.identityId });
      return reply.redirect(`${NEW_ACCOUNT_PASSWORD_PATH}/sent`, 303);
    }
    const refuse = (problem: string) => sendPage(reply, 422, passwordPage(appearance, token, account.email, problem));
    if (password === '') return refuse(IDENTITY_TEXTS[appearance.language].missingPassword);
    if (!isSecureAccountPassword(password)) return refuse(PAGE_TEXTS[appearance.language].accountPassword.insecure);
    if (!(await redeemAccountPasswordLink(db, token, await hashPassword(password))))
      return answerClosed(reply, settings);
    limits.prove({ account: `account ${account.id}`, address: request.ip });
    settings.events.record(request, { event: 'password-changed', who: account.identityId });
    return reply.redirect(donePath(portalOrigin), 303);
  });
}

/**
 * `/api/account/new-password/{token}`: the link in the mail to somebody whose account customer service has taken off
 * single sign-on.
 */
export async function accountPasswordRoutes(app: FastifyInstance, passwords: Services): Promise<void> {
  await app.register(formbody);
  app.addHook('onRequest', keepLanguage);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...pageHeaders(passwords.settings), 'x-robots-tag': 'noindex, nofollow' });
  });
  servePages(app, passwords);
  serveForms(app, passwords);
}
