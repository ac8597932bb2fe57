import { describe, expect, test } from '@jest/globals';
import { PORTAL, refusal } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

/** Tests of the API's calls, for each kind of database. */
export function testApi(client: () => BackendClient): void {
  describe('the account', () => {
    test('of the owner has no language, so that the browser’s applies', async () => {
      const accessToken = await client().token('owner');
      expect(await client().account(accessToken)).toMatchObject({
        firstname: 'Mara',
        lastname: 'Keller',
        email: 'owner@example.com',
        roles: [],
        isBosch: true,
        language: null,
        country: 'de',
        lastSeen: new Date('2026-06-01T09:00:00Z'),
      });
    });

    test.each([
      ['no token', undefined],
      ['an invalid token', 'made-up'],
    ])('is refused for %s, in an envelope', async (_case, token) => {
      const answer = await client().call('account/', token);
      expect(answer).toMatchObject({ status: 401, body: { errors: [{ error: expect.any(String) }] } });
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    });
  });

  describe('the last visit', () => {
    test('is now, after the portal reports it with an empty body [T226]', async () => {
      const accessToken = await client().token('manager');
      const before = Date.now();
      const answer = await client().call('account/lastseen', accessToken, { method: 'PUT' });
      expect(answer).toMatchObject({ status: 200, body: { data: { lastSeen: expect.any(String) } } });
      const { lastSeen } = await client().account(accessToken);
      expect(lastSeen?.getTime()).toBeGreaterThanOrEqual(before);
    });

    test('is refused with a body', async () => {
      const accessToken = await client().token('manager');
      const body = { lastSeen: '2020-01-01' };
      expect((await client().call('account/lastseen', accessToken, { method: 'PUT', body })).status).toBe(400);
    });
  });

  describe('hubs', () => {
    test.each([
      ['guest', 2],
      ['empty', 0],
      ['many', 200],
    ])('of %s@example.com are %i', async (name, count) => {
      const accessToken = await client().token(name);
      const hubs = await client().hubs(accessToken);
      expect(new Set(hubs.map(({ serial }) => serial)).size).toBe(count);
      expect(hubs.every(({ role }) => role === (name === 'guest' ? 'guest' : 'owner'))).toBe(true);
    });

    test('let the owner change their sharing [T215]', async () => {
      const accessToken = await client().token('owner');
      const [hub] = await client().hubs(accessToken);
      const sharingMode = hub?.sharingMode === 'public' ? 'off' : 'public';
      const path = `hubs/${hub?.serial}+${hub?.partNumber}/settings`;
      const answer = await client().call(path, accessToken, { method: 'PUT', body: { sharingMode } });
      expect(answer).toMatchObject({ status: 200, body: { data: { sharingMode } } });
      expect((await client().hubs(accessToken))[0]).toMatchObject({ serial: hub?.serial, sharingMode });
    });

    test('do not let a guest or a stranger change their sharing [T217]', async () => {
      for (const name of ['guest', 'many']) {
        const accessToken = await client().token(name);
        const path = 'hubs/0093817252+4021000342/settings';
        const answer = await client().call(path, accessToken, { method: 'PUT', body: { sharingMode: 'public' } });
        expect(answer).toMatchObject(refusal(403, 'NOT_THE_OWNER'));
      }
    });

    test.each([
      ['an unknown hub', 'hubs/0000000000+4021000342/settings', { sharingMode: 'off' }, 404],
      ['a mode that does not exist', 'hubs/0093817252+4021000342/settings', { sharingMode: 'half' }, 400],
      ['a body that is no JSON', 'hubs/0093817252+4021000342/settings', '{', 400],
      ['an unknown route', 'hubs/0093817252/colour', {}, 404],
    ])('answer %s with an envelope', async (_case, path, body, status) => {
      const accessToken = await client().token('owner');
      const answer = await client().call(path, accessToken, { method: 'PUT', body });
      expect(answer).toMatchObject({ status, body: { errors: [{ error: expect.any(String) }] } });
    });
  });

  describe('the portal', () => {
    const preflight = (origin: string) =>
      fetch(`${client().url}/api/hubs`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
      });

    test('may call the API from another origin', async () => {
      const { headers } = await preflight(PORTAL);
      expect(headers.get('access-control-allow-origin')).toBe(PORTAL);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('access-control-allow-headers')).toContain('Authorization');
      expect(headers.get('access-control-max-age')).toBe('7200');
      expect((await client().call('hubs')).headers.get('access-control-allow-origin')).toBe(PORTAL);
    });

    test('is the only other origin that may call the API [T330]', async () => {
      expect((await preflight('https://elsewhere.example')).headers.get('access-control-allow-origin')).toBeNull();
    });

    test('has every call of the API in openapi.json', async () => {
      const document: unknown = await (await fetch(`${client().url}/openapi.json`)).json();
      expect(document).toMatchObject({
        paths: {
          '/api/account/': { get: expect.anything() },
          '/api/account/email': { put: { requestBody: expect.anything() } },
          '/api/hc-terms-and-conditions/all': { get: { parameters: expect.anything() } },
          '/api/hubs/{serial}+{partNumber}/authorization': { delete: expect.anything() },
          '/api/user/weblogin/': { get: expect.anything() },
        },
      });
    });
  });
}
