import { PERMISSIONS } from '@portal/staff-api/permissions';
import * as v from 'valibot';
import type { BackendClient } from './demo-backend.ts';

const OperationSchema = v.object({
  tags: v.optional(v.array(v.string()), []),
  security: v.optional(v.array(v.unknown())),
  requestBody: v.optional(v.object({ content: v.record(v.string(), v.unknown()) })),
  'x-permission': v.optional(v.picklist(Object.keys(PERMISSIONS))),
  'x-roles': v.optional(v.array(v.string())),
});
const DocumentSchema = v.object({ paths: v.record(v.string(), v.record(v.string(), OperationSchema)) });

/** The calls of the API, as its description has them. */
export async function readOperations({ url }: BackendClient) {
  const document: unknown = await (await fetch(`${url}/openapi.json`)).json();
  return Object.entries(v.parse(DocumentSchema, document).paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(() => path.startsWith('/api/'))
      .map(([method, { tags, security, requestBody, 'x-permission': permission = '', 'x-roles': roles }]) => ({
        call: `${method.toUpperCase()} ${path.replace(/^\/api\//, '')}`,
        method: method.toUpperCase(),
        path: path.replace(/^\/api\//, '').replaceAll(/\{[^}]*\}/g, 'x'),
        isOpen: security?.length === 0,
        isForStaff: tags.includes('staff'),
        takesJson: requestBody?.content['application/json'] !== undefined,
        permission,
        roles,
      })),
  );
}
