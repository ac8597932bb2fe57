import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import {
  closeExpiredPasswordLink,
  findAccountPasswordLink,
  redeemAccountPasswordLink,
} from '../database/account-password-links.ts';
import type { Database } from '../database/open-database.ts';
import { hashPassword, isSecureAccountPassword } from '../database/password.ts';
import { IDENTITY_TEXTS } from '../identity/texts.ts';
import { mailTo } from '../database/mail-facts.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Settings } from '../options.ts';
import { appearanceOf } from '../pages/appearance.ts';
import { keepLanguage } from '../pages/keep-language.ts';
import { pageHeaders } from '../pages/layout.ts';
import { portalAt } from '../request-origin.ts';
import {
  accountPasswordPage,
  accountPasswordSetPage,
  closedPasswordLinkPage,
  donePath,
  expiredPasswordLinkPage,
  passwordLinkSentPage,
} from './pages.ts';
import { NEW_ACCOUNT_PASSWORD_PATH } from '../paths.ts';
import { ACCOUNT_PASSWORD_TEXTS } from './texts.ts';

interface AccountPasswords {
  readonly db: Database;
  readonly settings: Settings;
  readonly outbox: Outbox;
  readonly limits: AttemptLimits;
}

const PasswordFormSchema = v.fallback(v.object({ password: v.string() }), { password: '' });
/** The origin of a portal; `portalAt` takes only those that are known. */
const DoneQuerySchema = v.fallback(v.object({ portal: v.optional(v.string()) }), {});
const TokenSchema = v.object({ token: v.string() });
const PATH = NEW_ACCOUNT_PASSWORD_PATH.slice('/api'.length);
const schema = { hide: true };

const answer = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

/** The pages that the link opens. Opening it changes nothing, so a mail scanner may. */
function servePages(app: FastifyInstance, { db, settings }: AccountPasswords): void {
  app.get(`${PATH}/sent`, { schema }, (request, reply) =>
    answer(reply, 200, passwordLinkSentPage(appearanceOf(request.headers))),
  );
  app.get(`${PATH}/done`, { schema }, (request, reply) => {
    const { portal } = v.parse(DoneQuerySchema, request.query);
    return answer(reply, 200, accountPasswordSetPage(appearanceOf(request.headers), portalAt(portal, settings)));
  });
  app.get(`${PATH}/:token`, { schema }, async (request, reply) => {
    const appearance = appearanceOf(request.headers);
    const { token } = v.parse(TokenSchema, request.params);
    const link = await findAccountPasswordLink(db, token);
    if (!link) return answer(reply, 410, closedPasswordLinkPage(appearance, portalAt(undefined, settings)));
    if (link.isExpired) return answer(reply, 410, expiredPasswordLinkPage(appearance, token));
    return answer(reply, 200, accountPasswordPage({ ...appearance, token, email: link.account.email }));
  });
}

/** What their forms do: set the password, or send another link instead of an expired one. */
function serveForms(app: FastifyInstance, { db, settings, outbox, limits }: AccountPasswords): void {
  app.post(`${PATH}/:token`, { schema }, async (request, reply) => {
    const appearance = appearanceOf(request.headers);
    const { token } = v.parse(TokenSchema, request.params);
    const { password } = v.parse(PasswordFormSchema, request.body);
    const closed = () => answer(reply, 410, closedPasswordLinkPage(appearance, portalAt(undefined, settings)));
    const link = await findAccountPasswordLink(db, token);
    if (!link) return closed();
    const { account, portalOrigin, isExpired } = link;
    if (isExpired) {
      const isClosed = await outbox.transaction(async (transaction) => {
        const isOurs = await closeExpiredPasswordLink(transaction, token);
        const facts = { kind: 'account-password', accountId: account.id, portalOrigin } as const;
        if (isOurs) await outbox.add(transaction, mailTo(account, facts));
        return isOurs;
      });
      if (!isClosed) return closed();
      settings.events.record(request, { event: 'password-link-sent', who: account.identityId });
      return reply.redirect(`${NEW_ACCOUNT_PASSWORD_PATH}/sent`, 303);
    }
    const refuse = (error: string) =>
      answer(reply, 422, accountPasswordPage({ ...appearance, token, email: account.email, error }));
    if (password === '') return refuse(IDENTITY_TEXTS[appearance.language].missingPassword);
    if (!isSecureAccountPassword(password)) return refuse(ACCOUNT_PASSWORD_TEXTS[appearance.language].insecure);
    if (!(await redeemAccountPasswordLink(db, token, await hashPassword(password)))) return closed();
    limits.prove({ account: `account ${account.id}`, address: request.ip });
    settings.events.record(request, { event: 'password-changed', who: account.identityId });
    return reply.redirect(donePath(portalOrigin), 303);
  });
}

/** `/api/account/new-password/{token}`: the link in the mail to somebody whose account customer service has taken off single sign-on. */
export async function accountPasswordRoutes(app: FastifyInstance, passwords: AccountPasswords): Promise<void> {
  await app.register(formbody);
  app.addHook('onRequest', keepLanguage);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...pageHeaders(passwords.settings), 'x-robots-tag': 'noindex, nofollow' });
  });
  servePages(app, passwords);
  serveForms(app, passwords);
}
