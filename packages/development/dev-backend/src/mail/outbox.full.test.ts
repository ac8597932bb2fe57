import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { getAccountId } from '../database/add-person.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { deleteAccount } from '../database/release-hub.ts';
import { outbox as rows } from '../database/schema.ts';
import { startDatabase } from '../start-database.ts';
import { getSettings } from '../options.ts';
import { PORTAL } from '../testing/demo-backend.ts';
import type { NewMail } from '../database/mail-facts.ts';
import { Mailbox } from './mailbox.ts';
import { Outbox } from './outbox.ts';

const accountId = getAccountId('unmigrated');

/** A notice to this address. */
const notice = (address: string): NewMail => ({
  accountId,
  receiver: { name: 'Uma', address, language: 'en' },
  facts: { kind: 'password-changed', portalOrigin: PORTAL },
});
const confirmation: NewMail = {
  ...notice('new@example.org'),
  facts: { kind: 'email-confirmation', accountId, newEmail: 'new@example.org', portalOrigin: PORTAL },
};

let database: OpenDatabase;
let mailbox: Mailbox;
let outbox: Outbox;
let lines: string[];
beforeAll(async () => {
  database = await startDatabase({ databaseUrl: 'memory', stateFolder: '' }, () => undefined);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(rows);
  mailbox = new Mailbox();
  lines = [];
  const settings = getSettings({ port: 0, stateFolder: '', portalOrigins: [PORTAL] }, 4997, (line) => lines.push(line));
  outbox = new Outbox({ db: database.db, settings, mailbox });
});

const action = async (...added: readonly NewMail[]) => {
  await outbox.transaction(async (transaction) => {
    for (const mail of added) await outbox.add(transaction, mail);
  });
  await outbox.settled();
};
const receivers = () => mailbox.list().flatMap(({ to }) => to);

test('an action that is not done sends nothing', async () => {
  const failing = outbox.transaction(async (transaction) => {
    await outbox.add(transaction, notice('a@example.org'));
    throw new Error('not done');
  });
  await expect(failing).rejects.toThrow('not done');
  outbox.send();
  await outbox.settled();
  expect(receivers()).toEqual([]);
});

test('a mail that no mailbox takes is given up, and holds up no other: its kind, the time and the reason stay [T460]', async () => {
  await action(notice('gone@refused.example'), notice('b@example.org'));
  expect(receivers()).toEqual(['b@example.org']);
  expect(await database.db.select().from(rows)).toMatchObject([
    {
      kind: 'password-changed',
      accountId,
      receiver: null,
      facts: null,
      refusedAt: expect.any(Date),
      reason: '550 No such mailbox',
    },
  ]);
  expect(lines).toEqual([]);
});

test('a mail waits as facts, without text or link [T461]', async () => {
  await outbox.transaction(async (transaction) => {
    await outbox.add(transaction, confirmation);
    const [row] = await transaction.select().from(rows);
    expect(row).toMatchObject({ receiver: confirmation.receiver, facts: confirmation.facts });
    expect(JSON.stringify(row)).not.toMatch(/confirmation\/|Please/);
  });
  await outbox.settled();
  expect(mailbox.list()[0]?.text).toContain('/api/account/confirmation/');
});

test('a link for an account that is deleted meanwhile is not sent, a notice is', async () => {
  await outbox.transaction(async (transaction) => {
    await outbox.add(transaction, confirmation);
    await outbox.add(transaction, notice('a@example.org'));
    await deleteAccount(transaction, accountId);
  });
  await outbox.settled();
  expect(receivers()).toEqual(['a@example.org']);
  expect(lines.join()).not.toContain('new@example.org');
});
