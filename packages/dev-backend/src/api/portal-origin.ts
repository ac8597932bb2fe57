import type { FastifyRequest } from 'fastify';
import type { Settings } from '../options.ts';

/** The portal at `origin` if it is one of ours, else the first of them: where a link in a mail may lead. */
export function portalAt(origin: string | undefined, { portalOrigins }: Settings): string {
  return portalOrigins.find((known) => known === origin) ?? portalOrigins[0] ?? '';
}

/** The portal that a call comes from. */
export function portalOf({ headers }: FastifyRequest, settings: Settings): string {
  return portalAt(headers.origin, settings);
}
