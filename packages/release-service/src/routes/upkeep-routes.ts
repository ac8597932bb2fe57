import type { ApiScope } from '@portal/node-kit/api-scope';
import { configureAccess } from '@portal/release/access/configuration';
import { pruneStore } from '@portal/release/operations/prune-store';
import { ConfigurationBodySchema, ConfiguredSchema } from '@portal/release/service-api/configuration';
import { PruneBodySchema, PruneResultSchema } from '@portal/release/service-api/prunes';
import type { AccessRules } from '../access/access-rules.ts';
import { callerOf } from '../access/guard.ts';
import type { RouteOptions } from './route-options.ts';

export interface UpkeepRouteOptions extends RouteOptions {
  readonly rules: AccessRules;
}

/** Prunes, and the access rules themselves. */
export function upkeepRoutes(app: ApiScope, { storeFor, rules, events, now }: UpkeepRouteOptions): void {
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
      const caller = callerOf(request);
      caller.require('prune', 'the store');
      const store = storeFor(caller.actor(actsFor));
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
  app.post(
    '/configuration',
    {
      schema: {
        summary: 'Replaces the access rules.',
        body: ConfigurationBodySchema,
        response: { 200: ConfiguredSchema },
      },
    },
    async (request) => {
      const { access, reason, expect, actsFor } = request.body;
      const caller = callerOf(request);
      caller.require('configure', 'the store');
      const configuration = await configureAccess(storeFor(caller.actor(actsFor)), {
        access,
        reason,
        expect,
        by: caller.by(actsFor),
      });
      rules.forget();
      events.record(request, {
        event: 'configured',
        who: caller.logged,
        what: `access rules ${String(configuration.number)}`,
      });
      return { configuration };
    },
  );
}
