import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { accountIdOf } from '../database/add-person.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { DEMO_HUBS } from '../database/demo-data.ts';
import { deleteAccount, releaseForced } from '../database/release-hub.ts';
import { accounts, emailConfirmations, outbox as rows } from '../database/schema.ts';
import { startDatabase } from '../start-database.ts';
import { settingsOf } from '../options.ts';
import { PORTAL } from '../testing/demo-backend.ts';
import { VirtualTime } from '../testing/virtual-time.ts';
import type { NewMail } from '../database/mail-facts.ts';
import { Mailbox } from './mailbox.ts';
import { createMailer, startMailServer } from './mailer.ts';
import type { Message, SendMail } from './mailer.ts';
import { DELAYS_MS, Outbox } from './outbox.ts';

const accountId = accountIdOf('unmigrated');
const DAY = 86_400_000;

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
beforeAll(async () => {
  database = await startDatabase({ databaseUrl: 'memory', stateFolder: '' }, () => undefined);
});
afterAll(() => database.close());
beforeEach(() => database.db.delete(rows));

/** An outbox, and what was handed to its mail server, which takes what `takes` says. */
function newOutbox(takes: SendMail, time = new VirtualTime()) {
  const mails: Message[] = [];
  const lines: string[] = [];
  const settings = settingsOf({ port: 0, stateFolder: '', portalOrigins: [PORTAL] }, 4997, (line) => lines.push(line));
  const outbox = new Outbox({
    db: database.db,
    settings,
    time,
    async sendMail(message) {
      await takes(message);
      mails.push(message);
    },
  });
  /** Carries out an act that adds these mails. */
  const act = (...added: readonly NewMail[]) =>
    outbox.transaction(async (transaction) => {
      for (const mail of added) await outbox.add(transaction, mail);
    });
  /** Lets time pass, and tries what is due then. */
  const pass = async (milliseconds: number) => {
    time.pass(milliseconds);
    await outbox.settled();
  };
  return { outbox, act, pass, mails, lines, time, receivers: () => mails.map(({ to }) => to.address) };
}

const takeAll = async () => undefined;
const refuse = async () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
};

describe('an act', () => {
  test('is done while the mail server hangs', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { outbox, act, mails } = newOutbox(() => promise);
    await act(notice('a@example.org'));
    expect(mails).toEqual([]);
    resolve(undefined);
    await outbox.settled();
    expect(mails).toHaveLength(1);
  });

  test('that is not done sends nothing', async () => {
    const { outbox, mails } = newOutbox(takeAll);
    const failing = outbox.transaction(async (transaction) => {
      await outbox.add(transaction, notice('a@example.org'));
      throw new Error('not done');
    });
    await expect(failing).rejects.toThrow('not done');
    await outbox.start();
    await outbox.settled();
    expect(mails).toEqual([]);
  });

  test('sends the rest later when the mail server goes away between its mails', async () => {
    let left = 1;
    const { outbox, act, pass, receivers } = newOutbox(() => ((left -= 1) < 0 ? refuse() : takeAll()));
    await act(notice('a@example.org'), notice('b@example.org'), notice('c@example.org'));
    await outbox.settled();
    expect(receivers()).toEqual(['a@example.org']);
    left = 2;
    await pass(DELAYS_MS[0] ?? 0);
    expect(receivers()).toEqual(['a@example.org', 'b@example.org', 'c@example.org']);
    expect(await database.db.select().from(rows)).toEqual([]);
  });
});

