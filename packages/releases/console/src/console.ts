import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { EventLog } from '@portal/node-kit/event-log';
import { nameRequests, prepareMalformed } from '@portal/node-kit/request-kind';
import type { OperatorAnswer } from '@portal/node-kit/operator-server';
import { ALIVE_PATH, aliveAnswer, Readiness, READY_PATH, readyAnswer } from '@portal/node-kit/operator-server';
import type { RunOptions } from '@portal/node-kit/run-server';
import { metricsAddress, runServer } from '@portal/node-kit/run-server';
import type { ServerLog } from '@portal/node-kit/server-log';
import { createServerLog } from '@portal/node-kit/server-log';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { RefusedError } from '@portal/release/refusal';
import type { Watcher } from '@portal/release-watcher/watcher';
import { watcherMetrics } from '@portal/release-watcher/watcher-metrics';
import { approvalRoutes } from './approvals/approval-routes.ts';
import type { BackendOf } from './backend/backend.ts';
import { boardRoutes, sendBoard } from './board/board-routes.ts';
import { ErrorExplainer } from './errors/error-explainer.ts';
import { compareRoutes } from './compare/compare-routes.ts';
import type { ConsoleEvent } from './console-event.ts';
import { failureAnswers, handleFailures } from './failures.ts';
import { PageRefusal, STYLE_PATH } from './pages/layout.ts';
import { SavedForms } from './requests/saved-form.ts';
import type { BoardView } from './requests/request-routes.ts';
import { requestRoutes } from './requests/request-routes.ts';
import type { Settings } from './settings.ts';
import { createIdentity } from './sign-in/identity.ts';
import { Sealer } from './sign-in/sealer.ts';
import type { Session } from './sign-in/sessions.ts';
import { SessionCheck, Sessions } from './sign-in/sessions.ts';
import type { SignInRefusal } from './sign-in/sign-in-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { readStyle } from './style.ts';
import { maintenanceRoutes } from './maintenance/maintenance-routes.ts';
import { VerifyJob } from './maintenance/verify-job.ts';

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

interface ConsoleOptions extends Pick<Settings, 'port' | 'origin' | 'issuer' | 'clientId'>, RunOptions {
  /** Address to listen on; this machine's only by default. */
  readonly host?: string;
  /** The proxies in front, whose headers count; none by default. */
  readonly trustedProxies?: TrustedProxies;
  /** What the console reads and changes in somebody's name. */
  readonly getBackend: BackendOf;
  /** Whether that is a release service, whose access rules say who may sign in. */
  readonly isClient: boolean;
  /** That of a console without a release service, for its metrics. Whoever starts the console starts and closes it. */
  readonly watcher?: Pick<Watcher, 'isStoreReadable'> | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Gets each sign-in, refusal, change and failure; by default lines of JSON on standard output. */
  readonly log?: ServerLog;
}

const MAX_BODY_BYTES = 16_384;
/** How long a request under way may take when the console closes. */
const GRACE_MS = 30_000;

const HEALTH_PATHS: ReadonlySet<string> = new Set([ALIVE_PATH, READY_PATH]);

/** Refuses other host names: a website could point its own name at this machine (DNS rebinding). */
function refuseOtherHosts(app: FastifyInstance, origin: string): void {
  const { host, origin: ownOrigin } = new URL(origin);
  app.addHook('onRequest', async (request, reply) => {
    // Not what a proxy says of it: a page can send X-Forwarded-Host, too.
    const { host: named = '' } = request.headers;
    // A load balancer has no name for the console.
    if (named === host || HEALTH_PATHS.has(request.routeOptions.url ?? '')) return;
    if (request.method === 'GET' && /^127\.0\.0\.1(:\d+)?$/.test(named)) {
      await reply.redirect(`${ownOrigin}${request.url}`, 308);
      return;
    }
    throw new PageRefusal(421, 'Unknown host name', `This console is at ${ownOrigin}.`);
  });
}

