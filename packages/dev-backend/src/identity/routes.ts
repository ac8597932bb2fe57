import { readFile } from 'node:fs/promises';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { LANGUAGES } from '@portal/contract/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import * as v from 'valibot';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Database } from '../database/open-database.ts';
import type { SendMail } from '../mail/mailer.ts';
import type { Settings } from '../options.ts';
import { PAGE_LANGUAGE_COOKIE, PAGE_LANGUAGE_OPTIONS } from '../pages/appearance.ts';
import { pageHeaders } from '../pages/layout.ts';
import { serveLogin } from './login-routes.ts';
import { servePasswords } from './password-routes.ts';
import { SHOW_PASSWORD_SCRIPT, SIGN_OUT_SCRIPT } from './scripts.ts';

interface Identity {
  readonly provider: Provider;
  readonly db: Database;
  readonly settings: Settings;
  readonly sendMail: SendMail;
  readonly limits: AttemptLimits;
}

/** Sent as one style sheet. */
const STYLES = ['../pages/frame.css', './forms.css'];

async function serveAssets(app: FastifyInstance): Promise<void> {
  const styles = await Promise.all(STYLES.map(async (file) => await readFile(new URL(file, import.meta.url), 'utf8')));
  const script = (reply: FastifyReply, text: string) => reply.type('text/javascript; charset=utf-8').send(text);
  app.get('/assets/identity.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(styles.join('')));
  app.get('/assets/sign-out.js', (_request, reply) => script(reply, SIGN_OUT_SCRIPT));
  app.get('/assets/show-password.js', (_request, reply) => script(reply, SHOW_PASSWORD_SCRIPT));
}

const LanguageQuerySchema = v.object({ lang: v.picklist(LANGUAGES) });

/** Keeps the language in an address (`?lang=fr`), as in the picker's links and in mails, and opens the address without it. */
async function keepLanguage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const query = v.safeParse(LanguageQuerySchema, request.query);
  if (request.method !== 'GET' || !query.success) return;
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  searchParams.delete('lang');
  const rest = searchParams.size === 0 ? '' : `?${searchParams.toString()}`;
  reply.setCookie(PAGE_LANGUAGE_COOKIE, query.output.lang, PAGE_LANGUAGE_OPTIONS);
  await reply.redirect(`${pathname}${rest}`, 303);
}

/** The forms of the identity provider. */
async function serveForms(app: FastifyInstance, identity: Identity): Promise<void> {
  await app.register(formbody);
  await app.register(cookie);
  app.addHook('onRequest', keepLanguage);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(pageHeaders(identity.settings));
  });
  serveLogin(app, identity);
  servePasswords(app, identity);
}

/** The provider handles all other paths, and reads their requests itself. */
async function serveProtocol(app: FastifyInstance, { provider, settings }: Identity): Promise<void> {
  const headers = pageHeaders(settings);
  const handle = provider.callback();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all('/*', (request, reply) => {
    reply.hijack();
    const { raw } = request;
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
    // The provider finds its mount path by comparing the two.
    Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice('/identity'.length) });
    void handle(raw, reply.raw);
  });
}

/** The identity provider's routes, for the prefix `/identity`. */
export async function identityRoutes(app: FastifyInstance, identity: Identity): Promise<void> {
  await serveAssets(app);
  await app.register((scope) => serveForms(scope, identity));
  await app.register((scope) => serveProtocol(scope, identity));
}