describe('a mail that the mail server does not take', () => {
  test('is tried again after growing delays, then given up: its kind, the time and the reason stay [T460]', async () => {
    let tries = 0;
    const { outbox, act, pass, lines, time } = newOutbox(() => ((tries += 1), refuse()));
    await act(confirmation);
    await outbox.settled();
    for (const [number, delay] of DELAYS_MS.entries()) {
      await pass(delay - 1);
      expect(tries).toBe(number + 1);
      await pass(1);
      expect(tries).toBe(number + 2);
    }
    const [row] = await database.db.select().from(rows);
    expect(row).toMatchObject({
      kind: 'email-confirmation',
      accountId,
      receiver: null,
      facts: null,
      refusedAt: new Date(time.now()),
      reason: 'ECONNREFUSED',
    });
    await pass(30 * DAY);
    expect(tries).toBe(DELAYS_MS.length + 1);
    expect(lines.join()).not.toContain('new@example.org');
  });

  test('waits as facts, without text or link, and has another link each time [T461]', async () => {
    const links: (string | undefined)[] = [];
    const { outbox, act, pass } = newOutbox(({ text }) => {
      links.push(/http\S+/.exec(text)?.[0]);
      return refuse();
    });
    await act(confirmation);
    await outbox.settled();
    await pass(DELAYS_MS[0] ?? 0);
    const [row] = await database.db.select().from(rows);
    expect(row).toMatchObject({ receiver: confirmation.receiver, facts: confirmation.facts });
    expect(new Set(links).size).toBe(2);
    expect(JSON.stringify(row)).not.toMatch(/confirmation\/|Please/);
    expect(await database.db.select().from(emailConfirmations)).toHaveLength(1);
  });

  test('because there is no such mailbox is given up at once, and holds up no other', async () => {
    const mailbox = new Mailbox();
    const server = await startMailServer(mailbox, () => undefined);
    const { outbox, act } = newOutbox(createMailer(server));
    await act(notice('gone@refused.example'), notice('b@example.org'));
    await outbox.settled();
    await server.close();
    expect(mailbox.list().flatMap(({ to }) => to)).toEqual(['b@example.org']);
    expect(await database.db.select().from(rows)).toMatchObject([{ reason: '550 No such mailbox', receiver: null }]);
  });

  test('is forgotten 90 days after it was given up', async () => {
    const time = new VirtualTime();
    const server = async () =>
      Promise.reject(Object.assign(new Error('no'), { responseCode: 550, response: '550 no' }));
    const { outbox, act } = newOutbox(server, time);
    await act(notice('a@example.org'));
    await outbox.settled();
    time.pass(90 * DAY);
    await outbox.start();
    expect(await database.db.$count(rows)).toBe(1);
    time.pass(DAY);
    await outbox.start();
    expect(await database.db.$count(rows)).toBe(0);
  });
});

test('a mail leaves at once, also when the clock is set back meanwhile', async () => {
  const { outbox, time, mails } = newOutbox(takeAll);
  await outbox.transaction(async (transaction) => {
    await outbox.add(transaction, notice('a@example.org'));
    time.pass(-DAY);
  });
  await outbox.settled();
  expect(mails).toHaveLength(1);
});

test('what waits leaves after a restart, also if the process ended while it was sent', async () => {
  const hanging = newOutbox(() => new Promise(() => undefined));
  await hanging.act(notice('a@example.org'), notice('b@example.org'));
  const later = new VirtualTime();
  later.pass(DELAYS_MS[0] ?? 0);
  const { outbox, receivers } = newOutbox(takeAll, later);
  await outbox.start();
  await outbox.settled();
  expect(receivers().toSorted()).toEqual(['a@example.org', 'b@example.org']);
});

test('a change of the address that waits for another try makes way for a later one that was sent', async () => {
  const later: NewMail = { ...confirmation, receiver: { name: 'Ida', address: 'later@example.org', language: 'en' } };
  const { outbox, act, receivers } = newOutbox(({ to }) => (to.name === 'Uma' ? refuse() : takeAll()));
  await act(confirmation, later, notice('a@example.org'));
  await outbox.settled();
  expect(receivers()).toEqual(['later@example.org']);
  expect(await database.db.select({ kind: rows.kind }).from(rows)).toEqual([{ kind: 'password-changed' }]);
});

test('a request for the release of a hub that is released meanwhile is not sent', async () => {
  const [hub, other] = DEMO_HUBS.filter(({ owner }) => owner === 'owner');
  const { outbox, act } = newOutbox(refuse);
  for (const { serial = '', partNumber = '' } of [hub ?? {}, other ?? {}]) {
    const facts = {
      kind: 'release-request',
      ownerId: accountIdOf('owner'),
      guest: 'Jo',
      portalOrigin: PORTAL,
    } as const;
    await act({ ...notice('owner@example.com'), facts: { ...facts, serial, partNumber } });
  }
  await outbox.settled();
  if (hub) await database.db.transaction((transaction) => releaseForced(transaction, hub));
  const waiting = await database.db.select({ facts: rows.facts }).from(rows);
  expect(waiting).toMatchObject([{ facts: { serial: other?.serial } }]);
});

test('a link for an account that is deleted meanwhile is not sent, a notice is', async () => {
  const { db } = database;
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  let isDown = true;
  const { outbox, act, pass, mails } = newOutbox(() => (isDown ? refuse() : takeAll()));
  await act(confirmation, notice('a@example.org'));
  await outbox.settled();
  await db.transaction((transaction) => deleteAccount(transaction, accountId));
  isDown = false;
  await pass(DELAYS_MS[0] ?? 0);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your password was changed']);
  if (account) await db.insert(accounts).values(account);
});
