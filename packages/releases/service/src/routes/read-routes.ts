import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { readServings, aheadWarnings } from '@portal/release/operations/served-release';
import { readVisitsOfAll } from '@portal/release/operations/read-visits';
import { IdentitySchema } from '@portal/release/access/identity';
import { KeysQuerySchema, KeysSchema } from '@portal/release/service-api/objects';
import { ServedSchema } from '@portal/release/service-api/served';
import { VisitsOfAllSchema } from '@portal/release/service-api/visits';
import { WatcherStatusSchema } from '@portal/release-watcher/status-schema';
import type { Watcher } from '@portal/release-watcher/watcher';
import * as v from 'valibot';
import { getCaller } from '../access/authenticate.ts';
import { AbsentObject, ServiceProblem } from '../problem.ts';
import type { RouteOptions } from './route-options.ts';

interface ReadRouteOptions extends RouteOptions {
  /** Resolves once it was started, right after the service has begun to listen. */
  readonly watcher: Promise<Pick<Watcher, 'status'>>;
}

/** Segments as the store writes them; none begins with a dot, so no key leaves the store or names its reserve. */
const KEY = /^[\w@-][\w.@-]*(\/[\w@-][\w.@-]*)*$/;

const KeySchema = v.strictObject({
  '*': v.pipe(v.string(), v.maxLength(500), v.regex(KEY, 'must be a key, such as "releases/000001.json"')),
});

/**
 * What everybody may read whom a rule names: who they are, the store's objects, what web servers serve, what the
 * watcher sees.
 */
export function readRoutes(app: ApiScope, { store, watcher, metricsUrls }: ReadRouteOptions): void {
  app.get(
    '/identity',
    { schema: { summary: 'Who asks, and what the access rules allow.', response: { 200: IdentitySchema } } },
    (request) => {
      const caller = getCaller(request);
      const until = new Date(caller.expires * 1000).toISOString();
      return { actor: caller.actor(), may: [...caller.permissions()], until };
    },
  );
  app.get(
    '/objects',
    {
      schema: {
        summary: 'The keys of the store below a prefix.',
        querystring: KeysQuerySchema,
        response: { 200: KeysSchema },
      },
    },
    async ({ query: { prefix } }) => {
      if (prefix !== '' && !KEY.test(prefix.replace(/\/$/, '')))
        throw new ServiceProblem(400, 'usage', 'The prefix must be empty or like "releases/".');
      return { keys: await store.driver.list(prefix) };
    },
  );
  app.get(
    '/objects/*',
    {
      schema: {
        summary: 'The bytes of an object. Check them against the log, as the command does.',
        params: KeySchema,
        produces: ['application/octet-stream'],
      },
    },
    async ({ params }, reply) => {
      const bytes = await store.driver.get(params['*']);
      if (bytes === undefined) throw new AbsentObject();
      return reply.type('application/octet-stream').send(Buffer.from(bytes));
    },
  );
  app.get(
    '/served',
    { schema: { summary: 'Which release each web server serves now.', response: { 200: ServedSchema } } },
    async () => {
      const [servers, numbers] = await Promise.all([readServings(metricsUrls), store.releaseNumbers()]);
      return { servers, warnings: aheadWarnings(servers, numbers.at(-1) ?? 0) };
    },
  );
  app.get(
    '/visits',
    {
      schema: {
        summary: 'What the web servers counted, to judge canaries by.',
        response: { 200: VisitsOfAllSchema },
      },
    },
    async () => {
      const { servers, problems } = await readVisitsOfAll(metricsUrls);
      return { servers: [...servers], problems: [...problems] };
    },
  );
  app.get(
    '/watcher',
    {
      schema: {
        summary: 'What the watcher sees: canaries, judgements, plans, visits.',
        response: { 200: WatcherStatusSchema },
      },
    },
    async () => (await watcher).status(),
  );
}
