import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { previewVersions } from '@portal/release/operations/preview-versions';
import { describePreview } from '@portal/release/release-log/preview-token';
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
        summary:
          'Signs a token that shows versions, or a part from a development server, to whoever has it, for a day.',
        body: PreviewBodySchema,
        response: { 200: SignedPreviewSchema },
      },
    },
    async (request) => {
      const { body } = request;
      const caller = getCaller(request);
      const { versions, override } = body;
      caller.require('canary', [...new Set([...Object.keys(versions), ...(override ? [override.part] : [])])]);
      const signed = await previewVersions(storeFor(request, caller.actor()), body, now());
      const what = describePreview(body).join(' and ');
      events.record(request, { event: 'previewed', who: caller.logged, what });
      return signed;
    },
  );
}
