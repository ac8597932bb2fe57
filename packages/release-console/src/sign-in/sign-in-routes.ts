import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { messagePage, PageRefusal, sendPage } from '../pages/layout.ts';
import type { SignInResult, Identity } from './identity.ts';
import { constantTimeEquals, PENDING_LIMIT_MS, SESSION_COOKIE } from './sessions.ts';
import type { SessionGuard, PendingSignIns, Sessions } from './sessions.ts';

/** Placeholder for the console's origin: a path that resolves to another origin leads away from the console. */
const HERE = 'http://console.invalid';

/** `text` as a path of this console ("/?part=mfe-hubs"), or "/" if it leads to another site. */
export function ownPath(text: string | undefined): string {
  const url = text?.startsWith('/') === true ? URL.parse(text, HERE) : null;
  if (url?.origin !== HERE) return '/';
  const path = `${url.pathname}${url.search}`;
  // "/..//elsewhere" becomes "//elsewhere", which is another host.
  return URL.parse(path, HERE)?.origin === HERE ? path : '/';
}

export interface SignInOptions {
  readonly origin: string;
  readonly identity: Identity;
  readonly sessions: Sessions;
  readonly pending: PendingSignIns;
  readonly guard: SessionGuard;
}

const StartQuerySchema = v.object({ to: v.optional(v.string()), again: v.optional(v.string()) });
const FinishQuerySchema = v.object({ state: v.optional(v.string(), ''), error: v.optional(v.string()) });

/** Each sign-in has its own cookie, so that two tabs can sign in at once. */
const pendingCookie = (state: string): string => `console_sign_in_${state.slice(0, 12).replace(/[^\w-]/g, '')}`;

const cookieOptions = (origin: string, path: string) =>
  ({ path, httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') }) as const;

function start(app: FastifyInstance, { origin, identity, pending }: SignInOptions): void {
  app.get('/sign-in', async (request, reply) => {
    const query = v.safeParse(StartQuerySchema, request.query);
    const { to, again } = query.success ? query.output : {};
    const { address, secrets } = await identity.start(again !== undefined);
    pending.start({ ...secrets, to: ownPath(to) });
    const cookie = { ...cookieOptions(origin, '/signed-in'), maxAge: PENDING_LIMIT_MS / 1000 };
    return reply.setCookie(pendingCookie(secrets.state), secrets.state, cookie).redirect(address.href, 303);
  });
}

/** Why a person may not sign in; undefined for a release manager. */
function refusalOf({ email, isVerified, isReleaseManager }: SignInResult): string | undefined {
  if (!isReleaseManager)
    return `${email} is not a release manager. An administrator of the identity provider can give you this role.`;
  if (isVerified) return undefined;
  return `Releases are signed with the manager's e-mail address, and ${email} is not confirmed. Confirm it at the identity provider, then sign in again.`;
}

async function finish(options: SignInOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { origin, identity, sessions, pending } = options;
  const query = v.safeParse(FinishQuerySchema, request.query);
  const { state, error } = query.success ? query.output : { state: '', error: undefined };
  const cookie = request.cookies[pendingCookie(state)];
  const signIn = cookie !== undefined && constantTimeEquals(cookie, state) ? pending.take(state) : undefined;
  if (!signIn) {
    throw new PageRefusal(
      400,
      'This sign-in has expired',
      'It was left open for too long, or it has been finished already. Open the board to start again.',
    );
  }
  reply.clearCookie(pendingCookie(state), cookieOptions(origin, '/signed-in'));
  if (error === 'access_denied') return reply.redirect('/', 303);
  const result = await identity.finish(new URL(request.url, origin), signIn);
  // End the earlier session in any case: the role may have been taken away meanwhile.
  sessions.end(request.cookies[SESSION_COOKIE]);
  const refusal = refusalOf(result);
  if (refusal !== undefined) {
    const link = { href: '/sign-in?again=1', label: 'Sign in as somebody else' };
    return sendPage(reply.code(403), messagePage({ title: 'No access', text: refusal, link }));
  }
  const { email, idToken } = result;
  const id = sessions.start({ email, idToken });
  return reply.setCookie(SESSION_COOKIE, id, cookieOptions(origin, '/')).redirect(signIn.to, 303);
}

function signOut(app: FastifyInstance, { origin, identity, sessions, guard }: SignInOptions): void {
  app.post('/sign-out', async (request, reply) => {
    const { idToken } = guard.requireForm(request);
    sessions.end(request.cookies[SESSION_COOKIE]);
    reply.clearCookie(SESSION_COOKIE, cookieOptions(origin, '/'));
    // The provider's session ends too, unless the provider cannot be reached.
    const address = await identity.signOutAddress(idToken).then(
      ({ href }) => href,
      () => '/signed-out',
    );
    return reply.redirect(address, 303);
  });
  app.get('/signed-out', (_request, reply) =>
    sendPage(
      reply,
      messagePage({
        title: 'You are signed out',
        text: 'This changes nothing that is live.',
        link: { href: '/', label: 'Sign in again' },
      }),
    ),
  );
}

/** Sign-in at the identity provider (authorization code with PKCE) and sign-out. */
export function signInRoutes(app: FastifyInstance, options: SignInOptions): void {
  start(app, options);
  app.get('/signed-in', (request, reply) => finish(options, request, reply));
  signOut(app, options);
}
