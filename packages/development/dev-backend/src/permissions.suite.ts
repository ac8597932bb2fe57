import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { PERMISSIONS, STAFF_ROLES } from '@portal/staff-api/permissions';
import type { Permission } from '@portal/staff-api/permissions';
import { AccessTokenResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { LOOKUP_WINDOW_MS } from './attempts/recent-limit.ts';
import { refusalIn } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { sendHeld } from './testing/held-request.ts';
import { readOperations } from './testing/operations.ts';
import { PUBLIC_CLIENT_IDS, publicClient } from './testing/public-client.ts';
import { staffRequests } from './testing/staff-requests.ts';
import { toId, REASON, getStaff } from './testing/staff.ts';

const PAGE = new URL('../../../../docs/staff-api.md', import.meta.url);
/** The demo people with each role, with the developer's, and with none. */
const CALLERS = [...STAFF_ROLES, 'developer', 'owner'] as const;

/** Scopes that cover no call, though some look like those that do. */
const OTHER_SCOPES = [undefined, 'portalstaff', ['portal'], '', 'openid', 'Portal', 'portal-staff', 'staffs', true];

const isPermission = (text: string): text is Permission => Object.hasOwn(PERMISSIONS, text);

/** Tests that are generated from the API's description: each call with each role, client and scope. */
export function testPermissions(client: () => BackendClient): void {
  const operations = async () => (await readOperations(client())).filter(({ isOpen }) => !isOpen);
  const staffOperations = async () => (await operations()).filter(({ isForStaff }) => isForStaff);
  async function answerTo({ method, path }: { readonly method: string; readonly path: string }, token?: string) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    return refusalIn(await client().call(path, token, { method, ...body }));
  }

  const staff = getStaff(client);
  const requests = staffRequests(client);

  describe('the calls of staff', () => {
    test('each name a permission of the table, with its roles, and there is one for every permission', async () => {
      const all = await staffOperations();
      expect(new Set(all.map(({ permission }) => permission))).toEqual(new Set(Object.keys(PERMISSIONS)));
      for (const { call, permission, roles } of all)
        expect([call, isPermission(permission) && PERMISSIONS[permission]]).toEqual([call, roles]);
    });

    test('are all that the API has below "staff/"', async () => {
      const untagged = (await operations()).filter(({ path, isForStaff }) => path.startsWith('staff/') && !isForStaff);
      expect(untagged).toEqual([]);
    });

    test.each(CALLERS)('answer 403 to "%s" exactly where the table does not name the role [T249]', async (who) => {
      const token = await client().token(who);
      for (const operation of await staffOperations()) {
        const { call, permission } = operation;
        const { status, error } = await answerTo(operation, token);
        const isAllowed = isPermission(permission) && PERMISSIONS[permission].some((role) => role === who);
        expect([call, error === 'ROLE_MISSING', status === 403]).toEqual([call, !isAllowed, !isAllowed]);
        expect([call, status < 500]).toEqual([call, true]);
      }
    });

    test('are all in docs/staff-api.md [T250]', async () => {
      const page = await readFile(PAGE, 'utf8');
      const calls = [...(await staffOperations()).map(({ call }) => call), 'GET account/staff-access'];
      expect(calls.filter((call) => !page.includes(`\`${call}\``))).toEqual([]);
    });
  });

  describe('every call of an account', () => {
    test('answers 401 to whoever is not signed in [T382]', async () => {
      for (const operation of await operations())
        expect([operation.call, (await answerTo(operation)).status]).toEqual([operation.call, 401]);
    });

    test.each(PUBLIC_CLIENT_IDS)('answers 401 to a token of the client %s, also to an admin’s [T387]', async (id) => {
      const { access_token: token } = await publicClient(client, id).signIn('admin');
      for (const operation of await operations())
        expect([operation.call, (await answerTo(operation, token)).status]).toEqual([operation.call, 401]);
    });

    test.each(OTHER_SCOPES.slice(0, IS_FULL_RUN ? undefined : 3))(
      'answers 403 to a token with the scope %j, also to an admin’s [T454]',
      async (scope) => {
        const token = await client().token('admin', { scope });
        const refused = { status: 403, error: 'SCOPE_MISSING' };
        for (const operation of await operations())
          expect({ call: operation.call, ...(await answerTo(operation, token)) }).toEqual({
            call: operation.call,
            ...refused,
          });
      },
    );

    test('answers a token for tools only if it is for staff [T373]', async () => {
      const { accessToken } = await client().signIn('admin');
      const { body } = await client().call('staff/access-token', accessToken);
      const { token } = v.parse(AccessTokenResponseSchema, body).data;
      for (const operation of await operations()) {
        const { call, isForStaff } = operation;
        const { error } = await answerTo(operation, token);
        expect([call, error === 'SCOPE_MISSING']).toEqual([call, !isForStaff]);
      }
    });
  });

  describe('a role that is taken while the body is held back', () => {
    test('is asked for again by every change of staff, in its transaction [T456]', async () => {
      const changes = (await staffOperations()).filter(({ method }) => method !== 'GET');
      expect(changes.map(({ call }) => call).toSorted()).toEqual(Object.keys(requests).toSorted());
      // The look-ups of the admin, who takes the role of many people, begin anew.
      client().clock.ahead += LOOKUP_WINDOW_MS;
      for (const { call, method, permission } of changes) {
        const [role = ''] = isPermission(permission) ? PERMISSIONS[permission] : [];
        const person = await staff.newStaff(role);
        const token = await client().token(person.email);
        const { path, body } = (await requests[call]?.(token)) ?? { path: '', body: {} };
        const take = { role, change: 'remove', reason: REASON };
        const answer = await sendHeld(client(), { method, path, token, body }, () =>
          staff.post('admin', `people/${toId(person)}/roles`, take),
        );
        expect([call, answer]).toEqual([call, { status: 403, error: 'ROLE_MISSING' }]);
      }
    });

    test('and so is a password that is changed meanwhile', async () => {
      const { email } = await client().newPerson({ account: { password: 'account-1' } });
      const token = await client().token(email);
      const body = { newEmail: `new-${email}`, currentPassword: 'account-1' };
      const change = { currentPassword: 'account-1', newPassword: 'account-2' };
      const answer = await sendHeld(client(), { method: 'PUT', path: 'account/email', token, body }, () =>
        client().call('account/password', token, { method: 'PUT', body: change }),
      );
      expect(answer).toEqual({ status: 401, error: 'WRONG_PASSWORD' });
    });
  });
}
