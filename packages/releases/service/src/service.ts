import { join } from 'node:path';
import Fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApi, withValibotSchemas } from '@portal/node-kit/fastify-valibot';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { nameRequests, prepareMalformed } from '@portal/node-kit/request-kind';
import { ALIVE_PATH, Readiness, READY_PATH, readyAnswer } from '@portal/node-kit/operator-server';
import type { RunOptions } from '@portal/node-kit/run-server';
import { metricsAddress, runServer } from '@portal/node-kit/run-server';
import type { ServerLog } from '@portal/node-kit/server-log';
import { createServerLog } from '@portal/node-kit/server-log';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import type { Actor } from '@portal/release/actor';
import { PROBLEM_TYPE, ProblemSchema } from '@portal/release/service-api/problem';
import type { Store } from '@portal/release/store';
import type { Watcher } from '@portal/release-watcher/watcher';
import { watcherMetrics } from '@portal/release-watcher/watcher-metrics';
import { AccessRules } from './access/access-rules.ts';
import { authenticate, refuseDoubledHeaders } from './access/authenticate.ts';
import type { Limits } from './access/rate-limits.ts';
import { LIMITS, rateLimits } from './access/rate-limits.ts';
import { handleProblems, problemAnswers } from './problem.ts';
import type { Pace } from './publications/receive.ts';
import { publicationRoutes } from './routes/publication-routes.ts';
import { UploadFolder } from './publications/upload-folder.ts';
import { approvalRoutes } from './routes/approval-routes.ts';
import { previewRoutes } from './routes/preview-routes.ts';
import { pruneRoutes } from './routes/prune-routes.ts';
import { readRoutes } from './routes/read-routes.ts';
import { recordRoutes } from './routes/record-routes.ts';
import { requestRoutes } from './routes/request-routes.ts';
import { isDryRun, ServiceLog } from './service-event.ts';
import type { RouteOptions } from './routes/route-options.ts';
import type { Settings } from './settings.ts';
import { AccessTokens } from './tokens/access-tokens.ts';
import { Bindings } from './tokens/bindings.ts';
import { Issuers } from './tokens/issuers.ts';
import { Nonces } from './tokens/nonces.ts';
import { signInRoute, tokenRoute } from './routes/token-route.ts';

export interface ServiceOptions extends Pick<Settings, 'port' | 'origin' | 'metricsUrls'>, RunOptions {
  /** Address to listen on; this machine's only by default. */
  readonly host?: string | undefined;
  /** The proxies in front, whose headers count; none by default. */
  readonly trustedProxies?: TrustedProxies | undefined;
  /** What the service keeps itself: which key has used which token, and the files of uploads while they come. */
  readonly stateFolder: string;
  /** Its log is signed with the key of the service. */
  readonly store: Store;
  /**
   * Called once the service listens, because a start that fails must not have changed the store. The service closes it.
   */
  readonly startWatcher: () => Watcher;
  readonly limits?: Partial<Limits> | undefined;
  /** How slowly files of a publication may come. */
  readonly pace?: Pace | undefined;
  /** Between two looks at an issuer's keys because of an unknown one, in milliseconds. */
  readonly keysPauseMs?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined;
  /** Gets each exchange, refusal, change and failure; by default lines of JSON on standard output. */
  readonly log?: ServerLog | undefined;
}

const MAX_BODY_BYTES = 65_536;

const description = (origin: string) => ({
  info: {
    title: 'Release service',
    description:
      'The only writer of a shared release store: docs/release-service.md. Each POST with "?dryRun=true" is answered as without, and changes nothing.',
    version: '1.0.0',
  },
  servers: [{ url: origin }],
  components: {
    securitySchemes: {
      dpop: {
        type: 'http',
        scheme: 'dpop',
        description: 'An access token of POST /token, and a DPoP proof (RFC 9449).',
      } as const,
    },
  },
  security: [{ dpop: [] }],
});

const REFUSAL = { description: 'RFC 9457', content: { [PROBLEM_TYPE]: { schema: ProblemSchema } } };

interface AppOptions extends ServiceOptions {
  readonly log: ServerLog;
  readonly trustedProxies: TrustedProxies;
  readonly readiness: Readiness;
  readonly watcher: Promise<Watcher>;
}

