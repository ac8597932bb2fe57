import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { messagePage, PageRefusal, sendPage } from '../pages/layout.ts';
import type { Identified, Identity } from './identity.ts';
import { isSame, PENDING_LIMIT_MS, SESSION_COOKIE } from './sessions.ts';
import type { Gate, PendingSignIns, Sessions } from './sessions.ts';

/** Only a stand-in: whatever leads away from it leads away from the console. */
const HERE = 'http://console.invalid';

/** `text` as a path of this console ("/?part=mfe-hubs"), or "/" where it leads elsewhere, however it is written. */
export function ownPath(text: string | undefined): string {
  const url = text?.startsWith('/') === true ? URL.parse(text, HERE) : null;
  if (url?.origin !== HERE) return '/';
  const path = `${url.pathname}${url.search}`;
  // "/..//elsewhere" becomes "//elsewhere", which is another host.
  return URL.parse(path, HERE)?.origin === HERE ? path : '/';
}

export interface SignInParts {
  readonly origin: string;
  readonly identity: Identity;
  readonly sessions: Sessions;
  readonly pending: PendingSignIns;
  readonly gate: Gate;
}

const BeginQuerySchema = v.object({ to: v.optional(v.string()), again: v.optional(v.string()) });
const EndQuerySchema = v.object({ state: v.optional(v.string(), ''), error: v.optional(v.string()) });

/** Each sign-in has a cookie of its own, so that two tabs do not disturb each other. */
const pendingCookie = (state: string): string => `console_sign_in_${state.slice(0, 12).replace(/[^\w-]/g, '')}`;

const cookieOptions = (origin: string, path: string) =>
  ({ path, httpOnly: true, sameSite: 'lax', secure: origin.startsWith('https:') }) as const;

function begin(app: FastifyInstance, { origin, identity, pending }: SignInParts): void {
  app.get('/sign-in', async (request, reply) => {
    const query = v.safeParse(BeginQuerySchema, request.query);
    const { to, again } = query.success ? query.output : {};
    const { address, checks } = await identity.begin(again !== undefined);
    pending.begin({ ...checks, to: ownPath(to) });
    const options = { ...cookieOptions(origin, '/signed-in'), maxAge: PENDING_LIMIT_MS / 1000 };
    return reply.setCookie(pendingCookie(checks.state), checks.state, options).redirect(address.href, 303);
  });
}

/** Why somebody has no business here; undefined for a release manager. */
function refusalOf({ email, isVerified, isReleaseManager }: Identified): string | undefined {
  if (!isReleaseManager)
    return `${email} is not a release manager. Whoever looks after your identity can give you that role.`;
  if (isVerified) return undefined;
  return `Releases are signed by e-mail address, and nobody has confirmed that ${email} is yours. Confirm it where you look after your identity.`;
}

async function finish(parts: SignInParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { origin, identity, sessions, pending } = parts;
  const query = v.safeParse(EndQuerySchema, request.query);
  const { state, error } = query.success ? query.output : { state: '', error: undefined };
  const cookie = request.cookies[pendingCookie(state)];
  const begun = cookie !== undefined && isSame(cookie, state) ? pending.take(state) : undefined;
  if (!begun) {
    throw new PageRefusal(
      400,
      'This sign-in has expired',
      'It was left open for too long, or it has been finished already. Open the board to start again.',
    );
  }
  reply.clearCookie(pendingCookie(state), cookieOptions(origin, '/signed-in'));
  if (error === 'access_denied') return reply.redirect('/', 303);
  const identified = await identity.finish(new URL(request.url, origin), begun);
  // A session of before, whoever's it was, does not live on: the role may have been taken away meanwhile.
  sessions.end(request.cookies[SESSION_COOKIE]);
  const refusal = refusalOf(identified);
  if (refusal !== undefined) {
    const way = { href: '/sign-in?again=1', label: 'Sign in as somebody else' };
    return sendPage(reply.code(403), messagePage({ title: 'Not for you', text: refusal, way }));
  }
  const { email, idToken } = identified;
  const name = sessions.begin({ email, idToken });
  return reply.setCookie(SESSION_COOKIE, name, cookieOptions(origin, '/')).redirect(begun.to, 303);
}

function signOut(app: FastifyInstance, { origin, identity, sessions, gate }: SignInParts): void {
  app.post('/sign-out', async (request, reply) => {
    const { idToken } = gate.enterWithForm(request);
    sessions.end(request.cookies[SESSION_COOKIE]);
    reply.clearCookie(SESSION_COOKIE, cookieOptions(origin, '/'));
    // Here it is over in any case; there, when it can be reached.
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
        text: 'What is live stays live.',
        way: { href: '/', label: 'Sign in again' },
      }),
    ),
  );
}

/** Signing in through the identity provider (authorization code with PKCE), and out again. */
export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  begin(app, parts);
  app.get('/signed-in', (request, reply) => finish(parts, request, reply));
  signOut(app, parts);
}
