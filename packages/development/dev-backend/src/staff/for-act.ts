import { ACTS } from '@portal/staff-api/acts';
import type { Act } from '@portal/staff-api/acts';
import type { RouteOptions } from 'fastify';

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
