import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { TokensResponseSchema } from '@portal/api/wire';
import { base64url, decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import { loadKeys } from './keys.ts';
import { refusal } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';

/** Tests of tokens, for each kind of database. */
export function testTokens(client: () => BackendClient): void {
  describe('tokens', () => {
    const later = (seconds: number) => {
      const time = Date.now() + seconds * 1000;
      jest.spyOn(Date, 'now').mockImplementation(() => time);
    };
    afterEach(() => {
      jest.restoreAllMocks();
    });

    test('identify the user, to the API only, for ten minutes [T366]', async () => {
      const { accessToken, refreshToken } = await client().signIn('manager');
      const { aud, iss, sub, exp = 0, iat = 0 } = decodeJwt(accessToken);
      expect({ aud, iss, sub }).toEqual({
        aud: `${client().url}/api/`,
        iss: `${client().url}/identity`,
        sub: 'identity-manager',
      });
      expect(exp - iat).toBe(600);
      const tokens = v.parse(TokensResponseSchema, (await client().refresh(refreshToken)).body);
      expect(decodeJwt(tokens.id_token)).toMatchObject({ email: 'manager@example.com', roles: ['release-manager'] });
    });

    test('are renewed with a refresh token, which is replaced [T115]', async () => {
      const { refreshToken } = await client().signIn('owner');
      const first = await client().refresh(refreshToken);
      expect(first.status).toBe(200);
      const renewed = v.parse(TokensResponseSchema, first.body);
      expect(renewed.refresh_token).not.toBe(refreshToken);
      expect((await client().call('account/', renewed.access_token)).status).toBe(200);
    });

    test('are renewed once more with the replaced one, for 30 seconds, and both successors work', async () => {
      const { refreshToken } = await client().signIn('owner');
      const answers = [await client().refresh(refreshToken)];
      // The clock of the tests goes on by itself.
      later(20);
      answers.push(await client().refresh(refreshToken));
      for (const { body } of answers) {
        expect((await client().refresh(v.parse(TokensResponseSchema, body).refresh_token)).status).toBe(200);
      }
    });

    test.each([
      ['a third time', 2, 0],
      ['a second time after 30 seconds', 1, 30],
      ['a third time after 30 seconds', 2, 30],
    ])('are all revoked when a refresh token is used %s [T394]', async (_, uses, seconds) => {
      const { refreshToken, visitor } = await client().signIn('owner');
      let answer = await client().refresh(refreshToken);
      if (uses === 2) answer = await client().refresh(refreshToken);
      later(seconds);
      const renewed = v.parse(TokensResponseSchema, answer.body);
      expect((await client().refresh(refreshToken)).status).toBe(401);
      expect((await client().refresh(renewed.refresh_token)).status).toBe(401);
      await visitor.goTo(client().signInAddress());
      expect((await client().refresh(visitor.cookie('refresh_token') ?? '')).status).toBe(200);
    });

    test('are all revoked when four refreshes race', async () => {
      const { refreshToken } = await client().signIn('owner');
      const answers = await Promise.all(Array.from({ length: 4 }, () => client().refresh(refreshToken)));
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners.length).toBeLessThanOrEqual(2);
      for (const { body } of winners) {
        expect((await client().refresh(v.parse(TokensResponseSchema, body).refresh_token)).status).toBe(401);
      }
    });

    test('are refused for an invalid refresh token', async () => {
      expect(await client().refresh('made-up')).toMatchObject(refusal(401, 'REFRESH_TOKEN_REFUSED'));
      expect((await client().call('user/getTokens', undefined, { method: 'POST', body: {} })).status).toBe(400);
    });

    describe('without a valid signature', () => {
      const answerTo = async (token: string) => (await client().call('account/', token)).status;

      test('give no access when another key has signed them, even with that key in their header [T384]', async () => {
        const claims = decodeJwt(await client().token('owner'));
        const { signing } = await loadKeys(client().stateFolder);
        const other = await generateKeyPair('ES256', { extractable: true });
        const header = { alg: 'ES256', typ: 'at+jwt', kid: signing.kid };
        const jwk = await exportJWK(other.publicKey);
        expect(await answerTo(await new SignJWT(claims).setProtectedHeader(header).sign(other.privateKey))).toBe(401);
        expect(
          await answerTo(await new SignJWT(claims).setProtectedHeader({ ...header, jwk }).sign(other.privateKey)),
        ).toBe(401);
      });

      test('give no access when nobody has signed them, or the public key is taken for a secret [T386]', async () => {
        const claims = decodeJwt(await client().token('owner'));
        const { signing } = await loadKeys(client().stateFolder);
        const header = { alg: 'HS256', typ: 'at+jwt', kid: signing.kid };
        expect(await answerTo(new UnsecuredJWT(claims).encode())).toBe(401);
        expect(
          await answerTo(await new SignJWT(claims).setProtectedHeader(header).sign(base64url.decode(signing.x))),
        ).toBe(401);
      });

      test('give no access when a claim was changed [T383]', async () => {
        const [header = '', payload = '', signature = ''] = (await client().token('owner')).split('.');
        const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const changed = base64url.encode(JSON.stringify({ ...Object(claims), sub: 'identity-developer' }));
        expect(await answerTo([header, changed, signature].join('.'))).toBe(401);
      });
    });

    describe('with a valid signature', () => {
      /** A token signed with the provider's key, but with some claims changed. */
      async function forge(claims: Readonly<Record<string, unknown>>, typ = 'at+jwt'): Promise<string> {
        const accessToken = await client().token('owner');
        const { signing } = await loadKeys(client().stateFolder);
        return new SignJWT({ ...decodeJwt(accessToken), ...claims })
          .setProtectedHeader({ alg: 'ES256', typ, kid: signing.kid })
          .sign(await importJWK(signing, 'ES256'));
      }

      test('give access to the API', async () => {
        expect((await client().call('account/', await forge({}))).status).toBe(200);
      });

      test.each([
        ['they have expired', { exp: Math.floor(Date.now() / 1000) - 1 }],
        ['they never expire', { exp: undefined }],
        ['they have another audience', { aud: 'https://elsewhere.example/' }],
        ['they have another issuer', { iss: 'https://elsewhere.example' }],
        ['the identity does not exist', { sub: 'identity-nobody' }],
        ['the identity has no account', { sub: 'identity-unlinked' }],
      ])('give no access when %s [T365]', async (_case, claims) => {
        expect((await client().call('account/', await forge(claims))).status).toBe(401);
      });

      test('give no access when they are of another type [T363]', async () => {
        expect((await client().call('account/', await forge({}, 'JWT'))).status).toBe(401);
      });
    });
  });
}
