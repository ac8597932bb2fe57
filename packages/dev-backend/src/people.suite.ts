import { describe, expect, test } from '@jest/globals';
import { AccountResponseSchema, HubsResponseSchema, TokensResponseSchema } from '@portal/api/wire';
import * as v from 'valibot';
import type { BackendClient } from './testing/demo-backend.ts';

/** Tests of people who are made for one test, for each kind of database. */
export function testPeople(client: () => BackendClient): void {
  const hubsOf = async (email: string) => {
    const { accessToken } = await client().signIn(email);
    return v.parse(HubsResponseSchema, (await client().call('hubs', accessToken)).body).data;
  };
  const accountOf = async (email: string) => {
    const { accessToken } = await client().signIn(email);
    return v.parse(AccountResponseSchema, (await client().call('account/', accessToken)).body).data;
  };

  describe('a person created for a test', () => {
    test('is like the copied demo person, but with separate hubs', async () => {
      const [first, second] = [
        await client().newPerson({ prefix: 'sharing', copyOf: 'owner' }),
        await client().newPerson({ prefix: 'sharing', copyOf: 'owner' }),
      ];
      expect(first.email).toMatch(/^sharing-[0-9a-f]{8}@example\.com$/);
      expect(await accountOf(first.email)).toMatchObject({ firstname: 'Mara', email: first.email, language: null });
      const hubs = await hubsOf(first.email);
      expect(hubs.map(({ serial }) => serial).toSorted()).toEqual(first.hubs.map(({ serial }) => serial).toSorted());
      expect(hubs.map(({ sharingMode }) => sharingMode)).toEqual(['public', 'off', 'public', 'off', 'public', 'off']);
      expect(hubs.every(({ role, serial }) => role === 'owner' && /^\d{10}$/.test(serial))).toBe(true);
      const serials = new Set([...first.hubs, ...second.hubs].map(({ serial }) => serial));
      expect(serials.size).toBe(12);
    });

    test('who copies the guest has a separate owner', async () => {
      const guest = await client().newPerson({ copyOf: 'guest' });
      expect((await hubsOf(guest.email)).map(({ role }) => role)).toEqual(['guest', 'guest']);
      const owners = await hubsOf(guest.companions['owner'] ?? '');
      expect(owners.map(({ serial, role }) => ({ serial, role }))).toEqual(
        guest.hubs.map(({ serial }) => ({ serial, role: 'owner' })),
      );
    });

    test.each([
      ['many', 200],
      ['empty', 0],
      ['developer', 0],
    ])('who copies %s has %i hubs', async (copyOf, count) => {
      const { email, hubs } = await client().newPerson({ copyOf });
      expect(hubs).toHaveLength(count);
      expect(await hubsOf(email)).toHaveLength(count);
    });

    test('has the requested number of hubs, or the described ones', async () => {
      expect((await client().newPerson({ hubs: 3 })).hubs.map(({ type }) => type)).toEqual([
        'HUB',
        'CUI100',
        'REARLIGHT',
      ]);
      const { email } = await client().newPerson({
        hubs: [
          { serial: `ABC-${Date.now()}`, type: 'TOASTER', sharingMode: 'public', activatedAt: '2026-02-28T12:00:00Z' },
        ],
      });
      expect(await hubsOf(email)).toEqual([
        {
          serial: expect.stringMatching(/^ABC-/),
          partNumber: '4021000117',
          type: 'TOASTER',
          sharingMode: 'public',
          activationTime: new Date('2026-02-28T12:00:00Z'),
          role: 'owner',
        },
      ]);
    });

    test('has the account that the test describes', async () => {
      const account = {
        firstName: 'Zoë',
        lastName: null,
        language: 'nl',
        country: null,
        roles: ['developer'],
        password: 'account-1',
        lastSeen: null,
      };
      const { email } = await client().newPerson({ account });
      expect(await accountOf(email)).toMatchObject({
        firstname: 'Zoë',
        lastname: null,
        language: 'nl',
        country: null,
        roles: ['developer'],
        isBosch: false,
        lastSeen: null,
      });
    });

    test.each([
      [{}, '"prefix"'],
      [{ prefix: 'A b' }, 'small letters'],
      [{ prefix: 'x', copyOf: 'nobody' }, 'must be one of owner, guest'],
      [{ prefix: 'x', hubs: 501 }, '"hubs"'],
      [{ prefix: 'x', hubs: [{ serial: 'a b' }] }, '"hubs'],
      [{ prefix: 'x', hubs: [{ owner: 'nobody@example.com' }] }, 'No identity has the address "nobody@example.com".'],
      [{ prefix: 'x', hubs: [{ guests: ['unlinked@example.com'] }] }, 'has no account'],
      [{ prefix: 'x', hubs: [{ serial: '0012604417' }] }, 'There is a hub 0012604417+4021000117 already.'],
      [{ prefix: 'x', hubs: [{ serial: '1' }, { serial: '1' }] }, 'the same serial'],
      [{ prefix: 'x', copyOf: 'unlinked', hubs: 1 }, 'A person without an account cannot have hubs.'],
      [{ prefix: 'x', colour: 'red' }, '"colour"'],
      ['{', 'JSON'],
    ])('is refused when the request is %j', async (request, message) => {
      const answer = await client().control('POST', 'people', request);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ error: expect.stringContaining(message) }] } });
    });
  });

  describe('a person whose access tokens have expired', () => {
    test('gets a 401, and continues after a refresh, while others are not affected', async () => {
      const [person, other] = [await client().newPerson({}), await client().newPerson({})];
      const { accessToken, refreshToken } = await client().signIn(person.email);
      const others = await client().signIn(other.email);
      expect((await client().control('POST', `people/${person.email}/expire-access-tokens`)).status).toBe(200);
      expect((await client().call('hubs', accessToken)).status).toBe(401);
      expect((await client().call('hubs', others.accessToken)).status).toBe(200);
      const tokens = v.parse(TokensResponseSchema, (await client().refresh(refreshToken)).body);
      expect((await client().call('hubs', tokens.access_token)).status).toBe(200);
    });
  });

  describe('a person who is signed out everywhere', () => {
    test('gets a 401 with every token, and the login form, while others are not affected', async () => {
      const [person, other] = [await client().newPerson({}), await client().newPerson({})];
      const { accessToken, refreshToken, visitor } = await client().signIn(person.email);
      const others = await client().signIn(other.email);
      expect((await client().control('POST', `people/${person.email}/sign-out-everywhere`)).status).toBe(200);
      expect((await client().call('account/', accessToken)).status).toBe(401);
      expect((await client().refresh(refreshToken)).status).toBe(401);
      expect((await visitor.goTo(client().signInAddress())).text).toContain('Password');
      expect((await client().refresh(others.refreshToken)).status).toBe(200);
      expect((await client().signIn(person.email)).accessToken).toBeDefined();
    });

    test('must exist', async () => {
      expect((await client().control('POST', 'people/nobody@example.com/sign-out-everywhere')).status).toBe(404);
    });
  });
}
