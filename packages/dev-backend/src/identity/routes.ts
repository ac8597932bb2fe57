import { readFile } from 'node:fs/promises';
import formbody from '@fastify/formbody';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type Provider from 'oidc-provider';
import * as v from 'valibot';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { identities } from '../database/schema.ts';
import type { Settings } from '../options.ts';
import { showExpiredSignIn, pageHeaders } from '../pages/layout.ts';
import { loginPage } from './pages.ts';
import { hashPassword, verifyPassword } from './password.ts';

/** The id of the identity with this e-mail address and password, if there is one. */
async function identityOf(db: Database, email: string, password: string): Promise<string | undefined> {
  const isAddress = eq(identities.email, email.trim().toLowerCase());
  const [identity] = hasNul(email) ? [] : await db.select().from(identities).where(isAddress);
  if (!identity) {
    // An unknown address takes as long as a wrong password, so that the time does not reveal who has an identity.
    await hashPassword(password);
    return undefined;
  }
  return (await verifyPassword(password, identity.passwordHash)) ? identity.id : undefined;
}

const LoginFormSchema = v.object({ email: v.string(), password: v.string() });
const WRONG_CREDENTIALS = 'This email address and password do not belong together. Please check both and try again.';

/** Submits the form at once after a sign-out in the portal. Without scripts the visitor presses the button. */
const SIGN_OUT_SCRIPT = "document.querySelector('button[data-confirmed]')?.click();\n";

interface Identity {
  readonly provider: Provider;
  readonly db: Database;
  readonly settings: Settings;
}

async function serveAssets(app: FastifyInstance): Promise<void> {
  const style = await readFile(new URL('./identity.css', import.meta.url));
  app.get('/assets/identity.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get('/assets/sign-out.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(SIGN_OUT_SCRIPT),
  );
}

/** The login form, to which the provider redirects visitors who are not signed in. */
async function serveInteractions(app: FastifyInstance, { provider, db, settings }: Identity): Promise<void> {
  const headers = pageHeaders(settings);
  const answer = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).headers(headers).type('text/html; charset=utf-8').send(page);
  const resume = async (
    request: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
  ) => reply.headers(headers).redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
  const pathOf = (uid: string) => `/identity/interaction/${uid}`;

  await app.register(formbody);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    return showExpiredSignIn(reply, settings);
  });

  app.get('/interaction/:uid', async (request, reply) => {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw);
    return answer(reply, 200, loginPage({ action: pathOf(uid) }));
  });
  app.post('/interaction/:uid', async (request, reply) => {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw);
    const form = v.safeParse(LoginFormSchema, request.body);
    const email = form.success ? form.output.email : '';
    const accountId = form.success ? await identityOf(db, email, form.output.password) : undefined;
    if (accountId === undefined)
      return answer(reply, 422, loginPage({ action: pathOf(uid), email, error: WRONG_CREDENTIALS }));
    return resume(request, reply, { login: { accountId } });
  });
  app.post('/interaction/:uid/cancel', (request, reply) =>
    resume(request, reply, { error: 'access_denied', error_description: 'The sign-in was cancelled.' }),
  );
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
  await app.register((scope) => serveInteractions(scope, identity));
  await app.register((scope) => serveProtocol(scope, identity));
}
