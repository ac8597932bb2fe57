import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { pruneStore } from '@portal/release/operations/prune-store';
import { PruneBodySchema, PruneResultSchema } from '@portal/release/service-api/prunes';
import { getCaller } from '../access/authenticate.ts';
import type { RouteOptions } from './route-options.ts';

/** Prunes. */
export function pruneRoutes(app: ApiScope, { storeFor, events, now }: RouteOptions): void {
  app.post(
    '/prunes',
    {
      schema: {
        summary: 'Removes versions that nobody can need any more, or lists them.',
        body: PruneBodySchema,
        response: { 200: PruneResultSchema },
      },
    },
    async (request) => {
      const { dryRun, actsFor } = request.body;
      const caller = getCaller(request);
      caller.require('prune', 'the store');
      const store = storeFor(request, caller.actor(actsFor));
      const result = await pruneStore(store, { by: caller.by(actsFor), now: new Date(now()), dryRun });
      if (!dryRun)
        events.record(request, {
          event: 'pruned',
          who: caller.logged,
          what: `${String(result.removed.length)} versions`,
        });
      return result;
    },
  );
}
