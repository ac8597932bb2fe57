import { describe, expect, test } from '@jest/globals';
import { CONSOLE, PORTAL, refusal } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

const NUL = '\u0000';
/** A well-formed verifier and challenge; no sign-in below gets as far as comparing them. */
const CHALLENGE = 'x'.repeat(43);

/** Tests that NUL, which the database cannot store, is handled wherever it comes from. */
export function testNul(client: () => BackendClient): void {
  const newToken = async (account: Readonly<Record<string, unknown>> = {}) => {
    const { email } = await client().newPerson({ account });
    return await client().token(email);
  };
  let shared: Promise<string> | undefined;
  /** Of one person with a password of their own; the refusals change nothing. */
  const sharedToken = () => (shared ??= newToken({ password: 'account-1' }));

  describe('a NUL character', () => {
    test.each([
      ['PUT', 'hubs/%00+1/settings', { sharingMode: 'off' }, 400],
      ['DELETE', 'hubs/1%002+1/authorization', undefined, 400],
      ['GET', 'hubs/%00+1/release', undefined, 400],
      ['PUT', 'account/country', { country: `d${NUL}` }, 400],
      ['POST', 'account/developer', { url: `${PORTAL}/terms${NUL}.pdf` }, 400],
      ['GET', 'hc-terms-and-conditions/all?lang=%00', undefined, 200],
    ])('in %s %s %j is answered with %d', async (method, path, body, status) => {
      const answer = await client().call(path, await sharedToken(), { method, body });
      expect(answer.status).toBe(status);
    });

    test('in a password makes it wrong', async () => {
      const body = { newEmail: 'a@example.com', currentPassword: `account-1${NUL}` };
      expect((await client().call('account/email', await sharedToken(), { method: 'PUT', body })).status).toBe(401);
    });

    test('in a refresh token makes it invalid', async () => {
      const refused = refusal(401, 'REFRESH_TOKEN_REFUSED');
      expect(await client().refresh(NUL)).toMatchObject(refused);
    });

    test('in the link that confirms an address makes it invalid', async () => {
      const { headers } = await new Visitor().request(`${client().url}/api/account/confirmation/%00`);
      expect(headers.get('location')).toBe(`${PORTAL}/user-info?show=account-confirmation-error`);
    });

    test('in the sign-in’s address or password is refused', async () => {
      expect((await client().enter(`own${NUL}er@example.com`)).status).toBe(422);
      expect((await client().enter('owner', undefined, NUL)).status).toBe(422);
    });

    test('in the code that completes a sign-in makes it invalid', async () => {
      const { status, text } = await new Visitor().request(`${client().url}/identity/token`, {
        method: 'POST',
        form: {
          grant_type: 'authorization_code',
          client_id: 'release-console',
          redirect_uri: `${CONSOLE}/signed-in`,
          code_verifier: CHALLENGE,
          code: NUL,
        },
      });
      expect([status, text]).toEqual([400, expect.stringContaining('invalid_grant')]);
    });

    test.each([
      ['auth', { client_id: NUL }],
      ['auth', { client_id: 'portal-api', state: NUL }],
      ['auth', { client_id: 'portal-api', request_uri: `urn:ietf:params:oauth:request_uri:${NUL}` }],
      ['session/end', { id_token_hint: NUL }],
    ])('is refused by the identity provider at %s with %j', async (path, changes) => {
      const query = new URLSearchParams({
        ...(path === 'auth' && {
          response_type: 'code',
          scope: 'openid',
          redirect_uri: `${client().url}/api/user/callback`,
          code_challenge: CHALLENGE,
          code_challenge_method: 'S256',
        }),
        ...changes,
      });
      const answer = await new Visitor().request(`${client().url}/identity/${path}?${query.toString()}`);
      expect(answer.status).toBeGreaterThanOrEqual(300);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('location') ?? '').not.toContain('server_error');
    });

    test.each([
      ['POST', 'people', { prefix: 'nul', account: { firstName: NUL } }, 400],
      ['POST', 'people', { prefix: 'nul', hubs: [{ serial: NUL }] }, 400],
      ['POST', 'people', { prefix: 'nul', hubs: [{ owner: `${NUL}@example.com` }] }, 400],
      ['POST', 'people/%00/behaviour', {}, 404],
      ['DELETE', 'faults?email=%00', undefined, 200],
    ])('in a control request, %s %s %j, is answered with %d', async (method, path, body, status) => {
      expect((await client().control(method, path, body)).status).toBe(status);
    });

    test('in the mailbox’s address finds no mail', async () => {
      expect(await client().mailsTo(NUL)).toEqual([]);
    });
  });
}
