import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { ConsoleLog } from '../console-event.ts';
import { messagePage, PageRefusal, sendPage } from '../pages/layout.ts';
import { ForeignAnswerError, SpentCodeError } from './identity.ts';
import type { SignInResult, Identity } from './identity.ts';
import { consoleCookies } from './console-cookies.ts';
import type { Sealer } from './sealer.ts';
import { constantTimeEquals } from './sessions.ts';
import type { Session, SessionCheck, Sessions } from './sessions.ts';

/**
 * A sign-in under way, in its browser's cookie. It can be completed once, because the provider accepts its code once.
 */
const PendingSchema = v.object({
  state: v.string(),
  nonce: v.string(),
  codeVerifier: v.string(),
  /** Path of the console to open after the sign-in. */
  to: v.string(),
});
type PendingSignIn = v.InferOutput<typeof PendingSchema>;

/** How long a sign-in may take, in milliseconds. */
export const PENDING_LIMIT_MS = 10 * 60_000;

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

/** Why somebody may not sign in: for the page, which names the address of mail, and for the log, which must not. */
export interface SignInRefusal {
  readonly shown: string;
  readonly logged: string;
}

interface SignInOptions {
  readonly origin: string;
  readonly identity: Identity;
  readonly sessions: Sessions;
  readonly sealer: Sealer;
  readonly sessionCheck: SessionCheck;
  readonly events: ConsoleLog;
  /** Why the release service lets somebody do nothing at all; undefined if the console works on the store itself. */
  readonly refusalOfService: ((session: Session) => Promise<SignInRefusal | undefined>) | undefined;
}

const StartQuerySchema = v.object({ to: v.optional(v.string()), again: v.optional(v.string()) });
/** Longer than the codes of any provider; its characters are those of RFC 6749, appendix A.11. */
const CODE = /^[ -~]{1,4096}$/;
const FinishQuerySchema = v.object({
  state: v.optional(v.string()),
  error: v.optional(v.string()),
  code: v.fallback(v.optional(v.pipe(v.string(), v.regex(CODE))), undefined),
  iss: v.optional(v.string()),
});

/** More sign-ins of one browser at once would make its requests too large. */
const MAX_PENDING = 5;
/** The board has no longer addresses, and browsers drop cookies of more than 4 KiB. */
const MAX_TARGET_LENGTH = 500;

/** The cookies of earlier sign-ins that a browser no longer needs: what has expired, then the oldest. */
async function outdated({ origin, sealer }: SignInOptions, { cookies }: FastifyRequest): Promise<readonly string[]> {
  const { isSignIn } = consoleCookies(origin);
  const names = Object.keys(cookies).filter(isSignIn);
  const sealed = await Promise.all(names.map((name) => sealer.open(name, cookies[name], PendingSchema)));
  return names
    .map((name, index) => ({ name, until: sealed[index]?.until ?? 0 }))
    .toSorted((a, b) => b.until - a.until)
    .filter(({ until }, index) => until === 0 || index >= MAX_PENDING - 1)
    .map(({ name }) => name);
}

function start(app: FastifyInstance, options: SignInOptions): void {
  const { origin, identity, sealer } = options;
  const { signIn: getCookie, attributes } = consoleCookies(origin);
  app.get('/sign-in', async (request, reply) => {
    const query = v.safeParse(StartQuerySchema, request.query);
    const { to, again } = query.success ? query.output : {};
    const { address, secrets } = await identity.start(again !== undefined);
    const target = ownPath(to);
    const name = getCookie(secrets.state);
    const pending = { ...secrets, to: target.length > MAX_TARGET_LENGTH ? '/' : target } satisfies PendingSignIn;
    const sealed = await sealer.seal(name, pending, PENDING_LIMIT_MS);
    for (const old of await outdated(options, request)) reply.clearCookie(old, attributes);
    return reply
      .setCookie(name, sealed, { ...attributes, maxAge: PENDING_LIMIT_MS / 1000 })
      .redirect(address.href, 303);
  });
}

