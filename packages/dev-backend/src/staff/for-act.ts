import { ACTS, mayDo } from '@portal/staff-api/acts';
import type { Act } from '@portal/staff-api/acts';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { callerOf } from '../api/caller.ts';
import { Refusal } from '../api/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call of staff does; it decides which roles may make it. */
    readonly act?: Act;
  }
}

/** Options of a route for staff: what it does, so who may call it, and its schemas. */
export function forAct<const Schema extends { readonly summary: string }>(act: Act, schema: Schema) {
  return { config: { act }, schema: { ...schema, tags: ['staff'], 'x-act': act, 'x-roles': ACTS[act] } };
}

/** A hook that refuses routes that name no act: nobody would be kept from them. */
export function requireAct({ config, method, url }: RouteOptions): void {
  if (!config?.act) throw new Error(`${String(method)} ${url} does not say what it does: use forAct`);
}

/** A hook that lets those through whose account has one of the roles. @throws {Refusal} 403 */
export async function requireRole(request: FastifyRequest): Promise<void> {
  const { act } = request.routeOptions.config;
  if (act === undefined || !mayDo(act, callerOf(request).roles)) throw new Refusal(403, 'ROLE_MISSING');
}
