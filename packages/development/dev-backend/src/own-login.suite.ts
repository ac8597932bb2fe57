import { describe, expect, test } from '@jest/globals';
import { refusal } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

const PASSWORD = 'account-9';
const NEW = 'gravel-26';

/**
 * Tests of what only people without single sign-on have: a password of the account, and the consent to news by e-mail.
 */
export function testOwnLogin(client: () => BackendClient): void {
  async function newPerson(account: Readonly<Record<string, unknown>> = {}) {
    const { email } = await client().newPerson({ account: { password: PASSWORD, ...account } });
    return { email, token: await client().token(email) };
  }
  const change = (token: string, currentPassword: unknown, newPassword: unknown) =>
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
      expect(await change(token, PASSWORD, password)).toMatchObject(refusal(400, error));
      expect(await client().mailsTo(email)).toEqual([]);
      expect((await destroy(token, PASSWORD)).status).toBe(200);
    });

    test('is refused for a wrong password, whatever the new one, and its limit is that of other calls [T357]', async () => {
      const { token } = await newPerson();
      for (let time = 0; time < 3; time += 1)
        expect(await change(token, `wrong-${time}`, 'x')).toMatchObject(refusal(401, 'WRONG_PASSWORD'));
      expect((await destroy(token, 'wrong-3')).status).toBe(400);
      const body = { newEmail: 'new@example.com', currentPassword: 'wrong-4' };
      expect((await client().call('account/email', token, { method: 'PUT', body })).status).toBe(401);
      const refused = await change(token, PASSWORD, NEW);
      expect(refused).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      expect(refused.headers.get('retry-after')).toMatch(/^(2\d|30)$/);
      expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After');
      expect(await destroy(token, PASSWORD)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
    });

    test('is refused for people on single sign-on', async () => {
      const { token } = await newPerson({ password: null });
      expect(await change(token, '', NEW)).toMatchObject(refusal(403, 'PASSWORD_IS_CENTRAL'));
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

    test('is not asked of people on single sign-on', async () => {
      const { token } = await newPerson({ password: null });
      const refused = refusal(403, 'NOTIFICATIONS_ARE_CENTRAL');
      expect(await read(token)).toMatchObject(refused);
      expect(await put(token, true)).toMatchObject(refused);
    });
  });
}
