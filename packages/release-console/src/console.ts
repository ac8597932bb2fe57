import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasCode } from '@portal/node-kit/error-code';
import { EventLog } from '@portal/node-kit/event-log';
import { PortTakenError } from '@portal/node-kit/listen';
import { StoreError } from '@portal/release/errors';
import type { Store } from '@portal/release/store';
import type { Watcher } from '@portal/release-watcher/watcher';
import { boardRoutes, sendBoard } from './board/board-routes.ts';
import { readCounts } from './counts/counts.ts';
import { CountsRecorder } from './counts/recorder.ts';
import type { ConsoleEvent, ConsoleLog } from './console-event.ts';
import { messagePage, PageRefusal, sendPage, STYLE_PATH } from './pages/layout.ts';
import type { MessagePage } from './pages/layout.ts';
import { requestRoutes } from './requests/request-routes.ts';
import type { Settings } from './settings.ts';
import { createIdentity, IdentityError } from './sign-in/identity.ts';
import { SignInSealer } from './sign-in/sealed-sign-in.ts';
import { SessionGuard, NotSignedInError, Sessions } from './sign-in/sessions.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';

const IMPORT = /^@import '(\.[^']+)';$/gm;

/** A style sheet with those that it imports in place. */
function withImports(file: string): string {
  const folder = dirname(file);
  return readFileSync(file, 'utf8').replace(IMPORT, (_line, path: string) => withImports(resolve(folder, path)));
}

/** One style sheet: the portal's, so that both look alike, then the console's own. */
function readStyle(): string {
  const portal = fileURLToPath(import.meta.resolve('@portal/ui/styles.css'));
  const own = fileURLToPath(new URL('./console.css', import.meta.url));
  return `${withImports(portal)}\n${withImports(own)}`;
}

