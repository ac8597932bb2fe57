import { describe, expect, test } from '@jest/globals';
import { DEMO_LAST_SEEN, DEMO_PASSWORD } from '../../database/demo-data.ts';
import { PORTAL, refusalIn, refusal } from '../../testing/demo-backend.ts';
import type { BackendClient } from '../../testing/demo-backend.ts';
import { toId, REASON, getStaff } from '../../testing/staff.ts';
import { Visitor } from '../../testing/visitor.ts';
import { MOST_LOOKUPS } from '../../attempts/recent-limit.ts';

const NUL = '\u0000';

/** Tests of the account that staff see, and of its deletion, for each kind of database. */
export function testPeople(client: () => BackendClient): void {
  const staff = getStaff(client);

  describe('the account of a person', () => {
    test('has every field that the specification names, and the hubs [T126]', async () => {
      const person = await client().newPerson({
        copyOf: 'guest',
        account: { obcId: 'OBC-1', roles: ['developer'] },
      });
      const { hubs, registeredAt, ...account } = await staff.view('support', person);
      expect(account).toEqual({
        id: toId(person),
        singleSignOnId: expect.stringMatching(/^identity-/),
        obcId: 'OBC-1',
        firstname: 'Jonas',
        lastname: 'Gruber',
        email: person.email,
        language: 'de',
        lastSeen: DEMO_LAST_SEEN,
        confirmed: true,
        migrated: true,
        roles: ['developer'],
        refusedMails: [],
        history: [],
      });
      expect(registeredAt).toEqual(new Date('2024-09-02T16:05:44Z'));
      expect(hubs).toEqual(
        person.hubs.map(({ activatedAt, ...hub }) => ({
          ...hub,
          activationTime: new Date(activatedAt),
          firmware: expect.stringMatching(/^\d\.\d\.\d$/),
        })),
      );
    });

    test('of somebody who has confirmed nothing, and of somebody who is not on single sign-on, says so', async () => {
      expect(await staff.view('support', { email: 'empty@example.com' })).toMatchObject({ confirmed: false });
      const unmigrated = { obcId: 'OBC-10029355', lastname: null, migrated: false, hubs: [] };
      expect(await staff.view('admin', { email: 'unmigrated@example.com' })).toMatchObject(unmigrated);
      const unseen = await client().newPerson({ account: { lastSeen: null } });
      expect(await staff.view('admin', unseen)).toMatchObject({ lastSeen: null });
    });

    test('is limited: the same person may be read again, others by ids from elsewhere only after a while [T315]', async () => {
      const { email } = await staff.newStaff('support');
      const read = (id: string) => staff.get(email, `people/${id}`);
      const own = toId({ email: 'owner@example.com' });
      expect((await read(own)).status).toBe(200);
      for (let time = 1; time < MOST_LOOKUPS; time += 1) expect((await read(`nobody-${time}`)).status).toBe(404);
      const other = toId({ email: 'guest@example.com' });
      const refused = await read(other);
      expect(refused).toMatchObject(refusal(429, 'TOO_MANY_LOOKUPS'));
      expect((await read(own)).status).toBe(200);
      client().clock.ahead += Number(refused.headers.get('retry-after')) * 1000;
      expect((await read(other)).status).toBe(200);
    });

    test.each([
      ['unmigrate', {}, [], 'NOT_MIGRATED'],
      ['unmigrate', {}, ['support'], 'STAFF_ACCOUNT'],
      ['delete', { deleteObcAccount: false }, ['content'], 'STAFF_ACCOUNT'],
      ['confirmation-mail', {}, [], 'ALREADY_CONFIRMED'],
    ])('is written down as viewed when "%s" is refused for what it is', async (action, others, roles, error) => {
      const person = await client().newPerson({ account: { password: 'account-1', roles } });
      const answer = await staff.post('support', `people/${toId(person)}/${action}`, { ...others, reason: REASON });
      expect(refusalIn(answer).error).toBe(error);
      expect(await staff.entriesOn(person)).toEqual([
        { action: 'viewed', by: 'support@example.com', what: null, reason: null },
      ]);
    });

    test.each([
      ['unmigrate', {}],
      ['delete', { deleteObcAccount: false }],
      ['roles', { role: 'support', change: 'remove' }],
      ['deletion-mail', {}],
    ])('cannot be probed with "%s" more often than it can be read', async (action, others) => {
      const roles = action === 'roles' ? ['admin'] : ['support'];
      const prober = await client().newPerson({ account: { roles } });
      const probe = (id: string) => staff.post(prober.email, `people/${id}/${action}`, { ...others, reason: REASON });
      for (let time = 0; time < MOST_LOOKUPS; time += 1) expect((await probe(`nobody-${time}`)).status).toBe(404);
      expect(await probe('nobody')).toMatchObject(refusal(429, 'TOO_MANY_LOOKUPS'));
      if (action === 'roles')
        await staff.post('admin', `people/${toId(prober)}/roles`, { role: 'admin', change: 'remove', reason: REASON });
    });

    test('is written down each time that it is viewed, and not when there is none [T430]', async () => {
      const person = await client().newPerson({});
      await staff.view('support', person);
      await staff.view('admin', person);
      const entry = { action: 'viewed', what: null, reason: null };
      expect(await staff.entriesOn(person)).toEqual([
        { ...entry, by: 'admin@example.com' },
        { ...entry, by: 'support@example.com' },
      ]);
      expect(await staff.get('support', 'people/nobody')).toMatchObject(refusal(404, 'USER_NOT_FOUND'));
      expect((await staff.journal({ on: 'nobody' })).entries).toEqual([]);
    });
  });

  describe('the mail about a deletion', () => {
    test('has the link to the page that deletes the account, in the language of the person', async () => {
      const person = await client().newPerson({ account: { language: 'de' } });
      const answer = await staff.post('support', `people/${toId(person)}/deletion-mail`, { reason: REASON });
      expect(answer).toMatchObject({ status: 200, body: { data: {} } });
      expect(await client().mailsTo(person.email)).toMatchObject([
        { language: 'de', links: [`${PORTAL}/account/delete`] },
      ]);
      // The answer is the account: it need not be viewed again.
      expect(answer.body).toMatchObject({
        data: { email: person.email, history: [{ action: 'deletion-mail-sent', reason: REASON }] },
      });
      expect(await staff.entriesOn(person)).toEqual([
        { action: 'deletion-mail-sent', by: 'support@example.com', what: null, reason: REASON },
      ]);
    });
  });

  test('the mail about a deletion reaches somebody five times an hour, whoever sends it; others are refused, and not written down', async () => {
    const person = await client().newPerson({});
    const send = (who: string) => staff.post(who, `people/${toId(person)}/deletion-mail`, { reason: REASON });
    const answers = [];
    for (const who of ['support', 'admin', 'support', 'admin', 'support', 'admin'])
      answers.push((await send(who)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await client().mailsTo(person.email)).toHaveLength(5);
    expect(await staff.entriesOn(person)).toHaveLength(5);
  });

  describe('the mail that confirms the address', () => {
    test('is sent again to whoever has not confirmed it, and then works', async () => {
      const person = await client().newPerson({ copyOf: 'empty', account: { language: 'nl' } });
      const send = () => staff.post('support', `people/${toId(person)}/confirmation-mail`, { reason: REASON });
      expect(await send()).toMatchObject({ status: 200, body: { data: { confirmed: false } } });
      const [mail] = await client().mailsTo(person.email);
      expect(mail).toMatchObject({ language: 'nl', subject: 'Bevestig uw e-mailadres' });
      const visit = await new Visitor().request(mail?.links[0] ?? '');
      expect(visit.headers.get('location')).toBe(`${PORTAL}/user-info?show=account-confirmation`);
      expect(await send()).toMatchObject(refusal(400, 'ALREADY_CONFIRMED'));
      const { confirmed, history } = await staff.view('support', person);
      expect({ confirmed, history }).toMatchObject({
        confirmed: true,
        history: [{ action: 'confirmation-sent', by: { email: 'support@example.com' }, reason: REASON }],
      });
    });
  });

  describe('a note', () => {
    test('is for colleagues, the newest first, and its person reads it word by word', async () => {
      const person = await client().newPerson({});
      const write = (who: string, text: string) => staff.post(who, `people/${toId(person)}/notes`, { text });
      await write('support', 'Wants to be called after six');
      const history = [
        { action: 'noted', by: { email: 'admin@example.com' }, what: 'Called back', reason: null },
        { action: 'noted', by: { email: 'support@example.com' }, what: 'Wants to be called after six' },
      ];
      expect(await write('admin', ' Called back ')).toMatchObject({ status: 200, body: { data: { history } } });
      const own = await client().call('account/staff-access', await client().token(person.email));
      expect(own.body).toMatchObject({
        data: [
          { action: 'noted', what: 'Wants to be called after six' },
          { action: 'noted', what: 'Called back' },
        ],
      });
      for (const text of ['', 'ab', 'x'.repeat(501), `be${NUL}cause`])
        expect((await write('support', text)).status).toBe(400);
    });
  });

  describe('the deletion of an account by staff', () => {
    const remove = (id: string, deleteObcAccount = false) =>
      staff.post('support', `people/${id}/delete`, { reason: REASON, deleteObcAccount });

    test('deletes the account and releases its hubs, but keeps the identity; the entry outlives it [T179]', async () => {
      const guest = await client().newPerson({ account: { language: 'de' } });
      const person = await client().newPerson({ hubs: [{ guests: [guest.email] }] });
      const [hub] = person.hubs;
      const accessToken = await client().token(person.email);
      expect(await remove(toId(person))).toMatchObject({ status: 200, body: { data: {} } });
      expect(await client().call('account/', accessToken)).toMatchObject(refusal(401, 'NO_ACCOUNT'));
      expect((await client().enter(person.email, undefined, DEMO_PASSWORD)).url.searchParams.get('title')).toBe(
        'BOSCH_ID_NOT_LINKED_TO_ACCOUNT',
      );
      expect(await staff.entriesOn(guest)).toEqual([
        {
          action: 'hub-released',
          by: 'support@example.com',
          what: `${hub?.serial}+${hub?.partNumber}`,
          reason: REASON,
        },
      ]);
      expect(await client().mailsTo(guest.email)).toMatchObject([
        {
          language: 'de',
          subject: `Der Hub ${hub?.serial} ist nicht mehr in Ihrem Konto`,
          links: [`${PORTAL}/settings`],
        },
      ]);
      expect((await staff.view('support', guest)).hubs).toEqual([]);
      expect(await remove(toId(person))).toMatchObject(refusal(404, 'USER_NOT_FOUND'));
      expect(await staff.entriesOn(person)).toEqual([
        { action: 'deleted', by: 'support@example.com', what: null, reason: REASON },
      ]);
    });

    test.each([
      ['de', true, 'obc-account', 'Auch Ihr OBC-Konto ist gelöscht. Ihre eBike ID bleibt.'],
      ['fr', false, null, 'Votre compte OBC reste. Votre eBike ID reste.'],
    ])('tells the person what was deleted (%s, OBC account: %s)', async (language, withObc, what, words) => {
      const person = await client().newPerson({ account: { language, obcId: 'OBC-7' } });
      await remove(toId(person), withObc);
      expect(await client().mailsTo(person.email)).toMatchObject([
        { language, text: expect.stringContaining(words), links: [`${PORTAL}/info?successful_deletion`] },
      ]);
      expect(await staff.entriesOn(person)).toMatchObject([{ action: 'deleted', what }]);
    });

    test('finishes one that the person began, and that stopped half-way', async () => {
      const person = await client().newPerson({});
      await client().control('POST', `people/${person.email}/behaviour`, { deletion: 'partial' });
      const accessToken = await client().token(person.email);
      await client().call('account/destroy', accessToken, { method: 'POST', body: { password: '' } });
      expect((await remove(toId(person))).status).toBe(200);
    });
  });

  test.each([
    ['deletion-mail', {}],
    ['confirmation-mail', {}],
    ['password-mail', {}],
    ['delete', { deleteObcAccount: false }],
    ['unmigrate', {}],
    ['roles', { role: 'support', change: 'add' }],
  ])('%s needs a reason', async (action, others) => {
    const path = `people/${toId({ email: 'empty@example.com' })}/${action}`;
    for (const reason of [undefined, '', ' ab ', 'x'.repeat(501), `be${NUL}cause`])
      expect((await staff.post('admin', path, { ...others, reason })).status).toBe(400);
    const nobody = await staff.post('admin', `people/nobody/${action}`, { ...others, reason: REASON });
    expect(nobody).toMatchObject(refusal(404, 'USER_NOT_FOUND'));
  });
}
