import { describe, expect, test } from '@jest/globals';
import { refusal } from '../../testing/demo-backend.ts';
import type { BackendClient } from '../../testing/demo-backend.ts';
import { toId, REASON, getStaff } from '../../testing/staff.ts';

/** Tests of the roles that admins give and take, for each kind of database. */
export function testRoles(client: () => BackendClient): void {
  const staff = getStaff(client);
  const change = (who: string, person: { readonly email: string }, role: string, how: 'add' | 'remove') =>
    staff.post(who, `people/${toId(person)}/roles`, { role, change: how, reason: REASON });
  const readRoles = async (person: { readonly email: string }) => (await staff.view('admin', person)).roles;

  describe('a change of roles', () => {
    test('gives a role that counts at once, and takes it again [T221]', async () => {
      const person = await client().newPerson({});
      expect((await staff.get(person.email, 'journal')).status).toBe(403);
      const given = await change('admin', person, 'admin', 'add');
      expect(given).toMatchObject({ status: 200, body: { data: { roles: ['admin'] } } });
      expect((await staff.get(person.email, 'journal')).status).toBe(200);
      const taken = await change('admin', person, 'admin', 'remove');
      expect(taken).toMatchObject({ status: 200, body: { data: { roles: [] } } });
      expect((await staff.get(person.email, 'journal')).status).toBe(403);
      const entry = { by: 'admin@example.com', what: 'admin', reason: REASON };
      expect(await staff.entriesOn(person)).toEqual([
        { ...entry, action: 'role-removed' },
        { ...entry, action: 'role-added' },
      ]);
    });

    test('that is already so changes nothing, and is written down as a view, because the answer has the roles', async () => {
      const person = await client().newPerson({ account: { roles: ['content'] } });
      for (const [role, how] of [
        ['content', 'add'],
        ['firmware', 'remove'],
      ] as const) {
        const answer = await change('admin', person, role, how);
        expect(answer).toMatchObject({ status: 200, body: { data: { roles: ['content'] } } });
      }
      const view = { action: 'viewed', by: 'admin@example.com', what: null, reason: null };
      expect(await staff.entriesOn(person)).toEqual([view, view]);
    });

    test('is refused for the own account, whatever it is [T378]', async () => {
      const admin = await staff.newStaff('admin');
      for (const [role, how] of [
        ['support', 'add'],
        ['admin', 'add'],
        ['admin', 'remove'],
      ] as const)
        expect(await change(admin.email, admin, role, how)).toMatchObject(refusal(403, 'OWN_ROLES'));
      expect(await readRoles(admin)).toEqual(['admin']);
      await change('admin', admin, 'admin', 'remove');
    });

    test('knows the roles of staff and developers only [T379]', async () => {
      const person = await client().newPerson({});
      for (const role of ['release-manager', 'root', ''])
        expect(
          (await staff.post('admin', `people/${toId(person)}/roles`, { role, change: 'add', reason: REASON })).status,
        ).toBe(400);
    });

    test('loses none of several that come at once, not even the sign-up as a developer', async () => {
      const person = await client().newPerson({});
      const accessToken = await client().token(person.email);
      const url = 'http://localhost:4999/terms.pdf';
      const answers = await Promise.all([
        change('admin', person, 'support', 'add'),
        client().call('account/developer', accessToken, { method: 'POST', body: { url } }),
        change('admin', person, 'content', 'add'),
        change('admin', person, 'firmware', 'add'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await readRoles(person)).toSorted()).toEqual(['content', 'developer', 'firmware', 'support']);
    });
  });

  describe('the last admin', () => {
    test('stays: of two who take each other’s role at once, one is refused, and nobody deletes the account of the one', async () => {
      const [first, second] = [await staff.newStaff('admin'), await staff.newStaff('admin')];
      const demo = { email: 'admin@example.com' };
      await change(first.email, demo, 'admin', 'remove');
      const answers = await Promise.all([
        change(first.email, second, 'admin', 'remove'),
        change(second.email, first, 'admin', 'remove'),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const left = answers[0]?.status === 200 ? first : second;
      const gone = left === first ? second : first;
      expect(await change(gone.email, left, 'admin', 'remove')).toMatchObject(refusal(403, 'ROLE_MISSING'));

      const body = { reason: REASON, deleteObcAccount: false };
      const remove = (who: string) => staff.post(who, `people/${toId(left)}/delete`, body);
      expect(await remove('support')).toMatchObject(refusal(403, 'STAFF_ACCOUNT'));
      expect(await remove(left.email)).toMatchObject(refusal(400, 'LAST_ADMIN'));
      const token = await client().token(left.email);
      const own = await client().call('account/destroy', token, { method: 'POST', body: { password: '' } });
      expect(own).toMatchObject(refusal(400, 'LAST_ADMIN'));

      expect((await change(left.email, demo, 'admin', 'add')).status).toBe(200);
      expect(await remove('support')).toMatchObject(refusal(403, 'STAFF_ACCOUNT'));
      expect((await remove('admin')).status).toBe(200);
    });
  });
}
