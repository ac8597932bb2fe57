import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentRequest } from './observe-requests.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The kind of a request for an address that no route has. */
const UNKNOWN = 'unknown';

function nameRequest(kind: string): void {
  const current = currentRequest();
  if (current) current.kind = kind;
}

/**
 * Prepares a request whose address Fastify cannot read (`frameworkErrors`): it comes past all hooks, and past
 * `trustProxy`.
 */
export function prepareMalformed(request: FastifyRequest, proxies: TrustedProxies): void {
  nameRequest(UNKNOWN);
  Object.defineProperty(request, 'ip', { value: proxies.findAddress(request.raw) ?? request.ip });
}

/**
 * Names requests in log and metrics by method and pattern of the address ("GET /history/:number"), of which there are
 * only a few.
 */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, routeOptions: { url } }) => {
    nameRequest(url === undefined ? UNKNOWN : `${method} ${url}`);
  });
}
