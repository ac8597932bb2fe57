import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { previewVersions } from '@portal/release/operations/preview-versions';
import { PreviewBodySchema, SignedPreviewSchema } from '@portal/release/service-api/previews';
import { getCaller } from '../access/authenticate.ts';
import type { RouteOptions } from './route-options.ts';

/**
 * Previews, for whoever may begin a canary of each part. Nobody else gets what they show, so no second person is asked.
 */
export function previewRoutes(app: ApiScope, { storeFor, events, now }: RouteOptions): void {
  app.post(
    '/previews',
    {
      schema: {
        summary: 'Signs a token that shows versions to whoever has it, for a day.',
        body: PreviewBodySchema,
        response: { 200: SignedPreviewSchema },
      },
    },
    async (request) => {
      const { body } = request;
      const caller = getCaller(request);
      const named = Object.entries(body.versions);
      caller.require(
        'canary',
        named.map(([name]) => name),
      );
      const signed = await previewVersions(storeFor(request, caller.actor()), body, now());
      const what = named.map((each) => each.join(' ')).join(' and ');
      events.record(request, { event: 'previewed', who: caller.logged, what });
      return signed;
    },
  );
}
