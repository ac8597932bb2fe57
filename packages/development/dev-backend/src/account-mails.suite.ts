import { describe, expect, jest, test } from '@jest/globals';
import { PORTAL, refusal } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { toId, REASON, getStaff } from './testing/staff.ts';
import { Visitor } from './testing/visitor.ts';

const PASSWORD = 'account-9';
const DAY = 86_400_000;

/** Tests of changes of the e-mail address and for deletions, for each kind of database. */
export function testAccountMails(client: () => BackendClient): void {
  let count = 0;
  const newAddress = () => `new-${process.pid}-${Date.now()}-${(count += 1)}@example.org`;
  const readEmail = async (token: string) => (await client().account(token)).email;
  const landsOn = async (link = '') => (await new Visitor().request(link)).headers.get('location');
  const page = (show: string) => `${PORTAL}/user-info?show=${show}`;

  /** A user whose account has its own password. */
  async function newPerson(account: Readonly<Record<string, unknown>> = {}, more: object = {}) {
    const { email } = await client().newPerson({ account: { password: PASSWORD, ...account }, ...more });
    return { email, token: await client().token(email) };
  }
  let refused: ReturnType<typeof newPerson> | undefined;
  /** One user for the refusals, which change nothing. */
  const refusedPerson = () => (refused ??= newPerson());
  const change = (token: string, newEmail: unknown, currentPassword: unknown = PASSWORD) =>
    client().call('account/email', token, { method: 'PUT', body: { newEmail, currentPassword } });
  const destroy = (token: string, password: unknown = PASSWORD) =>
    client().call('account/destroy', token, { method: 'POST', body: { password } });

  /** Requests a change. @returns the link in the mail to the new address. */
  async function linkTo(token: string, newEmail: string): Promise<string> {
    expect(await change(token, newEmail)).toMatchObject({ status: 200, body: { data: {} } });
    const [mail] = await client().mailsTo(newEmail);
    return mail?.links[0] ?? '';
  }

  describe('a change of the e-mail address', () => {
    test('is asked for five times an hour, whoever has the addresses; after that all are answered alike [T458]', async () => {
      const { token } = await newPerson();
      const own = newAddress();
      const addresses = ['owner@example.com', newAddress(), newAddress(), 'guest@example.com', own];
      const answers = await Promise.all(addresses.map((address) => change(token, address)));
      expect(answers.map(({ status }) => status)).toEqual([400, 200, 200, 400, 200]);
      for (const address of ['owner@example.com', newAddress(), own]) {
        const answer = await change(token, address);
        expect(answer).toMatchObject(refusal(429, 'TOO_MANY_MAILS'));
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
      }
      expect(await client().mailsTo(own)).toHaveLength(1);
    });

    test('reaches a stranger five times an hour, whoever asks for it', async () => {
      const stranger = newAddress();
      const people = await Promise.all(Array.from({ length: 6 }, () => newPerson()));
      const answers = [];
      for (const { token } of people) answers.push((await change(token, stranger)).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
      expect(await client().mailsTo(stranger)).toHaveLength(5);
      const { token } = await newPerson();
      expect((await change(token, stranger.replace('@', '+shop@'))).status).toBe(429);
    });

    test('keeps no mail of another kind from who has the address', async () => {
      const [stranger, { token }] = [await newPerson(), await newPerson()];
      for (let asked = 0; asked < 5; asked += 1) expect((await change(token, stranger.email)).status).toBe(400);
      const staff = getStaff(client);
      const path = `people/${toId(stranger)}/deletion-mail`;
      expect((await staff.post('admin', path, { reason: REASON })).status).toBe(200);
    });

    test('greets with a name of which no mail program makes a link', async () => {
      const { token } = await newPerson({ firstName: 'Refund 49 EUR: https://evil.example/pay \u202eOK' });
      const address = newAddress();
      await change(token, address);
      const [mail] = await client().mailsTo(address);
      expect(mail?.text).toMatch(/^Hello Refund 49 EUR https evil\. example pay OK,\n/);
      expect(mail?.html).not.toContain('evil.example');
    });

    test.each([
      ['of the account', 'de', 'fr-CA,en;q=0.5', 'de', 'Hallo Test,'],
      ['of the browser when the account has none', null, 'fr-CA,en;q=0.5', 'fr', 'Bonjour Test,'],
    ])('is mailed to the new address in the language %s', async (_which, language, accepts, expected, greeting) => {
      const { email, token } = await newPerson({ language });
      const address = newAddress();
      await fetch(`${client().url}/api/account/email`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'accept-language': accepts,
        },
        body: JSON.stringify({ newEmail: ` ${address} `, currentPassword: PASSWORD }),
      });
      const [mail] = await client().mailsTo(address);
      expect(mail).toMatchObject({ to: [address], language: expected });
      expect(mail?.text).toContain(greeting);
      expect(mail?.text).toContain(address);
      expect(mail?.html).toContain(`href="${mail?.links[0]}"`);
      expect(await client().mailsTo(email)).toEqual([]);
    });

    test('takes effect when its link is opened, which confirms it; a second use says that it was already confirmed [T009]', async () => {
      const { email, token } = await newPerson();
      const address = newAddress();
      const link = await linkTo(token, address);
      expect(await readEmail(token)).toBe(email);
      const visit = await new Visitor().request(link);
      expect(visit.headers.get('location')).toBe(page('account-confirmation'));
      expect(visit.headers.get('referrer-policy')).toBe('no-referrer');
      expect(visit.headers.get('cache-control')).toBe('no-store');
      expect(await readEmail(token)).toBe(address);
      expect(await landsOn(link)).toBe(page('account-already-confirmed'));
      // The identity provider, which signs users in, still has the old address.
      expect(await client().token(email)).not.toBe('');
    });

    test('is confirmed once, even when the link is opened twice at the same moment', async () => {
      const { token } = await newPerson();
      const link = await linkTo(token, newAddress());
      expect(new Set(await Promise.all([landsOn(link), landsOn(link)]))).toEqual(
        new Set([page('account-confirmation'), page('account-already-confirmed')]),
      );
    });

    test('fails with a link that is unknown, replaced by a later one, or expired [T174]', async () => {
      const { email, token } = await newPerson();
      const [first, second] = [newAddress(), newAddress()];
      const overtaken = await linkTo(token, first);
      const link = await linkTo(token, second);
      expect(await landsOn(`${client().url}/api/account/confirmation/made-up`)).toBe(
        page('account-confirmation-error'),
      );
      expect(await landsOn(overtaken)).toBe(page('account-confirmation-error'));
      jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * DAY);
      expect(await landsOn(link)).toBe(page('account-confirmation-error'));
      jest.restoreAllMocks();
      expect(await readEmail(token)).toBe(email);
      expect(await landsOn(link)).toBe(page('account-confirmation'));
    });

    test('to an address that another user has confirmed meanwhile fails', async () => {
      const [slow, fast] = [await newPerson(), await newPerson()];
      const address = newAddress();
      const slowLink = await linkTo(slow.token, address);
      expect(await change(fast.token, address)).toMatchObject({ status: 200 });
      const links = (await client().mailsTo(address)).flatMap((mail) => mail.links);
      const fastLink = links.find((link) => link !== slowLink);
      expect(await landsOn(fastLink)).toBe(page('account-confirmation'));
      expect(await landsOn(slowLink)).toBe(page('account-confirmation-error'));
      expect(await readEmail(slow.token)).toBe(slow.email);
    });

    test('is not confirmed by a HEAD or by a browser’s prefetch', async () => {
      const { email, token } = await newPerson();
      const link = await linkTo(token, newAddress());
      expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(404);
      const ahead = await fetch(link, { headers: { 'sec-purpose': 'prefetch' }, redirect: 'manual' });
      expect(ahead.status).toBe(403);
      expect(await readEmail(token)).toBe(email);
    });

    test.each([
      ['', 'MISSING_EMAIL_ADDRESS'],
      ['a@b@example.com', 'email invalid'],
      ['a b@example.com', 'email invalid'],
      ['a@example.com\r\nbcc:b@example.com', 'email invalid'],
      ['a\u0000b@example.com', 'email invalid'],
      [`${'x'.repeat(250)}@example.com`, 'email invalid'],
      ['ａ@example.com', 'email invalid'],
      ['a@exa\u00admple.com', 'email invalid'],
      ['a+evil.example/pay@example.com', 'email invalid'],
      ['evil.example?pay#now@example.com', 'email invalid'],
      ['a\u202egro.live@example.com', 'email invalid'],
      ['a\u200b@example.com', 'email invalid'],
      ['me@eu.YOPmail.com', 'INVALID_EMAIL_PROVIDER'],
      ['OWNER@example.com', 'EMAIL_ADDRESS_IN_USE'],
      ['unlinked@example.com', 'EMAIL_ADDRESS_IN_USE'],
    ])('to %j is refused: %s [T299]', async (address, error) => {
      const { email, token } = await refusedPerson();
      expect(await change(token, address)).toMatchObject(refusal(400, error));
      expect(await readEmail(token)).toBe(email);
    });

    test('is refused for a wrong password, whatever the address [T369]', async () => {
      const { token } = await refusedPerson();
      for (const address of [newAddress(), 'owner@example.com', '']) {
        expect(await change(token, address, 'wrong')).toMatchObject(refusal(401, 'WRONG_PASSWORD'));
      }
      expect((await change(token, newAddress(), '')).status).toBe(401);
    });

    test('is refused for a user on single sign-on [T377]', async () => {
      const accessToken = await client().token('owner');
      expect(await change(accessToken, newAddress(), 'ebike-demo-1')).toMatchObject(refusal(403, 'EMAIL_IS_CENTRAL'));
    });
  });

  describe('the deletion of an account', () => {
    const readSerials = async (token: string) => (await client().hubs(token)).map(({ serial }) => serial);

    test('deletes the account and its hubs, also from guests’ lists; the identity stays [T012]', async () => {
      const { email, token } = await newPerson({}, { hubs: 2 });
      const [{ serial, partNumber } = { serial: '', partNumber: '' }] = await client().hubs(token);
      expect(await destroy(token)).toMatchObject({ status: 200, body: { data: {} } });
      expect((await client().call('account/', token)).status).toBe(401);
      // The hub has no owner: it can be activated again.
      const next = await client().newPerson({ hubs: [{ serial, partNumber }] });
      expect(await readSerials(await client().token(next.email))).toEqual([serial]);
      const visit = await client().enter(email);
      expect(visit.url.searchParams.get('title')).toBe('BOSCH_ID_NOT_LINKED_TO_ACCOUNT');
    });

    test('of an owner removes the hub from its guest, who is told; the deletion of a guest leaves it to its owner', async () => {
      const owner = await newPerson();
      const guest = await newPerson({}, { hubs: [{ owner: owner.email }, { owner: owner.email }] });
      const other = await newPerson({}, { hubs: [{ owner: owner.email }] });
      expect(await readSerials(owner.token)).toHaveLength(3);
      await destroy(other.token);
      expect(await readSerials(owner.token)).toHaveLength(3);
      const left = (await readSerials(guest.token)).map((serial) => `Hub ${serial} is no longer in your account`);
      expect(await client().mailsTo(guest.email)).toEqual([]);
      await destroy(owner.token);
      expect(await readSerials(guest.token)).toEqual([]);
      const subjects = (await client().mailsTo(guest.email)).map(({ subject }) => subject);
      expect(subjects.toSorted()).toEqual(left.toSorted());
    });

    test('is refused with code 3000022 for a wrong password [T175]', async () => {
      const { token } = await refusedPerson();
      for (const password of ['wrong', '', 'ebike-demo-1']) {
        expect(await destroy(token, password)).toMatchObject({
          status: 400,
          body: { errors: [{ code: 3_000_022, error: 'WRONG_PASSWORD' }] },
        });
      }
      expect((await client().call('account/', token)).status).toBe(200);
    });

    test('accepts only an empty password from a user on single sign-on [T234]', async () => {
      const { email } = await client().newPerson({});
      const accessToken = await client().token(email);
      expect((await destroy(accessToken, 'ebike-demo-1')).status).toBe(400);
      expect((await destroy(accessToken, '')).status).toBe(200);
    });

    test('makes a pending link to a new address fail', async () => {
      const { token } = await newPerson();
      const link = await linkTo(token, newAddress());
      await destroy(token);
      expect(await landsOn(link)).toBe(page('account-confirmation-error'));
    });

    test('that cannot finish closes the account, and reports it by mail', async () => {
      const { email, token } = await newPerson({ language: 'fr' }, { hubs: 1 });
      await client().control('POST', `people/${email}/behaviour`, { deletion: 'partial' });
      expect(await destroy(token)).toMatchObject({ status: 200, body: { data: {} } });
      expect(await client().mailsTo(email)).toMatchObject([
        { language: 'fr', links: [`${PORTAL}/info?failed_deletion`] },
      ]);
      expect((await client().call('account/', token)).status).toBe(401);
      const visit = await client().enter(email);
      expect(visit.url.searchParams.get('title')).toBe('BOSCH_ID_NOT_LINKED_TO_ACCOUNT');
    });
  });
}
