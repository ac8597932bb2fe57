import { describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { getAccountId } from '../database/add-person.ts';
import { countToday } from '../database/daily-counts.ts';
import type { Counted } from '../database/daily-counts.ts';
import { DEMO_HUBS } from '../database/demo-data.ts';
import { createReleaseLink, redeemReleaseLink } from '../database/mail-links.ts';
import { dailyCounts } from '../database/schema.ts';
import type { ApiOnDatabase } from '../testing/api-on-database.ts';
import { PORTAL } from '../testing/demo-backend.ts';
import { REASON } from '../testing/staff.ts';

const HUBS = DEMO_HUBS.filter(({ owner }) => owner === 'many');

/** Tests of what is counted for the statistics, for each kind of database. */
export function testCounts(started: () => ApiOnDatabase): void {
  async function readCount(what: Counted): Promise<number> {
    const day = new Date().toISOString().slice(0, 10);
    const isToday = and(eq(dailyCounts.day, day), eq(dailyCounts.what, what));
    const [found] = await started().db.select().from(dailyCounts).where(isToday);
    return found?.count ?? 0;
  }

  describe('the count of a day', () => {
    test('grows by one, also of several at once', async () => {
      const before = await readCount('sign-in');
      await Promise.all([1, 2, 3].map(async () => countToday(started().db, 'sign-in')));
      expect(await readCount('sign-in')).toBe(before + 3);
    });

    test('tells who released a hub: its owner, a link or staff', async () => {
      const { db, call } = started();
      const paths = HUBS.slice(0, 2).map(({ serial, partNumber }) => `hubs/${serial}+${partNumber}`);
      const hub = { serial: '', partNumber: '', ...HUBS[2], ownerId: getAccountId('many') };
      const kinds = ['release-by-owner', 'release-by-staff', 'release-by-link'] as const;
      const before = await Promise.all(kinds.map(readCount));
      expect(await call('many', `DELETE ${paths[0]}/authorization`)).toBe(200);
      expect(await call('many', `DELETE ${paths[0]}/authorization`)).toBe(404);
      expect(await call('support', `POST staff/${paths[1]}/release`, { reason: REASON })).toBe(200);
      const token = await createReleaseLink(db, hub, PORTAL);
      expect(await redeemReleaseLink(db, token)).toMatchObject({ outcome: 'released' });
      expect(await redeemReleaseLink(db, token)).toMatchObject({ outcome: 'already-released' });
      expect(await Promise.all(kinds.map(readCount))).toEqual(before.map((count) => count + 1));
    });
  });
}
