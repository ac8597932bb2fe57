import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { ACTS, STAFF_ROLES } from '@portal/staff-api/acts';
import type { Act } from '@portal/staff-api/acts';
import { AccessTokenResponseSchema, CountryRecordsResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { refusalIn } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { FirmwareSender, newName, progressIn, sampleZip, sha256 } from './testing/firmware-sender.ts';
import { sendHeld } from './testing/held-request.ts';
import { PUBLIC_CLIENT_IDS, publicClient } from './testing/public-client.ts';
import { idOf, REASON, staffOf } from './testing/staff.ts';

const PAGE = new URL('../../../docs/staff-api.md', import.meta.url);
/** The demo people with each role, with the developer's, and with none. */
const CALLERS = [...STAFF_ROLES, 'developer', 'owner'] as const;

/** Scopes that cover no call, though some look like those that do. */
const OTHER_SCOPES = [undefined, '', 'openid', 'Portal', 'portal-staff', 'portalstaff', 'staffs', ['portal'], true];

const OperationSchema = v.object({
  tags: v.optional(v.array(v.string()), []),
  security: v.optional(v.array(v.unknown())),
  'x-act': v.optional(v.picklist(Object.keys(ACTS))),
  'x-roles': v.optional(v.array(v.string())),
});
const DocumentSchema = v.object({ paths: v.record(v.string(), v.record(v.string(), OperationSchema)) });

const isAct = (text: string): text is Act => Object.hasOwn(ACTS, text);

/** Tests that are generated from the API's description: each call with each role, client and scope. */
export function testPermissions(client: () => BackendClient): void {
  /** The calls that need a token. */
  async function operations() {
    const document: unknown = await (await fetch(`${client().url}/openapi.json`)).json();
    return Object.entries(v.parse(DocumentSchema, document).paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => path.startsWith('/api/') && security?.length !== 0)
        .map(([method, { tags, 'x-act': act = '', 'x-roles': roles }]) => ({
          call: `${method.toUpperCase()} ${path.replace(/^\/api\//, '')}`,
          method: method.toUpperCase(),
          path: path.replace(/^\/api\//, '').replaceAll(/\{[^}]*\}/g, 'x'),
          isForStaff: tags.includes('staff'),
          act,
          roles,
        })),
    );
  }
  const staffOperations = async () => (await operations()).filter(({ isForStaff }) => isForStaff);
  async function answerTo({ method, path }: { readonly method: string; readonly path: string }, token?: string) {
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    return refusalIn(await client().call(path, token, { method, ...body }));
  }

  const staff = staffOf(client);
  const somebody = `people/${idOf({ email: 'empty@example.com' })}`;
  const reason = { reason: REASON };
  const name = newName();
  const newUpload = async (token: string) =>
    progressIn(await new FirmwareSender(client(), token).begin({ fileName: newName(), bytes: sampleZip() })).id;
  const fixed = (path: string, body: object) => async () => ({ path, body });
  /** A request for each act of staff that changes something or has a body, which would be carried out. */
  const HELD: Readonly<
    Record<string, (token: string) => Promise<{ readonly path: string; readonly body: object | Buffer }>>
  > = {
    'POST staff/people/search': fixed('staff/people/search', { email: 'empty@example.com' }),
    'POST staff/people/{id}/deletion-mail': fixed(`staff/${somebody}/deletion-mail`, reason),
    'POST staff/people/{id}/delete': fixed(`staff/${somebody}/delete`, { ...reason, deleteObcAccount: false }),
    'POST staff/people/{id}/unmigrate': fixed(`staff/${somebody}/unmigrate`, reason),
    'POST staff/people/{id}/roles': fixed(`staff/${somebody}/roles`, { ...reason, role: 'admin', change: 'add' }),
    'POST staff/hubs/{serial}+{partNumber}/release': fixed('staff/hubs/0012604417+4021000117/release', reason),
    'POST staff/logs/count': fixed('staff/logs/count', {}),
    'POST staff/logs/delete': fixed('staff/logs/delete', { ...reason, filter: {}, count: 0 }),
    'POST staff/logs/{id}/delete': fixed('staff/logs/1/delete', reason),
    'POST staff/logs/{id}/download': fixed('staff/logs/1/download', {}),
    'PUT staff/countries/{code}': async () => ({ path: 'staff/countries/de', body: await germany() }),
    'POST staff/oems': fixed('staff/oems', { name: 'Held back' }),
    'PUT staff/oems/{id}': fixed('staff/oems/x', { name: 'Held back' }),
    'DELETE staff/oems/{id}': fixed('staff/oems/x', {}),
    'POST staff/firmware/uploads': async () => ({
      path: 'staff/firmware/uploads',
      body: { fileName: name, size: 1, firstPiece: sha256(Buffer.from('x')), skipsTesting: false },
    }),
    'PUT staff/firmware/uploads/{id}/{offset}': async (token) => ({
      path: `staff/firmware/uploads/${await newUpload(token)}/0`,
      body: sampleZip(),
    }),
    'POST staff/firmware/uploads/{id}/complete': async (token) => ({
      path: `staff/firmware/uploads/${await newUpload(token)}/complete`,
      body: {},
    }),
    'DELETE staff/firmware/uploads/{id}': async (token) => ({
      path: `staff/firmware/uploads/${await newUpload(token)}`,
      body: {},
    }),
  };
  async function germany(): Promise<object> {
    const { body } = await staff.get('content', 'countries');
    const { code: _code, ...record } =
      v.parse(CountryRecordsResponseSchema, body).data.find(({ code }) => code === 'de') ?? {};
    return record;
  }

  describe('the calls of staff', () => {
    test('each name an act of the table, with its roles, and there is one for every act', async () => {
      const all = await staffOperations();
      expect(new Set(all.map(({ act }) => act))).toEqual(new Set(Object.keys(ACTS)));
      for (const { call, act, roles } of all) expect([call, isAct(act) && ACTS[act]]).toEqual([call, roles]);
    });

    test('are all that the API has below "staff/"', async () => {
      const untagged = (await operations()).filter(({ path, isForStaff }) => path.startsWith('staff/') && !isForStaff);
      expect(untagged).toEqual([]);
    });

    test.each(CALLERS)('answer 403 to "%s" exactly where the table does not name the role [T249]', async (who) => {
      const token = await client().token(who);
      for (const operation of await staffOperations()) {
        const { call, act } = operation;
        const { status, error } = await answerTo(operation, token);
        const isAllowed = isAct(act) && ACTS[act].some((role) => role === who);
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

    test.each(OTHER_SCOPES)('answers 403 to a token with the scope %j, also to an admin’s [T454]', async (scope) => {
      const token = await client().token('admin', { scope });
      const refused = { status: 403, error: 'SCOPE_MISSING' };
      for (const operation of await operations())
        expect({ call: operation.call, ...(await answerTo(operation, token)) }).toEqual({
          call: operation.call,
          ...refused,
        });
    });

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
    test('is asked for again by every act of staff, in the transaction of the act [T456]', async () => {
      const acts = (await staffOperations()).filter(({ method }) => method !== 'GET');
      expect(acts.map(({ call }) => call).toSorted()).toEqual(Object.keys(HELD).toSorted());
      for (const { call, method, act } of acts) {
        const [role = ''] = isAct(act) ? ACTS[act] : [];
        const person = await staff.newStaff(role);
        const token = await client().token(person.email);
        const { path, body } = (await HELD[call]?.(token)) ?? { path: '', body: {} };
        const take = { role, change: 'remove', reason: REASON };
        const answer = await sendHeld(client(), { method, path, token, body }, () =>
          staff.post('admin', `people/${idOf(person)}/roles`, take),
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
