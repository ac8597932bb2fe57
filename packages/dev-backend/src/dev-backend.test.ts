import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AccountAnswerSchema, HubsAnswerSchema, TokensAnswerSchema } from '@portal/api/wire';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { BackendClient, PORTAL, startDemoBackend } from './testing/demo-backend.ts';
import { DATABASES } from './testing/databases.ts';
import type { TestDatabase } from './testing/databases.ts';
import { Visitor } from './testing/visitor.ts';

for (const { kind, create } of DATABASES) {
  if (!create) console.warn(`The development backend is not tested on ${kind}: TEST_DATABASE_URL names no server.`);
  (create ? describe : describe.skip)(`the development backend on ${kind}`, () => {
    let database: TestDatabase;
    let backend: Awaited<ReturnType<typeof startDemoBackend>>;
    let client: BackendClient;

    beforeAll(async () => {
      if (!create) return;
      database = await create();
      backend = await startDemoBackend({ databaseUrl: database.databaseUrl });
      ({ client } = backend);
    }, 60_000);
    afterAll(async () => {
      await backend?.close();
      await database?.drop();
    });

    const hubsOf = async (token: string) => v.parse(HubsAnswerSchema, (await client.call('hubs', token)).body).data;
    const accountOf = async (token: string) => v.parse(AccountAnswerSchema, (await client.call('account/', token)).body).data;

    describe('signing in', () => {
      test('leads through the login form back to where the portal wanted to go, with the tokens in cookies', async () => {
        const visitor = new Visitor();
        const form = await visitor.goTo(client.signInAddress({ returnTo: `${PORTAL}/account?locale=de#email` }));
        expect(form.status).toBe(200);
        expect(form.text).toMatch(/<label for="email">Email<\/label>\s*<input id="email"/);
        expect(form.text).toMatch(/<label for="password">Password<\/label>\s*<input id="password"/);
        const landed = await visitor.submit(form, { email: ' Owner@Example.com', password: 'ebike-demo-1' });
        expect(landed.url.href).toBe(`${PORTAL}/account?locale=de#email`);
        expect(visitor.cookie('access_token')).toBeDefined();
        expect(visitor.cookie('refresh_token')).toBeDefined();
      });

      test('sets the cookies for two days, for the whole host, readable by script', async () => {
        const visitor = new Visitor();
        const landed = await client.enter('owner', visitor);
        const cookies = landed.headers.getSetCookie().filter((line) => /^(access|refresh)_token=/.test(line));
        expect(cookies).toHaveLength(2);
        for (const cookie of cookies) expect(cookie).toMatch(/^\w+=[^;]+; Max-Age=172800; Path=\/; SameSite=Lax$/);
      });

      test('asks for PKCE, state and nonce', async () => {
        const { headers } = await new Visitor().request(client.signInAddress());
        const query = new URL(headers.get('location') ?? '').searchParams;
        expect(query.get('code_challenge_method')).toBe('S256');
        for (const name of ['code_challenge', 'state', 'nonce']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
      });

      test('shows the form again, with a message and the address, after a wrong password', async () => {
        const visitor = new Visitor();
        const page = await client.enter('owner', visitor, 'wrong');
        expect(page.status).toBe(422);
        expect(page.text).toContain('role="alert"');
        expect(page.text).toContain('do not belong together');
        expect(page.text).toContain('value="owner@example.com"');
        expect(visitor.cookie('access_token')).toBeUndefined();
        const landed = await visitor.submit(page, { email: 'owner@example.com', password: 'ebike-demo-1' });
        expect(landed.url.href).toBe(`${PORTAL}/settings`);
      });

      test('treats an unknown address like a wrong password, and escapes it', async () => {
        const page = await client.enter('"><script>nobody', new Visitor());
        expect(page.status).toBe(422);
        expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;nobody@example.com"');
      });

      test.each([
        ['returnTo', { returnTo: 'https://elsewhere.example/settings' }],
        ['redirectUri', { redirectUri: 'http://localhost:4998/login' }],
        ['returnTo', { returnTo: 'javascript:alert(1)' }],
        ['returnTo', { returnTo: '/settings' }],
        ['returnTo', { returnTo: `${PORTAL}@elsewhere.example/` }],
      ])('refuses a %s that does not lead to the portal: %j', async (name, query) => {
        const visit = await new Visitor().request(client.signInAddress(query));
        expect(visit.status).toBe(400);
        expect(visit.text).toContain(name);
        expect(visit.headers.get('location')).toBeNull();
      });

      test('goes on under the host name that the portal was opened with, so that its cookies are seen there', async () => {
        const visitor = new Visitor();
        const portal = 'http://127.0.0.1:4999';
        const form = await visitor.goTo(client.signInAddress({ returnTo: `${portal}/settings`, redirectUri: `${portal}/login` }));
        const landed = await visitor.submit(form, { email: 'owner@example.com', password: 'ebike-demo-1' });
        expect(landed.url.href).toBe(`${portal}/settings`);
        expect(visitor.cookie('access_token', '127.0.0.1')).toBeDefined();
        expect(visitor.cookie('access_token', 'localhost')).toBeUndefined();
      });

      test('sends an identity without an account to the login page with the title, and lets it try another identity', async () => {
        const visitor = new Visitor();
        const form = await visitor.goTo(client.signInAddress({ redirectUri: `${PORTAL}/login?locale=de` }));
        const refused = await visitor.submit(form, { email: 'unlinked@example.com', password: 'ebike-demo-1' });
        expect(refused.url.href).toBe(`${PORTAL}/login?locale=de&title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT`);
        expect(visitor.cookie('access_token')).toBeUndefined();
        // The provider ends the first identity's session with a form that sends itself where there is script.
        const change = await client.enter('guest', visitor);
        const landed = await visitor.submit(change);
        expect(landed.url.href).toBe(`${PORTAL}/settings`);
        expect((await accountOf(visitor.cookie('access_token') ?? '')).email).toBe('guest@example.com');
      });

      test('returns to the login page when the visitor cancels', async () => {
        const visitor = new Visitor();
        const form = await visitor.goTo(client.signInAddress());
        const left = await visitor.goTo(`${form.url.href}/cancel`, { method: 'POST' });
        expect(left.url.href).toBe(`${PORTAL}/login`);
      });

      test('does not ask again while the identity is signed in', async () => {
        const { visitor } = await client.signIn('owner');
        expect((await visitor.goTo(client.signInAddress())).url.href).toBe(`${PORTAL}/settings`);
      });

      test('explains a callback that belongs to no sign-in of this browser', async () => {
        const page = await new Visitor().goTo(`${client.url}/api/user/callback?code=stolen&state=made-up`);
        expect(page.status).toBe(400);
        expect(page.text).toContain('This sign-in has expired');
      });

      test('shows its pages under a policy that names the portal as the only other target of forms', async () => {
        const { headers, text } = await new Visitor().goTo(client.signInAddress());
        const policy = headers.get('content-security-policy');
        expect(policy).toContain("default-src 'none'");
        expect(policy).toContain(`form-action 'self' ${PORTAL}`);
        expect(policy).not.toContain('unsafe');
        expect(text).not.toMatch(/<script(?! src)|<style|style="/);
        const style = await fetch(`${client.url}/identity/assets/identity.css`);
        expect(style.headers.get('content-type')).toContain('text/css');
      });
    });

    describe('tokens', () => {
      test('carry who signed in, for the API alone, for ten minutes', async () => {
        const { accessToken, refreshToken } = await client.signIn('manager');
        const { aud, iss, sub, exp = 0, iat = 0 } = decodeJwt(accessToken);
        expect({ aud, iss, sub }).toEqual({
          aud: `${client.url}/api/`,
          iss: `${client.url}/identity`,
          sub: 'identity-manager',
        });
        expect(exp - iat).toBe(600);
        const tokens = v.parse(TokensAnswerSchema, (await client.refresh(refreshToken)).body);
        expect(decodeJwt(tokens.id_token)).toMatchObject({ email: 'manager@example.com', roles: ['release-manager'] });
      });

      test('are renewed for a refresh token, which is good for one use', async () => {
        const { refreshToken } = await client.signIn('owner');
        const first = await client.refresh(refreshToken);
        expect(first.status).toBe(200);
        const renewed = v.parse(TokensAnswerSchema, first.body);
        expect(renewed.refresh_token).not.toBe(refreshToken);
        expect((await client.call('account/', renewed.access_token)).status).toBe(200);
      });

      test('all end when a refresh token is used twice', async () => {
        const { refreshToken, visitor } = await client.signIn('owner');
        const renewed = v.parse(TokensAnswerSchema, (await client.refresh(refreshToken)).body);
        expect((await client.refresh(refreshToken)).status).toBe(401);
        expect((await client.refresh(renewed.refresh_token)).status).toBe(401);
        await visitor.goTo(client.signInAddress());
        expect((await client.refresh(visitor.cookie('refresh_token') ?? '')).status).toBe(200);
      });

      test('all end when four refreshes race', async () => {
        const { refreshToken } = await client.signIn('owner');
        const answers = await Promise.all(Array.from({ length: 4 }, () => client.refresh(refreshToken)));
        const winners = answers.filter(({ status }) => status === 200);
        expect(winners.length).toBeLessThanOrEqual(1);
        for (const { body } of winners) {
          expect((await client.refresh(v.parse(TokensAnswerSchema, body).refresh_token)).status).toBe(401);
        }
      });

      test('are refused for anything that is no refresh token', async () => {
        expect(await client.refresh('made-up')).toMatchObject({
          status: 401,
          body: { errors: [{ error: 'REFRESH_TOKEN_REFUSED' }] },
        });
        expect((await client.call('user/getTokens', undefined, { method: 'POST', body: {} })).status).toBe(400);
      });
    });

    describe('signing out', () => {
      test('leaves the refresh token good for the ID token, and ends it with the session at the provider', async () => {
        const { accessToken, refreshToken, visitor } = await client.signIn('owner');
        expect((await client.call('account/logout', accessToken)).status).toBe(200);
        const tokens = v.parse(TokensAnswerSchema, (await client.refresh(refreshToken)).body);
        const query = new URLSearchParams({ post_logout_redirect_uri: `${PORTAL}/login`, id_token_hint: tokens.id_token });
        const page = await visitor.goTo(`${client.url}/identity/session/end?${query}`);
        expect(page.text).toContain('data-confirmed');
        expect(page.text).not.toMatch(/<script(?! src)| on\w+=/);
        expect((await visitor.submit(page, { logout: 'yes' })).url.href).toBe(`${PORTAL}/login`);
        expect((await client.refresh(tokens.refresh_token)).status).toBe(401);
        expect((await visitor.goTo(client.signInAddress())).text).toContain('Password');
      });

      test('asks first when nothing proves that the person wants it', async () => {
        const { visitor } = await client.signIn('owner');
        const page = await visitor.goTo(`${client.url}/identity/session/end`);
        expect(page.text).toContain('Sign out');
        expect(page.text).not.toContain('data-confirmed');
        expect(page.text).not.toContain('<script');
      });
    });

    describe('the account', () => {
      test('of the owner leaves the language to the browser', async () => {
        const { accessToken } = await client.signIn('owner');
        expect(await accountOf(accessToken)).toMatchObject({
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

      test('of somebody who is not on single sign-on has neither last name nor country', async () => {
        const { accessToken } = await client.signIn('unmigrated');
        expect(await accountOf(accessToken)).toMatchObject({ isBosch: false, lastname: null, country: null });
      });

      test('of a developer has the role', async () => {
        const { accessToken } = await client.signIn('developer');
        expect((await accountOf(accessToken)).roles).toEqual(['developer']);
      });

      test.each([
        ['no token', undefined],
        ['what is no token', 'made-up'],
      ])('is refused for %s, in an envelope', async (_case, token) => {
        const answer = await client.call('account/', token);
        expect(answer).toMatchObject({ status: 401, body: { errors: [{ error: expect.any(String) }] } });
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      });

      test('is refused for a token that is meant for somebody else', async () => {
        const { refreshToken } = await client.signIn('owner');
        const { id_token } = v.parse(TokensAnswerSchema, (await client.refresh(refreshToken)).body);
        expect((await client.call('account/', id_token)).status).toBe(401);
      });
    });

    describe('hubs', () => {
      test('of the owner are six, of all three types, shared and not', async () => {
        const { accessToken } = await client.signIn('owner');
        const hubs = await hubsOf(accessToken);
        expect(hubs).toHaveLength(6);
        expect(new Set(hubs.map(({ type }) => type))).toEqual(new Set(['HUB', 'CUI100', 'REARLIGHT']));
        expect(new Set(hubs.map(({ sharingMode }) => sharingMode))).toEqual(new Set(['public', 'off']));
        expect(hubs.every(({ role, serial }) => role === 'owner' && /^0\d{9}$/.test(serial))).toBe(true);
      });

      test.each([
        ['guest', 2],
        ['empty', 0],
        ['many', 200],
      ])('of %s@example.com are %i', async (name, count) => {
        const { accessToken } = await client.signIn(name);
        const hubs = await hubsOf(accessToken);
        expect(new Set(hubs.map(({ serial }) => serial)).size).toBe(count);
        expect(hubs.every(({ role }) => role === (name === 'guest' ? 'guest' : 'owner'))).toBe(true);
      });

      test('change their sharing for the owner', async () => {
        const { accessToken } = await client.signIn('owner');
        const [hub] = await hubsOf(accessToken);
        const sharingMode = hub?.sharingMode === 'public' ? 'off' : 'public';
        const path = `hubs/${hub?.serial}+${hub?.partNumber}/settings`;
        const answer = await client.call(path, accessToken, { method: 'PUT', body: { sharingMode } });
        expect(answer).toMatchObject({ status: 200, body: { data: { sharingMode } } });
        expect((await hubsOf(accessToken))[0]).toMatchObject({ serial: hub?.serial, sharingMode });
      });

      test('do not change their sharing for a guest or a stranger', async () => {
        for (const name of ['guest', 'many']) {
          const { accessToken } = await client.signIn(name);
          const path = 'hubs/0093817252+4021000342/settings';
          const answer = await client.call(path, accessToken, { method: 'PUT', body: { sharingMode: 'public' } });
          expect(answer).toMatchObject({ status: 403, body: { errors: [{ error: 'NOT_THE_OWNER' }] } });
        }
      });

      test.each([
        ['an unknown hub', 'hubs/0000000000+4021000342/settings', { sharingMode: 'off' }, 404],
        ['a mode that does not exist', 'hubs/0093817252+4021000342/settings', { sharingMode: 'half' }, 400],
        ['a body that is no JSON', 'hubs/0093817252+4021000342/settings', '{', 400],
        ['an unknown route', 'hubs/0093817252/colour', {}, 404],
      ])('answer %s with an envelope', async (_case, path, body, status) => {
        const { accessToken } = await client.signIn('owner');
        const answer = await client.call(path, accessToken, { method: 'PUT', body });
        expect(answer).toMatchObject({ status, body: { errors: [{ error: expect.any(String) }] } });
      });
    });

    describe('the portal', () => {
      const preflight = (origin: string) =>
        fetch(`${client.url}/api/hubs`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
        });

      test('may call the API from another origin', async () => {
        const { headers } = await preflight(PORTAL);
        expect(headers.get('access-control-allow-origin')).toBe(PORTAL);
        expect(headers.get('access-control-allow-credentials')).toBe('true');
        expect(headers.get('access-control-allow-headers')).toContain('Authorization');
        expect(headers.get('access-control-max-age')).toBe('7200');
        expect((await client.call('hubs')).headers.get('access-control-allow-origin')).toBe(PORTAL);
      });

      test('is the only one that may', async () => {
        expect((await preflight('https://elsewhere.example')).headers.get('access-control-allow-origin')).toBeNull();
      });

      test('finds every call of the API in openapi.json', async () => {
        const document: unknown = await (await fetch(`${client.url}/openapi.json`)).json();
        expect(document).toMatchObject({
          paths: {
            '/api/account/': { get: expect.anything() },
            '/api/account/logout': { get: expect.anything() },
            '/api/hubs': { get: expect.anything() },
            '/api/hubs/{serial}+{partNumber}/settings': { put: { requestBody: expect.anything() } },
            '/api/user/getTokens': { post: expect.anything() },
            '/api/user/weblogin/': { get: expect.anything() },
          },
        });
      });
    });

    test('logs nothing while all goes well', () => {
      expect(backend.lines).toEqual([]);
    });
  });
}

test('access tokens expire', async () => {
  const backend = await startDemoBackend({ accessTokenSeconds: 1 });
  try {
    const { accessToken } = await backend.client.signIn('owner');
    const expiry = (decodeJwt(accessToken).exp ?? 0) * 1000;
    const answers: number[] = [];
    do answers.push((await backend.client.call('account/', accessToken)).status);
    while (Date.now() < expiry || answers.at(-1) === 200);
    expect(answers[0]).toBe(200);
    expect(answers.at(-1)).toBe(401);
  } finally {
    await backend.close();
  }
}, 60_000);
