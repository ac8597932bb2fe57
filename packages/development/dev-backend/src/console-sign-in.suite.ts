import { describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { loadKeys } from './keys.ts';
import { CONSOLE } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { PUBLIC_CLIENT_IDS, PUBLIC_CLIENTS, publicClient } from './testing/public-client.ts';
import { Visitor } from './testing/visitor.ts';

/** Tests of the sign-in to a release console. */
export function testConsoleSignIn(client: () => BackendClient): void {
  const releaseConsole = publicClient(client, 'release-console');
  const errorIn = ({ headers }: { readonly headers: Headers }) =>
    new URL(headers.get('location') ?? 'about:blank').searchParams.get('error');

  describe('signing in to a release console', () => {
    test.each([
      ['manager', ['release-manager']],
      ['owner', []],
    ])('identifies "%s", with the roles %j', async (name, roles) => {
      const landed = await releaseConsole.enter(name);
      expect(`${landed.origin}${landed.pathname}`).toBe(`${CONSOLE}/signed-in`);
      expect(landed.searchParams.get('state')).toBe('state-of-the-client');
      const { id_token: idToken } = await releaseConsole.signIn(name);
      const claims = { aud: 'release-console', email: `${name}@example.com`, email_verified: true, roles };
      expect(decodeJwt(idToken)).toMatchObject(claims);
    });

    test('identifies a manager for the release command, which comes back to any port of this machine', async () => {
      const releaseCommand = publicClient(client, 'release-command');
      const landed = await releaseCommand.enter('manager');
      expect(`${landed.origin}${landed.pathname}`).toBe(PUBLIC_CLIENTS['release-command']);
      const { id_token: idToken } = await releaseCommand.signIn('manager');
      expect(decodeJwt(idToken)).toMatchObject({ aud: 'release-command', email: 'manager@example.com' });
    });

    test('goes on for the release command by its refresh token, which is for no resource', async () => {
      const { redeem, enter, signIn } = publicClient(client, 'release-command');
      const renew = async (changes: Readonly<Record<string, string>>) =>
        redeem(await enter('manager'), { grant_type: 'refresh_token', ...changes });
      const { refresh_token: refreshToken = '' } = await signIn('manager');
      const refused = await renew({ refresh_token: refreshToken, resource: `${client().url}/api/` });
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_target' }]);
      const renewed = await renew({ refresh_token: refreshToken });
      const { id_token: idToken } = v.parse(v.object({ id_token: v.string() }), await renewed.json());
      expect(decodeJwt(idToken)).toMatchObject({ aud: 'release-command', roles: ['release-manager'] });
      expect(await releaseConsole.signIn('manager')).not.toHaveProperty('refresh_token');
    });

    test('shows its form under a policy that lets a browser come back to the console and to the command', async () => {
      const { headers } = await new Visitor().goTo(releaseConsole.address());
      expect(headers.get('content-security-policy')).toContain(`${CONSOLE} http://127.0.0.1:*;`);
    });

    test('is refused without the verifier [T390]', async () => {
      const answer = await releaseConsole.redeem(await releaseConsole.enter('manager'), {
        code_verifier: 'x'.repeat(43),
      });
      expect(answer.status).toBe(400);
    });

    test.each([
      ['another redirect address', 'release-console', { redirect_uri: 'http://localhost:4997/signed-in' }],
      [
        'another machine for the release command',
        'release-command',
        { redirect_uri: 'http://192.0.2.1:4996/signed-in' },
      ],
      ['no challenge', 'release-console', { code_challenge: '', code_challenge_method: '' }],
    ] as const)('is refused with %s [T392]', async (_what, id, changes) => {
      const visit = await new Visitor().request(publicClient(client, id).address(changes));
      expect(visit.status === 400 || errorIn(visit) === 'invalid_request').toBe(true);
    });
  });

  describe('a resource', () => {
    const NO_TARGET = [400, { error: 'invalid_target', error_description: expect.any(String) }];

    test.each(
      PUBLIC_CLIENT_IDS.flatMap((id) => ['/api/', '/api', '/', '/identity'].map((path) => [path, id] as const)),
    )('%s is none of %s, at the sign-in and for the code [T453]', async (path, id) => {
      const { address, enter, redeem } = publicClient(client, id);
      const resource = `${client().url}${path}`;
      expect(errorIn(await new Visitor().request(address({ resource })))).toBe('invalid_target');
      const answer = await redeem(await enter('admin'), { resource });
      expect([answer.status, await answer.json()]).toEqual(NO_TARGET);
    });

    test('other than the API is none of the portal either [T455]', async () => {
      const resource = 'https://elsewhere.example/';
      const portal = { client_id: 'portal-api', redirect_uri: `${client().url}/api/user/callback` };
      expect(errorIn(await new Visitor().request(releaseConsole.address({ ...portal, resource })))).toBe(
        'invalid_target',
      );
      const { refreshToken } = await client().signIn('owner');
      const { client: secret } = await loadKeys(client().stateFolder);
      const answer = await fetch(`${client().url}/identity/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`portal-api:${secret}`).toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, resource }),
      });
      expect([answer.status, await answer.json()]).toEqual(NO_TARGET);
    });
  });
}