/** Asks the release service at a sign-in whether any access rule names the person. */
const refusalBy =
  (getBackend: BackendOf) =>
  async (session: Session): Promise<SignInRefusal | undefined> => {
    try {
      await getBackend(session).service?.identity();
      return undefined;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return {
        shown: error.refusals.map(({ problem, remedy }) => `${problem} ${remedy}`).join(' '),
        logged: error.refusals.map(({ rule }) => rule).join(', '),
      };
    }
  };

const sendAnswer = (reply: FastifyReply, { status = 200, type, body }: OperatorAnswer) =>
  reply.code(status).type(type).send(body);

type AppOptions = ConsoleOptions &
  Required<Pick<ConsoleOptions, 'now' | 'log' | 'trustedProxies'>> & { readonly readiness: Readiness };

async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { getBackend, origin, now, log, trustedProxies, readiness } = options;
  const events = new EventLog<ConsoleEvent>((event) => log.info(event.event, { ...event }));
  const headers = securityHeaders(options);
  const answer = failureAnswers(log, events);
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: (address: string) => trustedProxies.isTrusted(address),
    frameworkErrors(error, request, reply) {
      prepareMalformed(request, trustedProxies);
      answer(error, request, reply.headers(headers));
    },
  });
  const sessions = new Sessions(now);
  const sessionCheck = new SessionCheck(sessions, origin);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  refuseOtherHosts(app, origin);
  nameRequests(app);
  handleFailures(app, answer);
  await app.register(cookie);
  app.removeAllContentTypeParsers();
  await app.register(formbody);

  app.get(ALIVE_PATH, (_request, reply) => sendAnswer(reply, aliveAnswer()));
  app.get(READY_PATH, async (_request, reply) => sendAnswer(reply, await readyAnswer(readiness)));
  const style = readStyle();
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  const sealer = new Sealer(now);
  const refusalOfService = options.isClient ? refusalBy(getBackend) : undefined;
  signInRoutes(app, {
    origin,
    identity: createIdentity(options),
    sessions,
    sealer,
    sessionCheck,
    events,
    refusalOfService,
  });
  const board = { getBackend, now, explainer: new ErrorExplainer(), sessionCheck: sessionCheck };
  boardRoutes(app, board);
  compareRoutes(app, { getBackend, sessionCheck });
  const verifyJob = new VerifyJob(now);
  maintenanceRoutes(app, { getBackend, sessionCheck, events, verifyJob, now });
  const show = (reply: FastifyReply, view: BoardView) => sendBoard(board, reply, view);
  approvalRoutes(app, { getBackend, sessionCheck, events, sendBoard: show });
  requestRoutes(app, {
    getBackend,
    sessionCheck,
    events,
    savedForms: new SavedForms(sealer, origin),
    sendBoard: show,
  });
  return app;
}

interface RunningConsole {
  readonly url: string;
  /** Undefined if its metrics are not given out. */
  readonly metricsUrl: string | undefined;
  close(): Promise<void>;
}

/** Starts a console. @throws {PortTakenError}; {SettingError} when it cannot listen there. */
export async function startConsole({ host = 'localhost', ...options }: ConsoleOptions): Promise<RunningConsole> {
  const { log = createServerLog({ server: 'release-console', format: 'json' }) } = options;
  const { trustedProxies = new TrustedProxies() } = options;
  const readiness = new Readiness();
  const app = await createApp({ now: Date.now, ...options, log, trustedProxies, readiness });
  await app.ready();
  const server = await runServer({
    ...options,
    log,
    listener: (request, response) => app.routing(request, response),
    at: { host, port: options.port, variable: 'CONSOLE_PORT', grace: GRACE_MS },
    metricsVariable: 'CONSOLE_METRICS_PORT',
    isTrusted: (address) => trustedProxies.isTrusted(address),
    readiness,
    registry: options.watcher && watcherMetrics(Promise.resolve(options.watcher)),
  }).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return {
    url: options.origin,
    metricsUrl: metricsAddress(server.metricsPort, options),
    async close() {
      await server.close();
      await app.close();
    },
  };
}
