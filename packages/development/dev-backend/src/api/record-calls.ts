import type { FastifyReply, FastifyRequest } from 'fastify';
import { readIdentityId } from '../database/accounts.ts';
import type { BackendEvent, Settings } from '../options.ts';
import { identityIn } from './caller.ts';
import { loggedPath } from '../refusal.ts';
import type { Services } from '../services.ts';

/** A call as events name it: "PUT account/email". */
function getName(request: FastifyRequest): string {
  return `${request.method} ${loggedPath(request).replace(/^\/api\//, '')}`;
}

/** Reads with a body, because addresses are logged; and pieces of an upload, whose completion is the change. */
const NO_CHANGE = /\/(search|count|:offset)$/;

/**
 * What a successful call means; undefined for reads, and for the last visit, which is no change that the user makes.
 */
function interpret({ method, routeOptions }: FastifyRequest): BackendEvent['event'] | undefined {
  const route = routeOptions.url ?? '';
  if (route.endsWith('/account/logout')) return 'signed-out';
  if (route.endsWith('/account/lastseen') || NO_CHANGE.test(route)) return undefined;
  return method !== 'GET' || route.endsWith('/release') ? 'changed' : undefined;
}

/** A hook after the answers to calls of an account. */
export function recordChange({ events }: Settings) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const event = reply.statusCode < 300 ? interpret(request) : undefined;
    if (event) events.record(request, { event, who: identityIn(request), what: getName(request) });
  };
}

export function recordRefusal({ events }: Settings) {
  return (request: FastifyRequest, why = 'invalid request'): void => {
    events.record(request, { event: 'request-refused', who: identityIn(request), what: getName(request), why });
  };
}

/** The link in a mail to an account was opened, and has changed something. */
export async function recordLink(
  request: FastifyRequest,
  accountId: string | undefined,
  { db, settings }: Pick<Services, 'db' | 'settings'>,
): Promise<void> {
  const who = accountId === undefined ? undefined : await readIdentityId(db, accountId);
  settings.events.record(request, { event: 'changed', who, what: getName(request) });
}
