import type { FastifyRequest, FastifyReply } from 'fastify';
import type { Settings } from './options.ts';

/** The portal at `origin` if it is one of ours, else the first of them: where a link in a mail may lead. */
export function portalAt(origin: string | undefined, { portalOrigins }: Settings): string {
  return portalOrigins.find((known) => known === origin) ?? portalOrigins[0] ?? '';
}

/** The portal that a call comes from. */
export function portalOf({ headers }: FastifyRequest, settings: Settings): string {
  return portalAt(headers.origin, settings);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1', '[::1]']);

/** Whether a request was addressed to this machine by a name that nobody else can point at it. */
function isOwnHost(hostname: string, { portalOrigins }: Settings): boolean {
  return (
    LOOPBACK.has(hostname) ||
    hostname.endsWith('.localhost') ||
    portalOrigins.some((origin) => new URL(origin).hostname === hostname)
  );
}

/**
 * A hook that turns away requests for a foreign host name. The backend listens on loopback alone, but a website could point its own
 * name there and read what its visitor's machine answers.
 */
export function refuseForeignHosts(settings: Settings) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isOwnHost(request.hostname, settings)) return;
    await reply.code(421).send({ error: `This backend does not answer as "${request.hostname}".` });
  };
}