async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, origin, watcher, metricsUrls, now = Date.now, stateFolder, log, readiness, trustedProxies } = options;
  const storeFor = (request: FastifyRequest, actor: Actor) => (isDryRun(request) ? store.dryRun() : store).as(actor);
  const events = new ServiceLog((event) => log.info(event.event, { ...event }));
  const answer = problemAnswers(log, events);
  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: (address: string) => trustedProxies.isTrusted(address),
    routerOptions: { maxParamLength: 600 },
    exposeHeadRoutes: false,
    frameworkErrors(error, request, reply) {
      prepareMalformed(request, trustedProxies);
      admit(request, reply).then(
        () => answer(error, request, reply),
        (refusal: unknown) => answer(refusal, request, reply),
      );
    },
  });
  const limits = await rateLimits(app, { ...LIMITS, ...options.limits });
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    refuseDoubledHeaders(request);
    await limits.address(request);
  };
  const rules = new AccessRules(store, now);
  const nonces = new Nonces(now);
  const tokens = new AccessTokens(origin, now);
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('caller', null);
  nameRequests(app);
  handleProblems(app, answer);
  app.addHook('onRequest', admit);
  await openApi(app, description(origin), { '4xx': REFUSAL, '5xx': REFUSAL });
  app.get(ALIVE_PATH, { schema: { security: [], summary: 'Whether the service runs.' } }, () => ({ alive: true }));
  app.get(
    READY_PATH,
    { schema: { security: [], summary: 'Whether the service takes requests.' } },
    async (_, reply) => {
      const { status = 200, type, body } = await readyAnswer(readiness);
      return reply.code(status).type(type).send(body);
    },
  );

  const issuers = new Issuers({ now, keysPauseMs: options.keysPauseMs });
  const bindings = new Bindings(join(stateFolder, 'used-tokens'), now, (problem) => log.warn(problem));
  const uploads = new UploadFolder(join(stateFolder, 'uploads'));
  signInRoute(withValibotSchemas(app), rules);
  await app.register((scope: FastifyInstance) =>
    tokenRoute(withValibotSchemas(scope), { origin, rules, issuers, tokens, nonces, bindings, limits, events }),
  );
  await app.register(async (authenticated: FastifyInstance) => {
    const scope: ApiScope = withValibotSchemas(authenticated);
    authenticate(scope, { origin, rules, tokens, nonces });
    scope.addHook('onRequest', limits.identity);
    const common: RouteOptions = { store, storeFor, metricsUrls, events, now };
    readRoutes(scope, { ...common, watcher });
    await scope.register(async (changing: ApiScope) => {
      changing.addHook('onRequest', async (request) => {
        if (request.method !== 'GET' && request.method !== 'PUT') await limits.changes(request);
      });
      requestRoutes(changing, { ...common, rules });
      approvalRoutes(changing, { ...common, rules });
      previewRoutes(changing, common);
      pruneRoutes(changing, common);
      recordRoutes(changing, common);
      await publicationRoutes(changing, { ...common, pace: options.pace, uploads });
    });
  });
  await app.ready();
  return app;
}

/** A running release service. */
interface RunningService {
  readonly origin: string;
  /** Undefined if its metrics are not given out. */
  readonly metricsUrl: string | undefined;
  close(): Promise<void>;
}

/** Starts the release service. @throws {PortTakenError}; {SettingError} when it cannot listen there. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { log = createServerLog({ server: 'release-service', format: 'json' }) } = options;
  const { trustedProxies = new TrustedProxies() } = options;
  const readiness = new Readiness();
  const watching = Promise.withResolvers<Watcher>();
  const app = await createApp({ ...options, log, trustedProxies, readiness, watcher: watching.promise });
  const server = await runServer({
    ...options,
    log,
    listener: (request, response) => app.routing(request, response),
    at: { port: options.port, host: options.host ?? 'localhost', variable: 'RELEASE_PORT', grace: 30_000 },
    metricsVariable: 'RELEASE_METRICS_PORT',
    isTrusted: (address) => trustedProxies.isTrusted(address),
    readiness,
    registry: watcherMetrics(watching.promise),
  }).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const watcher = options.startWatcher();
  watching.resolve(watcher);
  return {
    origin: options.origin,
    metricsUrl: metricsAddress(server.metricsPort, options),
    async close() {
      await Promise.all([server.close(), watcher.close()]);
      await app.close();
    },
  };
}
