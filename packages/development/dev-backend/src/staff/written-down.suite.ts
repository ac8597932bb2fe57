import { describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { getAccountId } from '../database/add-person.ts';
import { DEMO_HUBS } from '../database/demo-data.ts';
import {
  accountPasswordLinks,
  accounts,
  dailyCounts,
  hubHolders,
  hubs,
  journal,
  logs,
  outbox,
} from '../database/schema.ts';
import type { ApiOnDatabase } from '../testing/api-on-database.ts';
import { REASON } from '../testing/staff.ts';

const owner = getAccountId('owner');
/** Stands for the id of a log of the person's app. */
const LOG = 'LOG';

/** Every action on the data of a demo person. */
function actionsOn(name: string, hub: (typeof DEMO_HUBS)[number] | undefined) {
  const person = getAccountId(name);
  return [
    ['support', `GET staff/people/${person}`, undefined],
    ['support', `POST staff/people/${person}/deletion-mail`, { reason: REASON }],
    ['support', `POST staff/people/${person}/unmigrate`, { reason: REASON }],
    ['support', `POST staff/people/${person}/password-mail`, { reason: REASON }],
    ['support', `POST staff/people/${person}/notes`, { text: REASON }],
    ['admin', `POST staff/people/${person}/roles`, { role: 'developer', change: 'add', reason: REASON }],
    ['support', `POST staff/hubs/${hub?.serial}+${hub?.partNumber}/release`, { reason: REASON }],
    ['support', `POST staff/logs/${LOG}/download`, undefined],
    ['admin', `POST staff/logs/${LOG}/delete`, { reason: REASON }],
    ['support', `POST staff/people/${person}/delete`, { reason: REASON, deleteObcAccount: true }],
  ] as const;
}
const ACTIONS = actionsOn('owner', DEMO_HUBS[0]);
/** Those that a mail tells the person about. */
const isTold = ([, call]: (typeof ACTIONS)[number]) =>
  /\/(deletion-mail|password-mail|unmigrate|release|people\/\w+\/delete)$/.test(call);

/** Tests that what staff do with people's data stands in the journal, for each kind of database. */
export function testWrittenDown(started: () => ApiOnDatabase): void {
  describe('what staff do', () => {
    /** Everything that the actions change. */
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

    test.each(ACTIONS)('by %s (%s) is not done when it cannot be written down [T305]', async (who, call, body) => {
      const { db } = started();
      const before = await state();
      await db.execute(sql`alter table journal rename to lost`);
      expect(await make(who, call, body)).toBe(500);
      await db.execute(sql`alter table lost rename to journal`);
      expect(await state()).toEqual(before);
    });

    test.each(actionsOn('many', DEMO_HUBS.at(-1)).filter(isTold))(
      'by %s (%s) is done and written down, whether or not somebody takes the mail [T306]',
      async (who, call, body) => {
        const { db } = started();
        await db
          .update(accounts)
          .set({ email: 'many@refused.example' })
          .where(eq(accounts.id, getAccountId('many')));
        const before = { entries: await db.$count(journal), refused: await db.$count(outbox) };
        expect(await make(who, call, body)).toBe(200);
        expect({ entries: await db.$count(journal), refused: await db.$count(outbox) }).toEqual({
          entries: before.entries + 1,
          refused: before.refused + 1,
        });
      },
    );

    test('is written down with each action [T429]', async () => {
      const { db, mailbox } = started();
      const before = await db.$count(journal);
      const sent = mailbox.list().length;
      for (const [who, call, body] of ACTIONS) expect([call, await make(who, call, body)]).toEqual([call, 200]);
      // The released hub had a guest, and so had another one of the deleted account.
      expect(await db.$count(journal)).toBe(before + ACTIONS.length + 2);
      expect(mailbox.list()).toHaveLength(sent + ACTIONS.filter(isTold).length + 2);
      // They went with the account.
      expect(await db.$count(logs, ofOwner)).toBe(0);
    });

    test('replaces an expired link once, also if asked twice at the same moment', async () => {
      const { db, call, mailbox } = started();
      const guest = getAccountId('guest');
      expect(await call('support', `POST staff/people/${guest}/unmigrate`, { reason: REASON })).toBe(200);
      const [, link] = /\/api\/(account\/new-password\/[\w-]+)/.exec(mailbox.list()[0]?.text ?? '') ?? [];
      await db.update(accountPasswordLinks).set({ expiresAt: new Date(0) });
      const before = mailbox.list().length;
      const answers = await Promise.all([call('guest', `POST ${link}`), call('guest', `POST ${link}`)]);
      expect(answers.toSorted((a, b) => a - b)).toEqual([303, 410]);
      expect(mailbox.list()).toHaveLength(before + 1);
    });

    test.each([
      sql`update journal set reason = 'another'`,
      sql`update journal set by_id = 'somebody' where id = 1`,
      sql`delete from journal where id = 1`,
      sql`delete from journal`,
      sql`truncate journal`,
      sql`update firmware_history set by_id = 'somebody'`,
      sql`delete from firmware_history`,
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
