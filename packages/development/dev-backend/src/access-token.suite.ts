import { describe, expect, test } from '@jest/globals';
import { AccessTokenResponseSchema } from '@portal/staff-api/wire';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as v from 'valibot';
import { refusal } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

/** Tests of the temporary token for tools, for each kind of database. */
export function testAccessToken(client: () => BackendClient): void {
  const newStaff = async () => {
    const { email } = await client().newPerson({ account: { roles: ['content'] } });
    return { email, ...(await client().signIn(email)) };
  };
  const ask = (accessToken: string) => client().call('staff/access-token', accessToken);
  const toolToken = async (accessToken: string) =>
    v.parse(AccessTokenResponseSchema, (await ask(accessToken)).body).data;
  const statusWith = async (token: string) => (await client().call('staff/countries', token)).status;
  const NONE = refusal(404, 'NO_TOKEN_SAVED');
  const ENDED = refusal(401, 'TOKEN_ENDED');

  describe('the token for tools', () => {
    test('is saved at the sign-in of staff, for an hour, and never cached or recorded', async () => {
      const { accessToken } = await newStaff();
      const { headers } = await ask(accessToken);
      expect(headers.get('cache-control')).toBe('no-store');
      const { token, expiresAt } = await toolToken(accessToken);
      const { aud, iss, sub, scope, exp = 0 } = decodeJwt(token);
      expect({ aud, iss, sub }).toEqual({
        aud: `${client().url}/api/`,
        iss: `${client().url}/identity`,
        sub: decodeJwt(accessToken).sub,
      });
      expect(scope).toBe('staff');
      expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
      expect(exp * 1000).toBe(expiresAt.getTime());
      const life = expiresAt.getTime() - Date.now();
      expect(life).toBeLessThanOrEqual(3_600_000);
      expect(life).toBeGreaterThan(3_500_000);
      expect(client().records.join('\n')).not.toContain(token.slice(-40));
    });

    test('opens the calls for staff that the account may make', async () => {
      const { accessToken } = await newStaff();
      const { token } = await toolToken(accessToken);
      expect(await statusWith(token)).toBe(200);
      expect(await client().call('staff/oems', token, { method: 'POST', body: { name: 'Levante' } })).toMatchObject(
        refusal(403, 'ROLE_MISSING'),
      );
    });

    test('is replaced by the next sign-in', async () => {
      const { email, accessToken } = await newStaff();
      const { token } = await toolToken(accessToken);
      const again = await client().signIn(email);
      expect(await client().call('staff/countries', token)).toMatchObject(ENDED);
      // The token belongs to the account, not to a browser.
      const { token: present } = await toolToken(accessToken);
      expect(decodeJwt(present).jti).toBe(decodeJwt((await toolToken(again.accessToken)).token).jti);
      expect(await statusWith(present)).toBe(200);
    });

    test('ends with the log-out', async () => {
      const { accessToken } = await newStaff();
      const { token } = await toolToken(accessToken);
      await client().call('account/logout', accessToken);
      expect(await client().call('staff/countries', token)).toMatchObject(ENDED);
      expect(await ask(accessToken)).toMatchObject(NONE);
    });

    test('ends after its life', async () => {
      const { accessToken } = await newStaff();
      const { token } = await toolToken(accessToken);
      const { clock } = client();
      clock.ahead = 3_600_000;
      expect(await ask(accessToken)).toMatchObject(NONE);
      expect(await client().call('staff/countries', token)).toMatchObject(ENDED);
      clock.ahead = 0;
    });

    test('ends with the sessions of the identity', async () => {
      const [one, other] = [await newStaff(), await newStaff()];
      const { token } = await toolToken(one.accessToken);
      await client().control('POST', `people/${one.email}/sign-out-everywhere`);
      expect(await client().call('staff/countries', token)).toMatchObject(ENDED);
      const { token: others } = await toolToken(other.accessToken);
      const visitor = new Visitor();
      const form = await visitor.goTo(`${client().url}/identity/forgotten-password`);
      await visitor.submit(form, { email: other.email });
      const link = await client().linkTo(other.email);
      expect(await statusWith(others)).toBe(200);
      await visitor.submit(await visitor.goTo(link), { password: 'Gravel-2026' });
      expect(await client().call('staff/countries', others)).toMatchObject(ENDED);
    });
  });
}
