import { describe, expect, test } from '@jest/globals';
import { TokensResponseSchema } from '@portal/api/wire';
import { cookiesSetBy } from '@portal/node-kit/testing';
import { StatisticsResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import { PORTAL } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { Visitor } from './testing/visitor.ts';

/** Tests of signing in and out, for each kind of database. */
export function testSignIn(client: () => BackendClient): void {
  describe('signing in', () => {
    test('leads through the login form back to the portal’s target, with the tokens in cookies [T003]', async () => {
      const visitor = new Visitor();
      const form = await visitor.goTo(client().signInAddress({ returnTo: `${PORTAL}/account?from=mail#email` }));
      expect(form.status).toBe(200);
      expect(form.text).toMatch(/<label for="email">Email<\/label>\s*<input\s+id="email"/);
      expect(form.text).toMatch(/<label for="password">Password<\/label>\s*<input\s+id="password"/);
      const landed = await visitor.submit(form, { email: ' Owner@Example.com', password: 'ebike-demo-1' });
      expect(landed.url.href).toBe(`${PORTAL}/account?from=mail#email`);
      expect(visitor.cookie('access_token')).toBeDefined();
      expect(visitor.cookie('refresh_token')).toBeDefined();
    });

    test('shows the form to the browser that asked for it only', async () => {
      const { url } = await new Visitor().goTo(client().signInAddress());
      expect((await new Visitor().goTo(url)).status).toBe(400);
    });

    test('sets the cookies for two days, for the whole host, readable by script [T273]', async () => {
      const visitor = new Visitor();
      const landed = await client().enter('owner', visitor);
      const cookies = cookiesSetBy(landed).filter(({ name }) => /^(access|refresh)_token$/.test(name));
      const attributes = { value: expect.stringMatching(/./), maxAge: 172_800, path: '/', sameSite: 'lax' };
      expect(cookies).toEqual([
        { name: 'access_token', ...attributes },
        { name: 'refresh_token', ...attributes },
      ]);
    });

    test('is counted for the day, if the identity has an account', async () => {
      const token = await client().token('content');
      const today = async () => {
        const { body } = await client().call('staff/statistics', token);
        return v.parse(StatisticsResponseSchema, body).data.signIns.at(-1)?.count ?? 0;
      };
      const before = await today();
      await client().enter('owner');
      await client().enter('unlinked');
      await client().enter('owner', undefined, 'wrong-1');
      expect(await today()).toBe(before + 1);
    });

    test('asks for PKCE, state and nonce [T389]', async () => {
      const { headers } = await new Visitor().request(client().signInAddress());
      const query = new URL(headers.get('location') ?? '').searchParams;
      expect(query.get('code_challenge_method')).toBe('S256');
      for (const name of ['code_challenge', 'state', 'nonce']) expect(query.get(name)).toMatch(/^[\w-]{43}$/);
    });

    test('shows the form again, with a message and the address, after a wrong password', async () => {
      const visitor = new Visitor();
      const page = await client().enter('owner', visitor, 'wrong');
      expect(page.status).toBe(422);
      expect(page.text).toContain('role="alert"');
      expect(page.text).toContain('do not belong together');
      expect(page.text).toContain('value="owner@example.com"');
      expect(visitor.cookie('access_token')).toBeUndefined();
      const landed = await visitor.submit(page, { email: 'owner@example.com', password: 'ebike-demo-1' });
      expect(landed.url.href).toBe(`${PORTAL}/settings`);
    });

    test('treats an unknown address like a wrong password, and escapes it', async () => {
      const page = await client().enter('"><script>nobody', new Visitor());
      expect(page.status).toBe(422);
      expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;nobody@example.com"');
    });

    test.each([
      ['returnTo', { returnTo: 'https://elsewhere.example/settings' }],
      ['redirectUri', { redirectUri: 'http://localhost:4998/login' }],
      ['returnTo', { returnTo: 'javascript:alert(1)' }],
      ['returnTo', { returnTo: `${PORTAL}@elsewhere.example/` }],
      ['returnTo', { returnTo: PORTAL.replace('//', '//elsewhere.example@') }],
    ])('refuses a %s that does not lead to the portal: %j', async (name, query) => {
      const visit = await new Visitor().request(client().signInAddress(query));
      expect(visit.status).toBe(400);
      expect(visit.text).toContain(name);
      expect(visit.headers.get('location')).toBeNull();
    });

    test('continues on the host name that the portal was opened with, so that its cookies apply there', async () => {
      const visitor = new Visitor();
      const portal = 'http://127.0.0.1:4999';
      const form = await visitor.goTo(
        client().signInAddress({ returnTo: `${portal}/settings`, redirectUri: `${portal}/login` }),
      );
      const landed = await visitor.submit(form, { email: 'owner@example.com', password: 'ebike-demo-1' });
      expect(landed.url.href).toBe(`${portal}/settings`);
      expect(visitor.cookie('access_token', '127.0.0.1')).toBeDefined();
      expect(visitor.cookie('access_token', 'localhost')).toBeUndefined();
    });

    test('sends an identity without an account to the login page with the title, and allows another identity', async () => {
      const visitor = new Visitor();
      const form = await visitor.goTo(client().signInAddress({ redirectUri: `${PORTAL}/login?locale=de` }));
      const refused = await visitor.submit(form, { email: 'unlinked@example.com', password: 'ebike-demo-1' });
      expect(refused.url.href).toBe(`${PORTAL}/login?locale=de&title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT`);
      expect(visitor.cookie('access_token')).toBeUndefined();
      // The provider ends the first identity's session with a form that sends itself where there is script.
      const change = await client().enter('guest', visitor);
      const landed = await visitor.submit(change);
      expect(landed.url.href).toBe(`${PORTAL}/settings`);
      expect((await client().account(visitor.cookie('access_token'))).email).toBe('guest@example.com');
    });

    test('returns to the login page when the visitor cancels', async () => {
      const visitor = new Visitor();
      const form = await visitor.goTo(client().signInAddress());
      const left = await visitor.goTo(`${form.url.href}/cancel`, { method: 'POST' });
      expect(left.url.href).toBe(`${PORTAL}/login`);
    });

    test('in two tabs at once leads each tab to its own target', async () => {
      const visitor = new Visitor();
      const credentials = { email: 'owner@example.com', password: 'ebike-demo-1' };
      const first = await visitor.goTo(client().signInAddress({ returnTo: `${PORTAL}/account` }));
      const second = await visitor.goTo(client().signInAddress({ returnTo: `${PORTAL}/developer` }));
      expect((await visitor.submit(first, credentials)).url.href).toBe(`${PORTAL}/account`);
      expect((await visitor.submit(second, credentials)).url.href).toBe(`${PORTAL}/developer`);
    });

    test('does not ask again while the identity is signed in [T370]', async () => {
      const { visitor } = await client().signIn('owner');
      expect((await visitor.goTo(client().signInAddress())).url.href).toBe(`${PORTAL}/settings`);
    });

    test.each<[string, { cookie?: string; query?: string; accepts?: string }, string]>([
      ['the choice in the portal’s picker', { cookie: 'nl', query: '?locale=fr', accepts: 'de' }, 'nl'],
      ['the locale of the portal’s login page', { query: '?locale=fr-CA', accepts: 'de' }, 'fr'],
      ['the browser’s first known language', { accepts: 'pt-BR,de;q=0.8,en;q=0.5' }, 'de'],
      ['English without any', {}, 'en'],
    ])('speaks the language of the portal: %s', async (_what, { cookie, query = '', accepts = '' }, language) => {
      const visitor = new Visitor({ 'accept-language': accepts });
      if (cookie !== undefined) visitor.setCookie('portal_language', cookie);
      const form = await visitor.goTo(client().signInAddress({ redirectUri: `${PORTAL}/login${query}` }));
      expect(form.text).toContain(`<html lang="${language}"`);
    });

    test('changes its language in its own picker, for all of its pages', async () => {
      const visitor = new Visitor();
      const form = await visitor.goTo(client().signInAddress());
      const french = await visitor.goTo(new URL(`${form.url.pathname}?lang=fr`, form.url));
      expect([french.url.href, french.text]).toEqual([form.url.href, expect.stringContaining('Se connecter')]);
      const refused = await visitor.submit(french, { email: 'owner@example.com', password: 'wrong' });
      expect(refused.text).toContain('Vous n’êtes pas connecté');
      const page = await visitor.goTo(`${client().url}/api/user/callback?code=stolen&state=made-up`);
      expect(page.text).toContain('Cette connexion a expiré');
    });

    test('shows its pages in the theme that was chosen in the portal', async () => {
      const visitor = new Visitor();
      visitor.setCookie('portal_theme', 'dark');
      expect((await visitor.goTo(client().signInAddress())).text).toContain('data-theme="dark"');
    });

    test.each([
      ['', 'ebike-demo-1', 'email', 'Please enter your email address.'],
      ['owner@example.com', '', 'password', 'Please enter your password.'],
    ])('reports a missing input (%j, %j) at its field and in a summary', async (email, password, field, words) => {
      const visitor = new Visitor();
      const refused = await visitor.submit(await visitor.goTo(client().signInAddress()), { email, password });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(`<a href="#${field}">${words}</a>`);
      expect(refused.text).toContain(`id="${field}-error">${words}`);
      expect(refused.text.match(/aria-invalid/g)).toHaveLength(1);
    });

    test('shows its pages under a policy that allows forms to target only itself and the portal', async () => {
      const { headers, text } = await new Visitor().goTo(client().signInAddress());
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain(`form-action 'self' ${PORTAL}`);
      expect(policy).toContain("; require-trusted-types-for 'script'; trusted-types 'none'");
      expect(policy).not.toContain('unsafe');
      expect(text).not.toMatch(/<script(?! src)|<style|style="/);
      const style = await fetch(`${client().url}/identity/assets/pages.css`);
      expect(style.headers.get('content-type')).toContain('text/css');
    });
  });

  describe('signing out', () => {
    test('keeps the refresh token valid for the ID token, and revokes it with the session at the provider [T368]', async () => {
      const { accessToken, refreshToken, visitor } = await client().signIn('owner');
      expect((await client().call('account/logout', accessToken)).status).toBe(200);
      const tokens = v.parse(TokensResponseSchema, (await client().refresh(refreshToken)).body);
      const query = new URLSearchParams({
        post_logout_redirect_uri: `${PORTAL}/login`,
        id_token_hint: tokens.id_token,
      });
      const page = await visitor.goTo(`${client().url}/identity/session/end?${query.toString()}`);
      expect(page.text).toContain('data-confirmed');
      expect(page.text).not.toMatch(/<script(?! src)| on\w+=/);
      expect((await visitor.submit(page, { logout: 'yes' })).url.href).toBe(`${PORTAL}/login`);
      expect((await client().refresh(tokens.refresh_token)).status).toBe(401);
      expect((await visitor.goTo(client().signInAddress())).text).toContain('Password');
    });

    test('asks for confirmation without an ID token [T397]', async () => {
      const { visitor } = await client().signIn('owner');
      const page = await visitor.goTo(`${client().url}/identity/session/end`);
      expect(page.text).toContain('Log out');
      expect(page.text).not.toContain('data-confirmed');
      expect(page.text).not.toContain('<script');
    });
  });
}
