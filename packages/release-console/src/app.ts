import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StoreError } from '@portal/release/errors';
import type { Store } from '@portal/release/store';
import { boardRoutes } from './board-routes.ts';
import { readCounts } from './counts/read-counts.ts';
import { CountsRecorder } from './counts/recorder.ts';
import { Gate, NotSignedInError } from './gate.ts';
import { securityHeaders } from './headers.ts';
import { requestRoutes } from './requests/routes.ts';
import { messagePage, STYLE_PATH } from './pages/layout.ts';
import type { MessagePage } from './pages/layout.ts';
import { PageRefusal } from './refusal.ts';
import { createIdentity, IdentityError } from './sign-in/identity.ts';
import { PendingSignIns } from './sign-in/pending.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { Sessions } from './sign-in/sessions.ts';
import { readStyle } from './style.ts';

export interface AppOptions {
  readonly store: Store;
  readonly origin: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly metricsUrl: string | undefined;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Forms here are a few fields. */
const LONGEST_BODY = 16_384;
const BOARD = { href: '/', label: 'To the board' };

function signInPage({ method, url }: FastifyRequest): MessagePage {
  const to = method === 'GET' && url !== '/' ? `?to=${encodeURIComponent(url)}` : '';
  const isForm = method !== 'GET' && method !== 'HEAD';
  return {
    title: isForm ? 'Your sign-in has ended' : 'Sign in to release',
    text: isForm
      ? 'Nothing was changed. Sign in again, look at the board and decide again.'
      : 'For release managers: what is live, in which share, and how to put one part back.',
    way: { href: `/sign-in${to}`, label: 'Sign in' },
  };
}

/** What a failure looks like: status and page. */
function failurePage(error: unknown, request: FastifyRequest): readonly [number, MessagePage] {
  if (error instanceof NotSignedInError) return [401, signInPage(request)];
  if (error instanceof PageRefusal) return [error.status, { title: error.title, text: error.message, way: BOARD }];
  if (error instanceof IdentityError) {
    const text =
      'The identity provider does not answer as it should. The command line does the same without it: npm run release -- status';
    return [502, { title: 'Nobody can sign in right now', text, way: { href: '/', label: 'Try again' } }];
  }
  if (error instanceof StoreError)
    return [503, { title: 'The store cannot be read', text: error.message, way: { href: '/', label: 'Try again' } }];
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500
    ? [status, { title: 'Invalid request', text: 'Nothing was changed.', way: BOARD }]
    : [
        500,
        {
          title: 'This did not work',
          text: 'The error was logged. Look at what is live first.',
          way: BOARD,
        },
      ];
}

function handleFailures(app: FastifyInstance, log: (line: string) => void): void {
  const answer = (reply: FastifyReply, status: number, page: MessagePage) =>
    reply.code(status).type('text/html; charset=utf-8').send(messagePage(page));
  app.setErrorHandler((error, request, reply) => {
    const [status, page] = failurePage(error, request);
    if (status >= 500) log(`${request.method} ${request.url.split('?')[0] ?? ''}: ${describe(error)}`);
    return answer(reply, status, page);
  });
  app.setNotFoundHandler((_request, reply) =>
    answer(reply, 404, { title: 'There is no such page', text: 'The board has everything that there is.', way: BOARD }),
  );
}

function describe(error: unknown): string {
  if (error instanceof IdentityError || error instanceof StoreError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A website could point its own name at this machine; it is not answered under that name. */
function refuseForeignHosts(app: FastifyInstance, origin: string): void {
  const own = new URL(origin);
  app.addHook('onRequest', async (request, reply) => {
    if (request.host === own.host) return;
    if (request.method === 'GET' && request.hostname === '127.0.0.1') {
      await reply.redirect(`${own.origin}${request.url}`, 308);
      return;
    }
    throw new PageRefusal(421, 'Not this name', `This console is at ${own.origin}.`);
  });
}

/** The console as an application, not listening yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { origin, issuer, now, log } = options;
  const app = Fastify({ bodyLimit: LONGEST_BODY, routerOptions: { ignoreTrailingSlash: true } });
  const sessions = new Sessions(now);
  const gate = new Gate(sessions, origin);
  const headers = securityHeaders(issuer);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  refuseForeignHosts(app, origin);
  handleFailures(app, log);
  await app.register(cookie);
  app.removeAllContentTypeParsers();
  await app.register(formbody);

  const style = readStyle();
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  const pending = new PendingSignIns(now);
  signInRoutes(app, { origin, identity: createIdentity(options), sessions, pending, gate });
  const recorder = new CountsRecorder(() => readCounts(options.metricsUrl), now);
  if (options.metricsUrl !== undefined) recorder.start();
  app.addHook('onClose', async () => {
    recorder.stop();
  });
  boardRoutes(app, { ...options, recorder, gate });
  requestRoutes(app, { ...options, recorder, gate });
  return app;
}
