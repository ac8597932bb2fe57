import { describe, expect, jest, test } from '@jest/globals';
import { PORTAL, refusal } from '../../testing/demo-backend.ts';
import type { BackendClient } from '../../testing/demo-backend.ts';
import { toId, REASON, getStaff } from '../../testing/staff.ts';
import { Visitor } from '../../testing/visitor.ts';

const EIGHT_DAYS = 8 * 86_400_000;

/**
 * Tests of accounts that staff take off single sign-on, and of the password that their owners set, for each kind of
 * database.
 */
export function testUnmigrate(client: () => BackendClient): void {
  const staff = getStaff(client);
  const unmigrate = (id: string) => staff.post('support', `people/${id}/unmigrate`, { reason: REASON });
  const changeEmail = (token: string, currentPassword: string) =>
    client().call('account/email', token, { method: 'PUT', body: { newEmail: 'x@mailinator.com', currentPassword } });

  async function unmigrated() {
    const person = await client().newPerson({});
    expect(await unmigrate(toId(person))).toMatchObject({ status: 200, body: { data: {} } });
    return { ...person, link: await client().linkTo(person.email) };
  }

  describe('an account that staff take off single sign-on', () => {
    test('has an address and a password of its own, which a link in a mail sets [T178]', async () => {
      const person = await client().newPerson({});
      const accessToken = await client().token(person.email);
      expect(await changeEmail(accessToken, '')).toMatchObject(refusal(403, 'EMAIL_IS_CENTRAL'));
      await unmigrate(toId(person));
      expect((await client().account(accessToken)).isBosch).toBe(false);
      expect(await changeEmail(accessToken, '')).toMatchObject(refusal(401, 'WRONG_PASSWORD'));
      const own = await client().call('account/destroy', accessToken, { method: 'POST', body: { password: '' } });
      expect(own.status).toBe(400);

      const visitor = new Visitor();
      const form = await visitor.goTo(await client().linkTo(person.email));
      expect(form).toMatchObject({
        status: 200,
        text: expect.stringContaining('At least 6 characters, with a digit.'),
      });
      const done = await visitor.submit(form, { password: 'gravel-6' });
      expect(done.text).toContain('Your password is set');
      expect(done.text).toContain(`href="${PORTAL}/account"`);
      expect(await changeEmail(accessToken, 'gravel-6')).toMatchObject(refusal(400, 'INVALID_EMAIL_PROVIDER'));
      expect(await staff.entriesOn(person)).toEqual([
        { action: 'unmigrated', by: 'support@example.com', what: null, reason: REASON },
      ]);
      expect(await unmigrate(toId(person))).toMatchObject(refusal(400, 'NOT_MIGRATED'));
    });

    test('gets the link again from staff, and not before it is off single sign-on', async () => {
      const person = await client().newPerson({});
      const send = () => staff.post('support', `people/${toId(person)}/password-mail`, { reason: REASON });
      expect(await send()).toMatchObject(refusal(400, 'MIGRATED'));
      await unmigrate(toId(person));
      const first = await client().linkTo(person.email);
      expect((await send()).status).toBe(200);
      expect((await client().mailsTo(person.email)).flatMap(({ links }) => links)).toHaveLength(2);
      expect((await new Visitor().goTo(first)).status).toBe(410);
      expect((await staff.entriesOn(person))[0]).toMatchObject({ action: 'password-link-sent', reason: REASON });
    });
  });

  describe('the link that sets the password of an account', () => {
    test.each([
      ['', 'Please enter your password.'],
      ['abcdefgh', 'it needs 6 characters and a digit'],
    ])('refuses "%s"', async (password, words) => {
      const visitor = new Visitor();
      const refused = await visitor.submit(await visitor.goTo((await unmigrated()).link), { password });
      expect(refused).toMatchObject({ status: 422, text: expect.stringContaining(words) });
      expect((await visitor.submit(refused, { password: 'gravel-6' })).text).toContain('Your password is set');
    });

    test('works once, even when it is used twice at the same moment', async () => {
      const { link } = await unmigrated();
      const visitor = new Visitor();
      const form = await visitor.goTo(link);
      const answers = await Promise.all(['gravel-6', 'gravel-7'].map((password) => visitor.submit(form, { password })));
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
      expect(await visitor.goTo(link)).toMatchObject({ status: 410, text: expect.stringContaining('no longer works') });
    });

    test('offers another after seven days, and sends it', async () => {
      const { email, link } = await unmigrated();
      const visitor = new Visitor();
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + EIGHT_DAYS);
      const expired = await visitor.goTo(link);
      expect(expired).toMatchObject({ status: 410, text: expect.stringContaining('This link has expired') });
      expect((await visitor.submit(expired)).text).toContain('Please check your inbox');
      clock.mockRestore();
      expect((await visitor.goTo(link)).status).toBe(410);
      const form = await visitor.goTo(await client().linkTo(email));
      expect((await visitor.submit(form, { password: 'gravel-6' })).text).toContain('Your password is set');
    });

    test('leads to known portals only', async () => {
      const page = (portal: string) =>
        new Visitor().goTo(`${client().url}/api/account/new-password/done?portal=${encodeURIComponent(portal)}`);
      expect((await page('http://127.0.0.1:4999')).text).toContain('href="http://127.0.0.1:4999/account"');
      expect((await page('https://elsewhere.example')).text).toContain(`href="${PORTAL}/account"`);
    });

    test.each(['made-up', '%00'])('with the unknown token "%s" leads nowhere', async (token) => {
      const address = `${client().url}/api/account/new-password/${token}`;
      for (const method of ['GET', 'POST']) {
        const { status, headers } = await new Visitor().request(address, { method });
        expect(status).toBe(410);
        expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      }
    });

    test('leaves neither token nor address in the log', async () => {
      const before = client().records.length;
      const { email, link } = await unmigrated();
      const visitor = new Visitor();
      await visitor.submit(await visitor.goTo(link), { password: 'gravel-6' });
      const lines = client().records.slice(before).join('\n');
      expect(lines).toContain('"event":"password-changed"');
      for (const secret of [email, new URL(link).pathname.slice(-43), 'gravel-6']) expect(lines).not.toContain(secret);
    });
  });
}
