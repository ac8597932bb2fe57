import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { DEMO_PASSWORD } from './database/demo-data.ts';
import { CONSOLE } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

const TokensSchema = v.object({ id_token: v.string(), access_token: v.string() });

/** Tests of the sign-in to a release console. */
export function testConsoleSignIn(client: () => BackendClient): void {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${CONSOLE}/signed-in`;

  const address = (changes: Record<string, string> = {}): URL => {
    const url = new URL(`${client().url}/identity/auth`);
    url.search = new URLSearchParams({
      client_id: 'release-console',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state: 'state-of-the-console',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }).toString();
    return url;
  };
  const enter = async (name: string, changes: Record<string, string> = {}): Promise<URL> => {
    const visitor = new Visitor();
    const form = await visitor.goTo(address(changes));
    const { url } = await visitor.submit(form, { email: `${name}@example.com`, password: DEMO_PASSWORD });
    return url;
  };
  const redeem = async (landed: URL, codeVerifier = verifier, clientId = 'release-console', returns = redirectUri) =>
    await fetch(`${client().url}/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        code: landed.searchParams.get('code') ?? '',
        redirect_uri: returns,
        code_verifier: codeVerifier,
      }),
    });

  describe('signing in to a release console', () => {
    test.each([
      ['manager', ['release-manager']],
      ['owner', []],
    ])('identifies "%s", with the roles %j', async (name, roles) => {
      const landed = await enter(name);
      expect(`${landed.origin}${landed.pathname}`).toBe(redirectUri);
      expect(landed.searchParams.get('state')).toBe('state-of-the-console');
      const { id_token: idToken } = v.parse(TokensSchema, await (await redeem(landed)).json());
      const claims = { aud: 'release-console', email: `${name}@example.com`, email_verified: true, roles };
      expect(decodeJwt(idToken)).toMatchObject(claims);
    });

    test('identifies a manager for the release command, which comes back to any port of this machine', async () => {
      const returns = 'http://127.0.0.1:4996/signed-in';
      const landed = await enter('manager', { client_id: 'release-command', redirect_uri: returns });
      expect(`${landed.origin}${landed.pathname}`).toBe(returns);
      const answer = await redeem(landed, verifier, 'release-command', returns);
      const { id_token: idToken } = v.parse(TokensSchema, await answer.json());
      expect(decodeJwt(idToken)).toMatchObject({ aud: 'release-command', email: 'manager@example.com' });
    });

    test('shows its form under a policy that lets a browser come back to the console and to the command', async () => {
      const { headers } = await new Visitor().goTo(address());
      const { origin } = new URL(redirectUri);
      expect(headers.get('content-security-policy')).toContain(`${origin} http://127.0.0.1:*;`);
    });

    test('gives no access to the API [T387]', async () => {
      const { access_token: token } = v.parse(TokensSchema, await (await redeem(await enter('manager'))).json());
      expect((await client().call('account/', token)).status).toBe(401);
    });

    test('is refused without the verifier [T390]', async () => {
      const answer = await redeem(await enter('manager'), randomBytes(32).toString('base64url'));
      expect(answer.status).toBe(400);
    });

    test.each([
      ['another redirect address', { redirect_uri: 'http://localhost:4997/signed-in' }],
      [
        'another machine for the release command',
        { client_id: 'release-command', redirect_uri: 'http://192.0.2.1:4996/signed-in' },
      ],
      ['no challenge', { code_challenge: '', code_challenge_method: '' }],
    ])('is refused with %s [T392]', async (_what, changes) => {
      const visit = await new Visitor().request(address(changes));
      const error = new URL(visit.headers.get('location') ?? 'about:blank').searchParams.get('error');
      expect(visit.status === 400 || error === 'invalid_request').toBe(true);
    });
  });
}
