import { describe, expect, test } from '@jest/globals';
import { StatisticsResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { BackendClient } from './testing/demo-backend.ts';

const DAY = 86_400_000;

/** Tests of the statistics, for each kind of database. */
export function testStatistics(client: () => BackendClient): void {
  const statistics = async (query = '') => {
    const { body } = await client().call(`staff/statistics${query}`, await client().token('firmware'));
    return v.parse(StatisticsResponseSchema, body).data;
  };
  const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10);

  describe('the statistics', () => {
    test('count accounts, and hubs by type, role and sharing', async () => {
      const before = await statistics();
      const { email } = await client().newPerson({ account: { password: 'account-1' } });
      // Of this one the deletion stops half-way: nobody can use it any more.
      const gone = await client().newPerson({});
      await client().control('POST', `people/${gone.email}/behaviour`, { deletion: 'partial' });
      const accessToken = await client().token(gone.email);
      await client().call('account/destroy', accessToken, { method: 'POST', body: { password: '' } });
      const hub = { serial: `S-${Date.now()}`, type: 'KETTLE' };
      await client().newPerson({ hubs: [{ ...hub, sharingMode: 'public', guests: [email] }] });
      await client().newPerson({ hubs: [{ ...hub, serial: `${hub.serial}-2` }] });
      const { accounts, hubs } = await statistics();
      expect(accounts).toEqual({
        all: before.accounts.all + 3,
        confirmed: before.accounts.confirmed + 3,
        migrated: before.accounts.migrated + 2,
      });
      expect(hubs).toContainEqual({ type: 'KETTLE', guests: 1, shared: 1, all: 2 });
      const types = hubs.map(({ type }) => type);
      expect(types).toEqual(types.toSorted());
      expect(types).toEqual(expect.arrayContaining(['CUI100', 'HUB', 'REARLIGHT']));
    });

    test.each([
      ['', 30],
      ['?days=7', 7],
      ['?days=91', 91],
    ])('of the days%s are %i, until today, of which the demo has counts', async (query, count) => {
      const { releases, signIns } = await statistics(query);
      const today = Date.now();
      const days = Array.from({ length: count }, (_, index) => dayAt(today - (count - 1 - index) * DAY));
      expect(signIns.map(({ day }) => day)).toEqual(days);
      expect(releases.map(({ day }) => day)).toEqual(days);
      expect(signIns.every((day) => day.count > 0)).toBe(true);
      for (const by of ['owner', 'link', 'staff'] as const) expect(releases.some((day) => day[by] > 0)).toBe(true);
    });

    test('have days on which nothing happened', async () => {
      const { clock } = client();
      clock.ahead = 5 * DAY;
      const { releases, signIns } = await statistics('?days=7');
      clock.ahead = 0;
      expect(signIns.slice(-5).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0]);
      expect(releases.at(-1)).toEqual({ day: dayAt(Date.now() + 5 * DAY), owner: 0, link: 0, staff: 0 });
    });

    test.each(['?days=8', '?days=x', '?days=', '?days=%00'])('are refused for %s', async (query) => {
      const answer = await client().call(`staff/statistics${query}`, await client().token('firmware'));
      expect(answer.status).toBe(400);
    });
  });
}
