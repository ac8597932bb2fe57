import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type Provider from 'oidc-provider';
import * as v from 'valibot';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { identities } from '../database/schema.ts';
import type { Settings } from '../options.ts';
import { appearanceOf } from '../pages/appearance.ts';
import { showExpiredSignIn } from '../pages/layout.ts';
import type { FieldError } from './form.ts';
import { loginPage } from './login-page.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { IDENTITY_TEXTS } from './texts.ts';

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

const LoginFormSchema = v.object({ email: v.optional(v.string(), ''), password: v.optional(v.string(), '') });

type LoginTexts = (typeof IDENTITY_TEXTS)['en'];

function missing(
  { email, password }: v.InferOutput<typeof LoginFormSchema>,
  texts: LoginTexts,
): FieldError | undefined {
  if (email.trim() === '') return { field: 'email', text: texts.missingEmail };
  return password === '' ? { field: 'password', text: texts.missingPassword } : undefined;
}

interface Login {
  readonly provider: Provider;
  readonly db: Database;
  readonly settings: Settings;
}

/** The login form, to which the provider redirects visitors who are not signed in. */
export function serveLogin(app: FastifyInstance, { provider, db, settings }: Login): void {
  const answer = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).type('text/html; charset=utf-8').send(page);
  const resume = async (
    request: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
  ) => reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);

  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    return showExpiredSignIn(reply, appearanceOf(request.headers), settings);
  });

  app.get('/interaction/:uid', async (request, reply) => {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw);
    return answer(reply, 200, loginPage({ ...appearanceOf(request.headers), uid }));
  });
  app.post('/interaction/:uid', async (request, reply) => {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw);
    const appearance = appearanceOf(request.headers);
    const texts = IDENTITY_TEXTS[appearance.language];
    const form = v.parse(v.fallback(LoginFormSchema, { email: '', password: '' }), request.body);
    const { email, password } = form;
    const refuse = (error: FieldError) => answer(reply, 422, loginPage({ ...appearance, uid, email, error }));
    const error = missing(form, texts);
    if (error) return refuse(error);
    const accountId = await identityOf(db, email, password);
    if (accountId === undefined) return refuse({ text: texts.signIn.wrong });
    return resume(request, reply, { login: { accountId } });
  });
  app.post('/interaction/:uid/cancel', (request, reply) =>
    resume(request, reply, { error: 'access_denied', error_description: 'The sign-in was cancelled.' }),
  );
}