const expired = () =>
  new PageRefusal(
    400,
    'This sign-in has expired',
    'It was left open for too long, was started in another browser, or has been finished already. Open the board to start again.',
  );

/**
 * The provider, or whoever wrote the address, sent the browser back without a sign-in: that is no failure of the
 * console.
 */
function incomplete(error: string | undefined): PageRefusal {
  const what = error !== undefined && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : '';
  return new PageRefusal(
    400,
    'The sign-in was not completed',
    `The identity provider did not sign you in${what}. Open the board to start again. The command line works without it: npm run release -- status`,
  );
}

/**
 * The sign-in that this browser started with `state`. Its cookie is not needed again. @throws {PageRefusal} if there is
 * none.
 */
async function takePending(
  { origin, sealer }: SignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Promise<PendingSignIn> {
  const { signIn: resolveCookie, attributes } = consoleCookies(origin);
  const name = resolveCookie(state);
  const cookie = request.cookies[name];
  if (cookie !== undefined) reply.clearCookie(name, attributes);
  const pending = (await sealer.open(name, cookie, PendingSchema))?.content;
  if (!pending || !constantTimeEquals(pending.state, state)) throw expired();
  return pending;
}

/** Why a person may not sign in; undefined for a release manager. */
function findRefusal({ email, isVerified, isReleaseManager }: SignInResult): SignInRefusal | undefined {
  if (!isReleaseManager)
    return {
      shown: `${email} is not a release manager. An administrator of the identity provider can give you this role.`,
      logged: 'no release manager',
    };
  if (isVerified) return undefined;
  return {
    shown: `Releases are signed with the manager's e-mail address, and ${email} is not confirmed. Confirm it at the identity provider, then sign in again.`,
    logged: 'e-mail address not confirmed',
  };
}

async function finish(options: SignInOptions, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { origin, identity, sessions, events, refusalOfService } = options;
  const { session: sessionCookie, attributes } = consoleCookies(origin);
  const query = v.safeParse(FinishQuerySchema, request.query);
  const { state, error, code, iss } = query.success ? query.output : {};
  const pending = await takePending(options, request, reply, state ?? '');
  if (error === 'access_denied') return reply.redirect('/', 303);
  if (error !== undefined || code === undefined) throw incomplete(error);
  const result = await identity.finish({ code, iss }, pending).catch((reason: unknown) => {
    if (reason instanceof ForeignAnswerError) throw incomplete(undefined);
    throw reason instanceof SpentCodeError ? expired() : reason;
  });
  // End the earlier session in any case: the role may have been taken away meanwhile.
  sessions.end(request.cookies[sessionCookie]);
  const { email, subject, idToken, until } = result;
  // With a service its access rules decide, and its access tokens end with the ID token.
  const id = sessions.start({ email, subject, idToken }, refusalOfService ? until : undefined);
  const session = sessions.find(id);
  const refusal = refusalOfService && session ? await refusalOfService(session) : findRefusal(result);
  if (refusal !== undefined) {
    sessions.end(id);
    events.record(request, { event: 'sign-in-refused', who: subject, why: refusal.logged });
    const link = { href: '/sign-in?again=1', label: 'Sign in as somebody else' };
    return sendPage(reply.code(403), messagePage({ title: 'No access', text: refusal.shown, link }));
  }
  events.record(request, { event: 'signed-in', who: subject });
  return reply.setCookie(sessionCookie, id, attributes).redirect(pending.to, 303);
}

function signOut(app: FastifyInstance, { origin, identity, sessions, sessionCheck, events }: SignInOptions): void {
  const { session: sessionCookie, attributes } = consoleCookies(origin);
  app.post('/sign-out', async (request, reply) => {
    const { subject, idToken } = sessionCheck.requireForm(request);
    events.record(request, { event: 'signed-out', who: subject });
    sessions.end(request.cookies[sessionCookie]);
    reply.clearCookie(sessionCookie, attributes);
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
