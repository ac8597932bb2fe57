import { PERMISSIONS } from '@portal/staff-api/permissions';
import type { Permission } from '@portal/staff-api/permissions';
import type { RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call of staff does; it decides which roles may make it. */
    readonly permission?: Permission;
  }
}

/** Options of a route for staff: what it does, so who may call it, and its schemas. */
export function requires<const Schema extends { readonly summary: string }>(permission: Permission, schema: Schema) {
  return {
    config: { permission },
    schema: { ...schema, tags: ['staff'], 'x-permission': permission, 'x-roles': PERMISSIONS[permission] },
  };
}

/** A hook that refuses routes that name no permission: nobody would be kept from them. */
export function requirePermission({ config, method, url }: RouteOptions): void {
  if (!config?.permission) throw new Error(`${String(method)} ${url} does not say what it does: use requires`);
}
