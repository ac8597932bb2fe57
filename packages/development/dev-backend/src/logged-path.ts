import type { FastifyRequest } from 'fastify';

/** The path of a request as logs may have it. The address of a link in a mail contains its token, so such a call is named by its route. */
export function loggedPath({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const route = routeOptions.url ?? '';
  return route.endsWith(':token') ? route : (url.split('?')[0] ?? '');
}
