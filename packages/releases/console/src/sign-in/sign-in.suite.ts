import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Browser, visibleText } from '../testing/browser.ts';
import { MANAGER, SampleConsole } from '../testing/sample-console.ts';
import { PENDING_LIMIT_MS } from './sign-in-routes.ts';
import { IDLE_LIMIT_MS, MAX_SESSION_MS } from './sessions.ts';

/** Tests of the sign-in of managers. */
export function testSignIn(): void {
  let app: SampleConsole;

  beforeEach(async () => {
    app = await SampleConsole.start();
  });
  afterEach(() => app.stop());

  test('a release manager signs in and returns to the requested page', async () => {
    const [browser, board] = await app.signIn('/?action=rollback&part=mfe-hubs');
    expect(board.status).toBe(200);
    expect(`${board.url.pathname}${board.url.search}`).toBe('/?action=rollback&part=mfe-hubs');
    expect(visibleText(board)).toContain('Release 1 is live');
    expect(visibleText(board)).toContain(MANAGER.email);
    expect((await browser.open('/history')).status).toBe(200);
  });

  test('anybody else gets a message page and no session [T371]', async () => {
    app.identity.person = { email: 'owner@example.com', roles: ['developer'] };
    const browser = app.browser();
    const page = await browser.open('/sign-in');
    expect(page.status).toBe(403);
    expect(visibleText(page)).toContain('owner@example.com');
    expect(page.text).toContain('href="/sign-in?again=1"');
    expect([...browser.cookies.keys()]).toEqual([]);
    expect((await browser.open('/')).status).toBe(401);
  });

  test.each([{ email_verified: false }, { email_verified: undefined }])(
    'a release manager with an unverified e-mail address cannot sign in: %j',
    async (unconfirmed) => {
      app.identity.person = { ...MANAGER, email: 'somebody.else@example.com', ...unconfirmed };
      const browser = app.browser();
      const page = await browser.open('/sign-in');
      expect(page.status).toBe(403);
      expect(visibleText(page)).toContain('somebody.else@example.com is not confirmed');
      expect((await browser.open('/')).status).toBe(401);
    },
  );

  test.each(['/', '/history', '/?action=promote&part=mfe-hubs'])(
    '%s shows nothing without a session [T360]',
    async (path) => {
      const page = await app.browser().open(path);
      expect(page.status).toBe(401);
      expect(visibleText(page)).toContain('Sign in to release');
      expect(visibleText(page)).not.toMatch(/mfe-|Hubs|Release \d/);
    },
  );

  test('cancelling at the identity provider leads back to the sign-in page', async () => {
    const page = await app.browser().open('/sign-in');
    expect(page.status).toBe(401);
  });

  describe('the cookie of a session', () => {
    test('is HttpOnly and SameSite [T323]', async () => {
      app.identity.person = MANAGER;
      const browser = app.browser();
      const { headers } = await browser.request('/sign-in');
      const back = await browser.request(headers.get('location') ?? '');
      const landed = await browser.request(back.headers.get('location') ?? '');
      const session = landed.headers.getSetCookie().find((line) => line.startsWith('console_session='));
      expect(session).toMatch(/^console_session=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    });

    test('expires after an idle hour, and after a working day [T364]', async () => {
      const [idle] = await app.signIn();
      app.now += IDLE_LIMIT_MS + 1;
      expect((await idle.open('/')).status).toBe(401);
      const [busy] = await app.signIn();
      for (let passed = 0; passed <= MAX_SESSION_MS; passed += IDLE_LIMIT_MS) {
        expect((await busy.open('/history')).status).toBe(200);
        app.now += IDLE_LIMIT_MS;
      }
      expect((await busy.open('/history')).status).toBe(401);
    });

    test('changes with each sign-in, and the old session ends [T367]', async () => {
      const [browser] = await app.signIn();
      const before = browser.cookies.get('console_session') ?? '';
      await browser.open('/sign-in');
      expect(browser.cookies.get('console_session')).not.toBe(before);
      const thief = new Browser(app.origin);
      thief.cookies.set('console_session', before);
      expect((await thief.open('/')).status).toBe(401);
    });
  });

  test('a new sign-in without the role ends the earlier session', async () => {
    const [browser] = await app.signIn();
    app.identity.person = { ...MANAGER, roles: [] };
    expect((await browser.open('/sign-in?again=1')).status).toBe(403);
    expect((await browser.open('/')).status).toBe(401);
  });

  describe('a sign-in is refused', () => {
    /** Signs in as far as the provider's answer. */
    const start = async (browser = app.browser()) => {
      app.identity.person = MANAGER;
      const { headers } = await browser.request('/sign-in');
      const { headers: back } = await browser.request(headers.get('location') ?? '');
      return { browser, callback: back.get('location') ?? '' };
    };
    const outcome = async (browser: Browser, callback: string) => {
      const page = await browser.open(callback);
      return { status: page.status, text: visibleText(page), cookies: [...browser.cookies.keys()] };
    };
    const EXPIRED = {
      status: 400,
      text: expect.stringContaining('This sign-in has expired'),
      cookies: [],
    };

    test('never because of a hundred others that nobody finished', async () => {
      const { browser, callback } = await start();
      for (let round = 0; round < 2; round += 1) {
        const visits = Array.from({ length: 50 }, () => app.browser().request('/sign-in'));
        expect((await Promise.all(visits)).every(({ status }) => status === 303)).toBe(true);
      }
      expect(visibleText(await browser.open(callback))).toContain('Release 1 is live');
    });

    test('not in one of two tabs that sign in at once', async () => {
      const { browser, callback } = await start();
      const other = await start(browser);
      for (const each of [other.callback, callback]) expect((await browser.open(each)).status).toBe(200);
    });

    test('if more than five others have begun in this browser, which keeps its requests small', async () => {
      const { browser } = await start();
      for (let count = 0; count < 8; count += 1) await browser.request('/sign-in');
      expect(browser.cookies.size).toBe(5);
    });

    test('after its cookie was changed, anywhere [T398]', async () => {
      for (const at of [0, 20, 100, -1]) {
        const { browser, callback } = await start();
        const [[name = '', value = ''] = []] = browser.cookies;
        const bytes = Buffer.from(value, 'base64url');
        const index = at < 0 ? bytes.length + at : at;
        bytes[index] = (bytes[index] ?? 0) ^ 1;
        browser.cookies.set(name, bytes.toString('base64url'));
        expect(await outcome(browser, callback)).toEqual(EXPIRED);
      }
    });

    test.each(['', 'x', 'A'.repeat(300)])('with the cookie %j', async (value) => {
      const { browser, callback } = await start();
      for (const name of browser.cookies.keys()) browser.cookies.set(name, value);
      expect(await outcome(browser, callback)).toEqual(EXPIRED);
    });

    test('with the cookie of another sign-in', async () => {
      const { browser, callback } = await start();
      const other = await start();
      const [[name = ''] = []] = browser.cookies;
      const [[, foreign = ''] = []] = other.browser.cookies;
      browser.cookies.set(name, foreign);
      expect(await outcome(browser, callback)).toEqual(EXPIRED);
    });

    test('by a console that was started anew', async () => {
      const { browser, callback } = await start();
      await app.restart();
      expect(await outcome(browser, callback)).toEqual(EXPIRED);
    });

    test('in a browser that did not start it [T301]', async () => {
      const { callback } = await start();
      const page = await app.browser().open(callback);
      expect(page.status).toBe(400);
      expect(visibleText(page)).toContain('This sign-in has expired');
    });

    test('the second time [T393]', async () => {
      const { browser, callback } = await start();
      const [cookie = ['', '']] = [...browser.cookies];
      expect((await browser.open(callback)).status).toBe(200);
      browser.cookies.clear();
      browser.cookies.set(...cookie);
      expect(await outcome(browser, callback)).toEqual(EXPIRED);
    });

    test('after its time limit', async () => {
      const { browser, callback } = await start();
      app.now += PENDING_LIMIT_MS + 1;
      expect(await outcome(browser, callback)).toEqual(EXPIRED);
    });

    test.each([
      ['error=server_error', /\(server_error\)/],
      ['error=<b>', /did not sign you in[^(]*$/],
      ['code=', /did not sign you in/],
      ['code=CODE&iss=https://elsewhere.example', /did not sign you in/],
      ['code=CODE&error=server_error', /\(server_error\)/],
      ['code=of-another&id_token=a&response=b&iss=ISSUER', /This sign-in has expired/],
      ['code=of-another&code=twice', /did not sign you in/],
    ])('with an answer that anybody can write, without a failure in the log: %j', async (answer, says) => {
      const { browser, callback } = await start();
      const { searchParams } = new URL(callback);
      const query = answer.replace('CODE', searchParams.get('code') ?? '').replace('ISSUER', app.identity.url);
      const page = await browser.open(`/signed-in?${query}&state=${searchParams.get('state') ?? ''}`);
      expect([page.status, [...browser.cookies.keys()]]).toEqual([400, []]);
      expect(visibleText(page)).toMatch(says);
      expect(app.lines.filter((line) => !line.includes('"level":"info"'))).toEqual([]);
    });

    test('with an ID token of another sign-in [T362]', async () => {
      app.identity.nonce = 'of-yesterday';
      const { browser, callback } = await start();
      const page = await browser.open(callback);
      expect(page.status).toBe(502);
      expect(browser.cookies.has('console_session')).toBe(false);
      const line = app.lines.find((each) => each.includes('"level":"warn"')) ?? '';
      expect(JSON.parse(line)).toMatchObject({
        error: { stack: expect.stringContaining('identity.ts'), cause: { cause: { stack: expect.any(String) } } },
      });
    });
  });

  test('a sign-in whose target is too long for a cookie leads to the board', async () => {
    const [, page] = await app.signIn(`/history?before=${'4'.repeat(5000)}`);
    expect(`${page.url.pathname}${page.url.search}`).toBe('/');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/%0d%0aX: y',
    '',
    '/\t/x',
  ])('a sign-in never leads to another site: %j [T342]', async (to) => {
    const [, page] = await app.signIn(to);
    expect(page.url.origin).toBe(app.origin);
    expect(page.headers.get('x')).toBeNull();
  });

  test('without the identity provider sign-in fails, and the page names the command line', async () => {
    const { lines } = app;
    await app.identity.stop();
    const page = await app.browser().open('/sign-in');
    expect(page.status).toBe(502);
    expect(visibleText(page)).toContain('npm run release -- status');
    expect(lines.join()).toContain('GET /sign-in');
    await app.identity.listen();
  });

  test('signing out ends the session here and at the identity provider', async () => {
    const [browser, board] = await app.signIn();
    const visit = await browser.submit(board, '/sign-out');
    expect(`${visit.url.origin}${visit.url.pathname}`).toBe(`${app.identity.url}/end`);
    expect(visit.url.searchParams.get('post_logout_redirect_uri')).toBe(`${app.origin}/signed-out`);
    expect(visit.url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect((await browser.open('/')).status).toBe(401);
    expect(visibleText(await browser.open('/signed-out'))).toContain('You are signed out');
  });
}