/** Headers of every response. The console runs no scripts and must not be framed, embedded or cached. */
function securityHeaders({ issuer, origin }: Pick<Settings, 'issuer' | 'origin'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // Browsers apply it to the redirects after a form as well, and signing out leads to the identity provider.
      `form-action 'self' ${new URL(issuer).origin}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'integrity-policy': 'blocked-destinations=(script)',
    'cache-control': 'no-store',
    // Forms send their origin; other sites receive no referrer.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=63072000' }),
  };
}

export interface ConsoleOptions extends Omit<Settings, 'store'> {
  readonly store: Store;
  /** Follows the visits of all web servers; whoever starts the console starts and closes it. */
  readonly watcher: Pick<Watcher, 'status' | 'look'>;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Receives a line for each unexpected error; standard error by default. */
  readonly log?: (line: string) => void;
  /** Receives a line of JSON for each sign-in, refusal and change; standard output by default. */
  readonly record?: (line: string) => void;
}

const MAX_BODY_BYTES = 16_384;
const BOARD_LINK = { href: '/', label: 'To the board' };

function signInPage({ method, url }: FastifyRequest): MessagePage {
  const to = method === 'GET' && url !== '/' ? `?to=${encodeURIComponent(url)}` : '';
  const isForm = method !== 'GET' && method !== 'HEAD';
  return {
    title: isForm ? 'Your sign-in has ended' : 'Sign in to release',
    text: isForm
      ? 'Nothing was changed. Sign in again, look at the board and decide again.'
      : 'For release managers: see what is live and for which share of the visitors, promote versions and roll parts back.',
    link: { href: `/sign-in${to}`, label: 'Sign in' },
  };
}

/** Status and page for an error. */
function failurePage(error: unknown, request: FastifyRequest): readonly [number, MessagePage] {
  if (error instanceof NotSignedInError) return [401, signInPage(request)];
  if (error instanceof PageRefusal)
    return [error.status, { title: error.title, text: error.message, link: BOARD_LINK }];
  if (error instanceof IdentityError) {
    const text =
      'The identity provider does not answer correctly. The command line works without it: npm run release -- status';
    return [502, { title: 'Sign-in is unavailable', text, link: { href: '/', label: 'Try again' } }];
  }
  if (error instanceof StoreError)
    return [503, { title: 'The store cannot be read', text: error.message, link: { href: '/', label: 'Try again' } }];
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500
    ? [status, { title: 'Invalid request', text: 'Nothing was changed.', link: BOARD_LINK }]
    : [
        500,
        {
          title: 'This did not work',
          text: 'The error was logged. Check what is live before you try again.',
          link: BOARD_LINK,
        },
      ];
}

/** Whether an error is a refusal to be recorded. Opening a page without a session is none. */
function isRefusal(error: unknown, { method }: FastifyRequest): boolean {
  return error instanceof PageRefusal || (error instanceof NotSignedInError && method === 'POST');
}

function handleFailures(app: FastifyInstance, log: (line: string) => void, events: ConsoleLog): void {
  const send = (reply: FastifyReply, status: number, page: MessagePage) =>
    sendPage(reply.code(status), messagePage(page));
  app.setErrorHandler((error, request, reply) => {
    const [status, page] = failurePage(error, request);
    const what = `${request.method} ${request.url.split('?')[0] ?? ''}`;
    if (status >= 500) log(`${what}: ${describe(error)}`);
    if (isRefusal(error, request)) events.record(request, { event: 'request-refused', what, why: page.title });
    return send(reply, status, page);
  });
  app.setNotFoundHandler((_request, reply) =>
    send(reply, 404, {
      title: 'There is no such page',
      text: 'Open the board instead.',
      link: BOARD_LINK,
    }),
  );
}

function describe(error: unknown): string {
  if (error instanceof IdentityError || error instanceof StoreError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Refuses other host names: a website could point its own name at this machine (DNS rebinding). */
function refuseOtherHosts(app: FastifyInstance, origin: string): void {
  const { host, origin: ownOrigin } = new URL(origin);
  app.addHook('onRequest', async (request, reply) => {
    if (request.host === host) return;
    if (request.method === 'GET' && request.hostname === '127.0.0.1') {
      await reply.redirect(`${ownOrigin}${request.url}`, 308);
      return;
    }
    throw new PageRefusal(421, 'Unknown host name', `This console is at ${ownOrigin}.`);
  });
}

async function createApp(options: Required<ConsoleOptions>): Promise<FastifyInstance> {
  const { store, origin, now, log, record } = options;
  const events = new EventLog<ConsoleEvent>(record, now);
  const app = Fastify({ bodyLimit: MAX_BODY_BYTES, routerOptions: { ignoreTrailingSlash: true } });
  const sessions = new Sessions(now);
  const guard = new SessionGuard(sessions, origin);
  const headers = securityHeaders(options);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  refuseOtherHosts(app, origin);
  handleFailures(app, log, events);
  await app.register(cookie);
  app.removeAllContentTypeParsers();
  await app.register(formbody);

  const style = readStyle();
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  const sealer = new SignInSealer(now);
  signInRoutes(app, { origin, identity: createIdentity(options), sessions, sealer, guard, events });
  const recorder = new CountsRecorder(() => readCounts(options.metricsUrls[0]), now);
  if (options.metricsUrls.length > 0) recorder.start();
  app.addHook('onClose', async () => {
    recorder.stop();
  });
  const board = { store, now, recorder, guard };
  boardRoutes(app, board);
  requestRoutes(app, {
    store,
    guard,
    events,
    readFigures: () => recorder.poll(),
    sendBoard: (reply, view) => sendBoard(board, reply, view),
  });
  return app;
}

export interface RunningConsole {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a console on 127.0.0.1 only. @throws {PortTakenError} */
export async function startConsole(options: ConsoleOptions): Promise<RunningConsole> {
  const app = await createApp({
    now: Date.now,
    log: (line) => {
      console.error(line);
    },
    record: (line) => {
      console.log(line);
    },
    ...options,
  });
  let isClosing = false;
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  try {
    await app.listen({ host: '127.0.0.1', port: options.port });
  } catch (cause) {
    await app.close();
    throw hasCode(cause, 'EADDRINUSE') ? new PortTakenError(options.port, 'CONSOLE_PORT', cause) : cause;
  }
  return {
    url: options.origin,
    close() {
      // Otherwise a connection that a browser keeps after the request under way would hold the process for more than a minute.
      isClosing = true;
      return app.close();
    },
  };
}
