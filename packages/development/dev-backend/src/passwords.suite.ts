import { describe, expect, jest, test } from '@jest/globals';
import type { BackendClient } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

/** As short as the rules allow. */
const NEW = 'Gravel-226';
const MINUTE = 60_000;

/** Tests of the way to a new password at the identity provider, for each kind of database. */
export function testPasswords(client: () => BackendClient): void {
  const newAddress = async () => (await client().newPerson({})).email;
  const forgotten = () => `${client().url}/identity/forgotten-password`;

  async function ask(email: string, visitor = new Visitor()) {
    return await visitor.submit(await visitor.goTo(forgotten()), { email });
  }

  async function set(link: string, password: string, visitor = new Visitor()) {
    return await visitor.submit(await visitor.goTo(link), { password });
  }

  describe('a forgotten password', () => {
    test('is replaced by the link in a mail, once, and ends all sessions [T356]', async () => {
      const email = await newAddress();
      const { visitor, refreshToken } = await client().signIn(email);
      expect((await ask(` ${email.toUpperCase()} `)).url.pathname).toBe('/identity/forgotten-password/sent');
      const link = await client().linkTo(email);
      const changed = await set(link, NEW);
      expect(changed).toMatchObject({ status: 200, text: expect.stringContaining('Your password is changed') });
      expect((await client().refresh(refreshToken)).status).toBe(401);
      expect((await visitor.goTo(client().signInAddress())).text).toContain('<h1>Sign in</h1>');
      expect((await client().enter(email)).status).toBe(422);
      expect((await client().enter(email, new Visitor(), NEW)).url.pathname).toBe('/settings');
      expect((await new Visitor().goTo(link)).status).toBe(410);
    });

    test('is mailed about in the language of the page, in which the link opens', async () => {
      const email = await newAddress();
      await ask(email, new Visitor({ 'accept-language': 'nl' }));
      const page = await new Visitor().goTo(await client().linkTo(email));
      expect(await client().mailsTo(email)).toMatchObject([{ language: 'nl', to: [email] }]);
      expect(page.text).toContain('<h1>Nieuw wachtwoord instellen</h1>');
      expect(page.url.search).toBe('');
    });

    test('of an address that is too long is refused', async () => {
      expect((await ask(`${'x'.repeat(300)}@example.com`)).status).toBe(422);
      expect((await ask('@'.repeat(20_000))).status).toBe(413);
    });

    test('of an unknown address gets the same answer, and no mail', async () => {
      const [known, unknown] = [await newAddress(), 'nobody-at-all@example.com'];
      const [first, second] = [await ask(known), await ask(unknown)];
      expect([second.status, second.url.href, second.text]).toEqual([first.status, first.url.href, first.text]);
      await client().linkTo(known);
      expect(await client().mailsTo(unknown)).toEqual([]);
    });

    test.each([
      ['', 'Please enter your email address.'],
      ['a\u0000@example.com', 'This email address is invalid'],
    ])('is not asked about for the address %j', async (email, words) => {
      const refused = await ask(email);
      expect(refused).toMatchObject({ status: 422, text: expect.stringContaining(`id="email-error">${words}`) });
      expect(refused.text).toContain(`<a href="#email">${words}</a>`);
    });

    test('leads back to the sign-in that it was forgotten at', async () => {
      const visitor = new Visitor();
      const form = await visitor.goTo(client().signInAddress());
      const [, path = ''] = /href="([^"]*forgotten-password[^"]*)"/.exec(form.text) ?? [];
      const page = await visitor.goTo(new URL(path, form.url));
      expect(page.text).toContain(`href="${form.url.pathname}"`);
      expect((await visitor.goTo(`${forgotten()}?sign-in=%22%3E%3Cscript%3E`)).text).not.toContain('Back to sign-in');
    });
  });

  describe('a new password', () => {
    test('has its rules beside the field before anything is wrong [T210]', async () => {
      const email = await newAddress();
      await ask(email);
      const { text } = await new Visitor().goTo(await client().linkTo(email));
      const rules =
        'At least 10 characters, with a digit, an upper-case letter and a special character such as ! or #.';
      expect(text).toContain(`id="password-hint">${rules}`);
      expect(text).toContain('aria-describedby="password-hint"');
      expect(text).not.toContain('aria-invalid');
    });

    test.each([
      ['', 'Please enter your password.'],
      ['Nine-sig1', 'This password is not secure enough'],
      ['no-upper-case-1', 'This password is not secure enough'],
      ['No-digit-at-all', 'This password is not secure enough'],
      ['NoSpecialSign1', 'This password is not secure enough'],
      ['Nul-character-1\u0000', 'This password is not secure enough'],
    ])('%j is refused, and the link stays open [T282]', async (password, words) => {
      const email = await newAddress();
      await ask(email);
      const link = await client().linkTo(email);
      const refused = await set(link, password);
      expect(refused).toMatchObject({ status: 422, text: expect.stringContaining(`id="password-error">${words}`) });
      expect(refused.text).toContain('aria-describedby="password-hint password-error"');
      expect((await set(link, NEW)).text).toContain('Your password is changed');
    });

    test('must differ from the present one', async () => {
      const email = await newAddress();
      await ask(email);
      await set(await client().linkTo(email), NEW);
      await ask(email);
      expect((await set(await client().linkTo(email, 2), NEW)).text).toContain('Please choose a new password.');
    });

    test('cannot be set by a link that is unknown, replaced by a later one, or expired [T361]', async () => {
      const email = await newAddress();
      await ask(email);
      const replaced = await client().linkTo(email);
      await ask(email);
      const link = await client().linkTo(email, 2);
      expect((await new Visitor().goTo(replaced)).status).toBe(410);
      expect((await new Visitor().goTo(`${client().url}/identity/new-password/made-up`)).status).toBe(410);
      const visitor = new Visitor();
      const form = await visitor.goTo(link);
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61 * MINUTE);
      expect((await visitor.goTo(link)).status).toBe(410);
      expect((await visitor.submit(form, { password: NEW })).status).toBe(410);
      jest.restoreAllMocks();
      expect((await set(link, NEW)).text).toContain('Your password is changed');
    });

    test('is set once, even when the form is sent twice at the same moment', async () => {
      const email = await newAddress();
      await ask(email);
      const visitor = new Visitor();
      const form = await visitor.goTo(await client().linkTo(email));
      const sent = await Promise.all(
        ['Gravel-2027', 'Gravel-2028'].map((password) => visitor.submit(form, { password })),
      );
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 410]));
    });
  });
}
