import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { ACTS, STAFF_ROLES } from '@portal/staff-api/acts';
import type { Act } from '@portal/staff-api/acts';
import * as v from 'valibot';
import type { BackendClient } from '../testing/demo-backend.ts';

const PAGE = new URL('../../../../docs/staff-api.md', import.meta.url);
/** The demo people with each role, with the developer's, and with none. */
const CALLERS = [...STAFF_ROLES, 'developer', 'owner'] as const;

const OperationSchema = v.object({
  tags: v.optional(v.array(v.string()), []),
  'x-act': v.optional(v.picklist(Object.keys(ACTS))),
  'x-roles': v.optional(v.array(v.string())),
});
const DocumentSchema = v.object({ paths: v.record(v.string(), v.record(v.string(), OperationSchema)) });

const isAct = (text: string): text is Act => Object.hasOwn(ACTS, text);

/** Tests that are generated from the API's description: each call of staff with each role. */
export function testActs(client: () => BackendClient): void {
  async function operations() {
    const document: unknown = await (await fetch(`${client().url}/openapi.json`)).json();
    return Object.entries(v.parse(DocumentSchema, document).paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => tags.includes('staff'))
        .map(([method, { 'x-act': act = '', 'x-roles': roles }]) => ({
          call: `${method.toUpperCase()} ${path.replace(/^\/api\//, '')}`,
          method: method.toUpperCase(),
          path: path.replace(/^\/api\//, '').replaceAll(/\{[^}]*\}/g, 'x'),
          act,
          roles,
        })),
    );
  }

  describe('the calls of staff', () => {
    test('each name an act of the table, with its roles, and there is one for every act', async () => {
      const all = await operations();
      expect(new Set(all.map(({ act }) => act))).toEqual(new Set(Object.keys(ACTS)));
      for (const { call, act, roles } of all) expect([call, isAct(act) && ACTS[act]]).toEqual([call, roles]);
    });

    test('are all that the API has below "staff/"', async () => {
      const document: unknown = await (await fetch(`${client().url}/openapi.json`)).json();
      const { paths } = v.parse(DocumentSchema, document);
      const untagged = Object.entries(paths).filter(
        ([path, methods]) =>
          path.startsWith('/api/staff/') && Object.values(methods).some(({ tags }) => !tags.includes('staff')),
      );
      expect(untagged).toEqual([]);
    });

    test.each(CALLERS)('answer 403 to "%s" exactly where the table does not name the role [T249]', async (who) => {
      const token = await client().token(who);
      for (const { call, method, path, act } of await operations()) {
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
        const { status, body: answer } = await client().call(path, token, { method, ...body });
        const isAllowed = isAct(act) && ACTS[act].some((role) => role === who);
        const isRefused = status === 403 && JSON.stringify(answer).includes('ROLE_MISSING');
        expect([call, isRefused, status === 403]).toEqual([call, !isAllowed, !isAllowed]);
        expect([call, status < 500]).toEqual([call, true]);
      }
    });

    test('answer 401 to whoever is not signed in [T382]', async () => {
      for (const { call, method, path } of await operations())
        expect([call, (await client().call(path, undefined, { method })).status]).toEqual([call, 401]);
    });

    test('are all in docs/staff-api.md [T250]', async () => {
      const page = await readFile(PAGE, 'utf8');
      const calls = [...(await operations()).map(({ call }) => call), 'GET account/staff-access'];
      expect(calls.filter((call) => !page.includes(`\`${call}\``))).toEqual([]);
    });
  });
}
