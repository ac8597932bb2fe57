import type { FastifyRequest, FastifyReply } from 'fastify';
import type { Settings } from './options.ts';
import { Refusal } from './refusal.ts';

/** The configured portal at `origin`, else the first one: links in mails may lead only to these. */
export function portalAt(origin: string | undefined, { portalOrigins }: Settings): string {
  return portalOrigins.find((known) => known === origin) ?? portalOrigins[0] ?? '';
}

/** The portal that sent a request. */
export function getPortal({ headers }: FastifyRequest, settings: Settings): string {
  return portalAt(headers.origin, settings);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether a request was sent to a host name that no other site can point to this machine. */
function isOwnHost(hostname: string, { portalOrigins }: Settings): boolean {
  return (
    LOOPBACK.has(hostname) ||
    hostname.endsWith('.localhost') ||
    portalOrigins.some((origin) => new URL(origin).hostname === hostname)
  );
}

/**
 * A hook that refuses requests for foreign host names. The backend listens on loopback only, but a website could point
 * its own host name there and read the answers (DNS rebinding).
 */
export function refuseForeignHosts(settings: Settings) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isOwnHost(request.hostname, settings)) return;
    await reply.code(421).send({ error: `This backend does not answer as "${request.hostname}".` });
  };
}

/** A hook that refuses requests from pages in a browser: these endpoints are for programs. */
export async function refuseOtherSites({ headers }: FastifyRequest): Promise<void> {
  const site = headers['sec-fetch-site'];
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (headers.origin !== undefined || isForeign) throw new Refusal(403, 'Pages may not use this endpoint.');
}
