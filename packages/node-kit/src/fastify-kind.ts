import type { FastifyInstance } from 'fastify';
import { currentRequest } from './request-context.ts';

/** Names requests in log and metrics by method and pattern of the address ("GET /history/:number"), of which there are only a few. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url } }) => {
    const current = currentRequest();
    if (current) current.kind = url === undefined ? 'unknown' : `${method} ${url}`;
  });
}
