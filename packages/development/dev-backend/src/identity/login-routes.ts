import { trimText } from '@portal/contract/trim-text';
import { waitingTime } from '@portal/contract/waiting-time';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type Provider from 'oidc-provider';
import * as v from 'valibot';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { identities } from '../database/schema.ts';
import type { Settings } from '../options.ts';
import { appearanceOf } from '../pages/appearance.ts';
import { showExpiredSignIn } from '../pages/layout.ts';
import type { FieldError } from './form.ts';
import { loginPage } from './login-page.ts';
import { attemptedAccount, hashPassword, verifyPassword } from '../database/password.ts';
import { IDENTITY_TEXTS } from './texts.ts';

type Identity = typeof identities.$inferSelect;

/** The identity with this e-mail address, if there is one. */
async function identityOf(db: Database, email: string): Promise<Identity | undefined> {
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

interface Login {
  readonly provider: Provider;
  readonly db: Database;
  readonly settings: Settings;
  readonly limits: AttemptLimits;
}

/** The login form, to which the provider redirects visitors who are not signed in. */
export function serveLogin(app: FastifyInstance, { provider, db, settings, limits }: Login): void {
  const { events } = settings;
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
    const refuse = (error: FieldError, status = 422) =>
      answer(reply, status, loginPage({ ...appearance, uid, email, error }));
    const error = missing(form, texts);
    if (error) return refuse(error);
    const identity = await identityOf(db, email);
    const recordRefusal = (why: string) =>
      events.record(request, { event: 'sign-in-refused', who: identity?.id, what: 'eBike ID', why });
    const attempt = { account: attemptedAccount(email), address: request.ip, password };
    const verdict = await limits.check(attempt, () => isRight(password, identity));
    if (verdict.outcome === 'too-often') {
      recordRefusal('too many attempts');
      reply.header('retry-after', verdict.waitSeconds);
      return refuse({ text: texts.signIn.tooOften(waitingTime(appearance.language, verdict.waitSeconds)) }, 429);
    }
    if (!identity || verdict.outcome === 'wrong') {
      recordRefusal(identity ? 'wrong password' : 'unknown address');
      return refuse({ text: texts.signIn.wrong });
    }
    events.record(request, { event: 'signed-in', who: identity.id, what: 'eBike ID' });
    // Programs on people's machines get nothing unless the person acts, which sending this form is (RFC 8252, section 8.6).
    return resume(request, reply, { login: { accountId: identity.id }, consent: {} });
  });
  app.post('/interaction/:uid/cancel', (request, reply) =>
    resume(request, reply, { error: 'access_denied', error_description: 'The sign-in was cancelled.' }),
  );
}
