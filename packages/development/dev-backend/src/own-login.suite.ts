import { describe, expect, test } from '@jest/globals';
import type { BackendClient } from './testing/demo-backend.ts';

const PASSWORD = 'account-9';
const NEW = 'gravel-26';

/** Tests of what only people without single sign-on have: a password of the account, and the consent to news by e-mail. */
export function testOwnLogin(client: () => BackendClient): void {
  async function newPerson(account: Readonly<Record<string, unknown>> = {}) {
    const { email } = await client().newPerson({ account: { password: PASSWORD, ...account } });
    return { email, token: await client().token(email) };
  }
  const change = (token: string | undefined, currentPassword: unknown, newPassword: unknown) =>
    client().call('account/password', token, { method: 'PUT', body: { currentPassword, newPassword } });
  const destroy = (token: string, password: string) =>
    client().call('account/destroy', token, { method: 'POST', body: { password } });

  describe('a change of the password', () => {
    test('replaces the old one, and the person stays signed in [T119]', async () => {
      const { token } = await newPerson();
      // As short as it may be.
      const next = 'abcd-1';
      expect(await change(token, PASSWORD, next)).toMatchObject({ status: 200, body: { data: {} } });
      expect((await client().call('account/', token)).status).toBe(200);
      expect((await destroy(token, PASSWORD)).status).toBe(400);
      expect((await destroy(token, next)).status).toBe(200);
    });

    test('is told to the person by mail, without the password', async () => {
      const { email, token } = await newPerson({ language: 'fr' });
      await change(token, PASSWORD, NEW);
      const [mail] = await client().mailsTo(email);
      expect(mail).toMatchObject({ language: 'fr', text: expect.stringContaining('Bonjour Test,') });
      expect(mail?.links).toEqual([expect.stringMatching(/\/account#password$/)]);
      expect(JSON.stringify(mail)).not.toMatch(/gravel-26|account-9/);
    });

    test.each([
      [PASSWORD, 'SAME_PASSWORD'],
      ['', 'INSECURE_PASSWORD'],
      ['no-digit', 'INSECURE_PASSWORD'],
      ['nul-26\u0000', 'INSECURE_PASSWORD'],
    ])('to %j is refused with %s, and sends no mail [T206]', async (password, error) => {
      const { email, token } = await newPerson();
      expect(await change(token, PASSWORD, password)).toMatchObject({ status: 400, body: { errors: [{ error }] } });
      expect(await client().mailsTo(email)).toEqual([]);
      expect((await destroy(token, PASSWORD)).status).toBe(200);
    });

    test('is refused for a wrong password, whatever the new one, and its limit is that of the deletion [T357]', async () => {
      const { token } = await newPerson();
      for (let time = 0; time < 3; time += 1)
        expect(await change(token, `wrong-${time}`, 'x')).toMatchObject({
          status: 401,
          body: { errors: [{ error: 'WRONG_PASSWORD' }] },
        });
      for (let time = 3; time < 5; time += 1) expect((await destroy(token, `wrong-${time}`)).status).toBe(400);
      const refused = await change(token, PASSWORD, NEW);
      expect(refused).toMatchObject({ status: 429, body: { errors: [{ error: 'TOO_MANY_ATTEMPTS' }] } });
      expect(refused.headers.get('retry-after')).toBe('30');
    });

    test('is refused for people on single sign-on, and without a token', async () => {
      const { token } = await newPerson({ password: null });
      expect(await change(token, '', NEW)).toMatchObject({
        status: 403,
        body: { errors: [{ error: 'PASSWORD_IS_CENTRAL' }] },
      });
      expect((await change(undefined, PASSWORD, NEW)).status).toBe(401);
    });

    test.each([
      [undefined, NEW],
      [PASSWORD, 5],
    ])('from %j to %j is refused', async (from, to) => {
      expect((await change((await newPerson()).token, from, to)).status).toBe(400);
    });
  });

  describe('the consent to news by e-mail', () => {
    const read = (token: string) => client().call('account/notifications', token);
    const put = (token: string, consent: unknown) =>
      client().call('account/notifications', token, { method: 'PUT', body: { consent } });

    test('is not given at first, is given with the time, and is taken back [T122]', async () => {
      const { token } = await newPerson();
      expect(await read(token)).toMatchObject({ status: 200, body: { data: { consent: false, at: null } } });
      const given = await put(token, true);
      expect(given).toMatchObject({ status: 200, body: { data: { consent: true, at: expect.any(String) } } });
      expect((await read(token)).body).toEqual(given.body);
      // It is the same consent.
      expect((await put(token, true)).body).toEqual(given.body);
      expect(await put(token, false)).toMatchObject({ status: 200, body: { data: { consent: false, at: null } } });
      expect(await read(token)).toMatchObject({ body: { data: { consent: false } } });
    });

    test('is yes or no', async () => {
      const { token } = await newPerson();
      expect((await put(token, 'yes')).status).toBe(400);
      expect(await read(token)).toMatchObject({ body: { data: { consent: false } } });
    });

    test('is not asked of people on single sign-on', async () => {
      const { token } = await newPerson({ password: null });
      const refused = { status: 403, body: { errors: [{ error: 'NOTIFICATIONS_ARE_CENTRAL' }] } };
      expect(await read(token)).toMatchObject(refused);
      expect(await put(token, true)).toMatchObject(refused);
    });
  });
}
