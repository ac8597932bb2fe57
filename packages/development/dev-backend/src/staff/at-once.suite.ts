import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { getAccountId } from '../database/add-person.ts';
import { accounts } from '../database/schema.ts';
import type { ApiOnDatabase } from '../testing/api-on-database.ts';
import { REASON } from '../testing/staff.ts';

/**
 * Tests of actions at the same moment: without a network between, each caller is let in before the other one's action
 * begins. For each kind of database.
 */
export function testAtOnce(started: () => ApiOnDatabase): void {
  const action = (who: string, whom: string, name: string, body: object = {}) =>
    started().call(who, `POST staff/people/${getAccountId(whom)}/${name}`, { reason: REASON, ...body });
  const setRoles = async (who: string, roles: string[]) => {
    const { db } = started();
    await db
      .update(accounts)
      .set({ roles })
      .where(eq(accounts.id, getAccountId(who)));
  };

  describe('at the same moment', () => {
    test('two admins take each other’s role: one is refused, and stays', async () => {
      await setRoles('support', ['admin']);
      const take = { role: 'admin', change: 'remove' };
      const answers = await Promise.all([
        action('admin', 'support', 'roles', take),
        action('support', 'admin', 'roles', take),
      ]);
      await setRoles('support', ['support']);
      await setRoles('admin', ['admin']);
      expect(answers.toSorted((a, b) => a - b)).toEqual([200, 403]);
    });

    test('two unmigrate an account: it happens once, with one mail', async () => {
      const { mailbox } = started();
      const before = mailbox.list().length;
      const answers = await Promise.all([
        action('support', 'empty', 'unmigrate'),
        action('admin', 'empty', 'unmigrate'),
      ]);
      expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400]);
      expect(mailbox.list()).toHaveLength(before + 1);
    });
  });
}
