import { describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { accountIdOf } from '../database/add-person.ts';
import { DEMO_HUBS } from '../database/demo-data.ts';
import { accountPasswordLinks, accounts, dailyCounts, hubHolders, hubs, journal, logs } from '../database/schema.ts';
import type { ApiOnDatabase } from '../testing/api-on-database.ts';
import { REASON } from '../testing/staff.ts';

const [HUB] = DEMO_HUBS;
const owner = accountIdOf('owner');
/** Stands for the id of a log of the owner's app. */
const LOG = 'LOG';
/** Every act on a person's data. */
const ACTS = [
  ['support', `GET staff/people/${owner}`, undefined],
  ['support', `POST staff/people/${owner}/deletion-mail`, { reason: REASON }],
  ['support', `POST staff/people/${owner}/unmigrate`, { reason: REASON }],
  ['admin', `POST staff/people/${owner}/roles`, { role: 'developer', change: 'add', reason: REASON }],
  ['support', `POST staff/hubs/${HUB?.serial}+${HUB?.partNumber}/release`, { reason: REASON }],
  ['support', `POST staff/logs/${LOG}/download`, undefined],
  ['admin', `POST staff/logs/${LOG}/delete`, { reason: REASON }],
  ['support', `POST staff/people/${owner}/delete`, { reason: REASON, deleteObcAccount: true }],
] as const;
/** Those that a mail tells the person about. */
const TOLD = ACTS.filter(([, call]) => /\/(deletion-mail|unmigrate|release|people\/\w+\/delete)$/.test(call));

/** Tests that what staff do with people's data stands in the journal, for each kind of database. */
export function testWrittenDown(started: () => ApiOnDatabase): void {
  describe('what staff do', () => {
    /** Everything that the acts change. */
    async function state() {
      const { db } = started();
      return {
        accounts: await db.select().from(accounts).orderBy(accounts.id),
        hubs: await db.$count(hubs),
        holders: await db.$count(hubHolders),
        logs: await db.$count(logs),
        counts: await db.select().from(dailyCounts),
      };
    }

    const ofOwner = eq(logs.identifier, owner);
    async function make(who: string, call: string, body: object | undefined): Promise<number> {
      const { db } = started();
      const [log] = await db.select({ id: logs.id }).from(logs).where(ofOwner).limit(1);
      return started().call(who, call.replace(LOG, String(log?.id)), body);
    }

    test.each(ACTS)('by %s (%s) is not done when it cannot be written down [T305]', async (who, call, body) => {
      const { db } = started();
      const before = await state();
      await db.execute(sql`alter table journal rename to lost`);
      expect(await make(who, call, body)).toBe(500);
      await db.execute(sql`alter table lost rename to journal`);
      expect(await state()).toEqual(before);
    });

    test.each(TOLD)(
      'by %s (%s) is neither done nor written down when the person cannot be told [T306]',
      async (who, call, body) => {
        const { db, mailServer } = started();
        const before = { ...(await state()), entries: await db.$count(journal) };
        mailServer.isDown = true;
        expect(await make(who, call, body)).toBe(500);
        mailServer.isDown = false;
        expect({ ...(await state()), entries: await db.$count(journal) }).toEqual(before);
      },
    );

    test('is written down with each act [T429]', async () => {
      const { db, mails } = started();
      const before = await db.$count(journal);
      const sent = mails.length;
      for (const [who, call, body] of ACTS) expect([call, await make(who, call, body)]).toEqual([call, 200]);
      // The hub had an owner and a guest.
      expect(await db.$count(journal)).toBe(before + ACTS.length + 1);
      expect(mails).toHaveLength(sent + TOLD.length + 1);
      // They went with the account.
      expect(await db.$count(logs, ofOwner)).toBe(0);
    });

    test('leaves a link that can be replaced until the mail with another is sent', async () => {
      const { db, call, mails, mailServer } = started();
      const guest = accountIdOf('guest');
      expect(await call('support', `POST staff/people/${guest}/unmigrate`, { reason: REASON })).toBe(200);
      const [, link] = /\/api\/(account\/new-password\/[\w-]+)/.exec(mails.at(-1)?.text ?? '') ?? [];
      await db.update(accountPasswordLinks).set({ expiresAt: new Date(0) });
      mailServer.isDown = true;
      expect(await call('guest', `POST ${link}`)).toBe(500);
      mailServer.isDown = false;
      expect(await call('guest', `POST ${link}`)).toBe(303);
      expect(await call('guest', `POST ${link}`)).toBe(410);
    });

    test.each([
      sql`update journal set reason = 'another'`,
      sql`update journal set by_id = 'somebody' where id = 1`,
      sql`delete from journal where id = 1`,
      sql`delete from journal`,
      sql`truncate journal`,
    ])('stays written down (%#) [T449]', async (statement) => {
      const { db } = started();
      const before = await db.select().from(journal).orderBy(journal.id);
      await expect(db.execute(statement)).rejects.toThrow(
        expect.objectContaining({
          cause: expect.objectContaining({ message: expect.stringContaining('stays as it is') }),
        }),
      );
      expect(await db.select().from(journal).orderBy(journal.id)).toEqual(before);
    });
  });
}
