import { describe, expect, test } from '@jest/globals';
import { StaffAccessResponseSchema } from '@portal/api/wire';
import { JOURNAL_PAGE_SIZE } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { BackendClient } from '../../testing/demo-backend.ts';
import { toId, REASON, getStaff } from '../../testing/staff.ts';

const DAY = 86_400_000;
const getDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Tests of the journal as admins see it, and of what customers see of it, for each kind of database. */
export function testJournal(client: () => BackendClient): void {
  const staff = getStaff(client);
  const readAccess = async (token: string) =>
    v.parse(StaffAccessResponseSchema, (await client().call('account/staff-access', token)).body).data;

  describe('the journal', () => {
    test('has entries from the first start, the newest first', async () => {
      const { entries } = await staff.journal({ on: toId({ email: 'owner@example.com' }), action: 'hub-released' });
      expect(entries).toMatchObject([
        { action: 'hub-released', by: { email: 'support@example.com' }, what: '0012607719+4021000117' },
      ]);
      const ids = (await staff.journal({})).entries.map(({ id }) => Number(id));
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    });

    test('is read a page at a time, forth and back, and what is written meanwhile moves nothing', async () => {
      const { email } = await staff.newStaff('support');
      const person = await client().newPerson({});
      for (let time = 0; time < JOURNAL_PAGE_SIZE + 2; time += 1) await staff.view(email, person);
      const query = { by: toId({ email }) };
      const first = await staff.journal(query);
      expect(first).toMatchObject({ entries: { length: JOURNAL_PAGE_SIZE }, previous: null });
      const second = await staff.journal({ ...query, after: first.next ?? '' });
      expect(second).toMatchObject({ entries: { length: 2 }, next: null });
      const ids = [...first.entries, ...second.entries].map(({ id }) => id);
      expect(new Set(ids).size).toBe(JOURNAL_PAGE_SIZE + 2);
      const behind = await staff.journal({ ...query, after: second.entries.at(-1)?.id ?? '' });
      expect(behind).toEqual({ entries: [], previous: null, next: null });
      expect(await staff.journal({ ...query, before: second.previous ?? '' })).toEqual(first);
      // With two newer entries the page before them does not reach the newest ones.
      for (let time = 0; time < 2; time += 1) await staff.view(email, person);
      expect(await staff.journal({ ...query, after: first.next ?? '' })).toMatchObject({ entries: second.entries });
      const back = await staff.journal({ ...query, before: second.previous ?? '' });
      expect(back.entries).toEqual(first.entries);
      const newest = await staff.journal({ ...query, before: back.previous ?? '' });
      expect(newest).toMatchObject({ entries: { length: 2 }, previous: null });
    });

    test('is filtered by action, by whom, on whom and by day', async () => {
      const { email } = await staff.newStaff('support');
      const [person, other] = [await client().newPerson({}), await client().newPerson({})];
      await staff.view(email, person);
      await staff.view(email, other);
      await staff.post(email, `people/${toId(person)}/deletion-mail`, { reason: REASON });
      const by = toId({ email });
      const readActions = async (query: Readonly<Record<string, string>>) =>
        (await staff.journal({ by, ...query })).entries.map(({ action }) => action);
      const today = getDay(Date.now());
      expect(await readActions({ on: toId(person) })).toEqual(['deletion-mail-sent', 'viewed']);
      expect(await readActions({ action: 'viewed' })).toEqual(['viewed', 'viewed']);
      expect(await readActions({ action: 'viewed', on: toId(other) })).toEqual(['viewed']);
      expect(await readActions({ from: today, to: today })).toHaveLength(3);
      expect(await readActions({ from: getDay(Date.now() + DAY) })).toEqual([]);
      expect(await readActions({ to: getDay(Date.now() - DAY) })).toEqual([]);
      expect((await staff.journal({ to: getDay(Date.now() - 2 * DAY) })).entries.length).toBeGreaterThan(5);
      // The last day that dates can name.
      expect(await readActions({ from: today, to: '9999-12-31' })).toHaveLength(3);
    });

    test.each(['action=looked', 'by=%00', 'to=2026-13-01', 'before=x', 'after=99999999999999999999'])(
      'is not read with "%s"',
      async (query) => {
        expect((await staff.get('admin', `journal?${query}`)).status).toBe(400);
      },
    );
  });

  describe('what customer service did with an account', () => {
    test('is told to its owner, the oldest first, without who and why', async () => {
      const person = await client().newPerson({});
      const accessToken = await client().token(person.email);
      expect(await readAccess(accessToken)).toEqual([]);
      await staff.view('support', person);
      await staff.post('admin', `people/${toId(person)}/roles`, { role: 'developer', change: 'add', reason: REASON });
      const { body } = await client().call('account/staff-access', accessToken);
      expect(v.parse(StaffAccessResponseSchema, body).data).toEqual([
        { at: expect.any(Date), action: 'viewed', what: null },
        { at: expect.any(Date), action: 'role-added', what: 'developer' },
      ]);
      for (const secret of ['support@', 'admin', REASON]) expect(JSON.stringify(body)).not.toContain(secret);
    });

    test('is told to nobody else [T376]', async () => {
      expect((await client().call('account/staff-access')).status).toBe(401);
      expect((await readAccess(await client().token('guest'))).map(({ action }) => action)).toEqual(
        expect.arrayContaining(['hub-released', 'viewed']),
      );
    });
  });
}
