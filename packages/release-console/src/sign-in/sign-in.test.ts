import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Browser, wordsOf } from '../testing/browser.ts';
import { MANAGER, SampleConsole } from '../testing/sample-console.ts';
import { IDLE_LIMIT_MS, LONGEST_SESSION_MS, PENDING_LIMIT_MS } from './sessions.ts';

let it: SampleConsole;

beforeEach(async () => {
  it = await SampleConsole.start();
});
afterEach(() => it.stop());

test('a release manager gets in, to the page that was asked for', async () => {
  const [browser, board] = await it.signIn('/?act=rollback&part=mfe-hubs');
  expect(board.status).toBe(200);
  expect(`${board.url.pathname}${board.url.search}`).toBe('/?act=rollback&part=mfe-hubs');
  expect(wordsOf(board)).toContain('Release 1 is live');
  expect(wordsOf(board)).toContain(MANAGER.email);
  expect((await browser.open('/history')).status).toBe(200);
});

test('anybody else is told so, with a plain page, and has no session', async () => {
  it.identity.person = { email: 'owner@example.com', roles: ['developer'] };
  const browser = it.browser();
  const page = await browser.open('/sign-in');
  expect(page.status).toBe(403);
  expect(wordsOf(page)).toContain('owner@example.com is not a release manager.');
  expect(page.text).toContain('href="/sign-in?again=1"');
  expect([...browser.cookies.keys()]).toEqual([]);
  expect((await browser.open('/')).status).toBe(401);
});

test.each([{ email_verified: false }, { email_verified: undefined }])(
  'a release manager whose e-mail address nobody has confirmed does not get in: %j',
  async (unconfirmed) => {
    it.identity.person = { ...MANAGER, email: 'somebody.else@example.com', ...unconfirmed };
    const browser = it.browser();
    const page = await browser.open('/sign-in');
    expect(page.status).toBe(403);
    expect(wordsOf(page)).toContain('nobody has confirmed that somebody.else@example.com is yours.');
    expect((await browser.open('/')).status).toBe(401);
  },
);

test.each(['/', '/history', '/?act=promote&part=mfe-hubs'])(
  '%s shows nothing to whoever is not signed in',
  async (path) => {
    const page = await it.browser().open(path);
    expect(page.status).toBe(401);
    expect(wordsOf(page)).toContain('Sign in to release');
    expect(wordsOf(page)).not.toMatch(/mfe-|Hubs|Release \d/);
  },
);

test('who cancels at the identity provider is asked again', async () => {
  const page = await it.browser().open('/sign-in');
  expect(page.status).toBe(401);
});

describe('the cookie of a session', () => {
  test('is out of reach of scripts and of other sites', async () => {
    it.identity.person = MANAGER;
    const browser = it.browser();
    const { headers } = await browser.request('/sign-in');
    const back = await browser.request(headers.get('location') ?? '');
    const landed = await browser.request(back.headers.get('location') ?? '');
    const session = landed.headers.getSetCookie().find((line) => line.startsWith('console_session='));
    expect(session).toMatch(/^console_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('stands for nothing once it was left alone for an hour, or after a working day', async () => {
    const [idle] = await it.signIn();
    it.now += IDLE_LIMIT_MS + 1;
    expect((await idle.open('/')).status).toBe(401);
    const [busy] = await it.signIn();
    for (let passed = 0; passed <= LONGEST_SESSION_MS; passed += IDLE_LIMIT_MS) {
      expect((await busy.open('/history')).status).toBe(200);
      it.now += IDLE_LIMIT_MS;
    }
    expect((await busy.open('/history')).status).toBe(401);
  });

  test('is another one after each sign-in, and the old one ends', async () => {
    const [browser] = await it.signIn();
    const before = browser.cookies.get('console_session') ?? '';
    await browser.open('/sign-in');
    expect(browser.cookies.get('console_session')).not.toBe(before);
    const thief = new Browser(it.origin);
    thief.cookies.set('console_session', before);
    expect((await thief.open('/')).status).toBe(401);
  });
});

test('whose role was taken away has no session any more, once that is known', async () => {
  const [browser] = await it.signIn();
  it.identity.person = { ...MANAGER, roles: [] };
  expect((await browser.open('/sign-in?again=1')).status).toBe(403);
  expect((await browser.open('/')).status).toBe(401);
});

describe('a sign-in is refused', () => {
  const begin = async () => {
    it.identity.person = MANAGER;
    const browser = it.browser();
    const { headers } = await browser.request('/sign-in');
    const { headers: back } = await browser.request(headers.get('location') ?? '');
    return { browser, callback: back.get('location') ?? '' };
  };

  test('in a browser that did not begin it', async () => {
    const { callback } = await begin();
    const page = await it.browser().open(callback);
    expect(page.status).toBe(400);
    expect(wordsOf(page)).toContain('This sign-in has expired');
  });

  test('the second time', async () => {
    const { browser, callback } = await begin();
    const [cookie = ['', '']] = [...browser.cookies];
    expect((await browser.open(callback)).status).toBe(200);
    browser.cookies.set(...cookie);
    const again = await browser.request(callback);
    expect(again.status).toBe(400);
  });

  test('when it was left open for too long', async () => {
    const { browser, callback } = await begin();
    it.now += PENDING_LIMIT_MS + 1;
    expect((await browser.open(callback)).status).toBe(400);
  });

  test('with a token that was made for another sign-in', async () => {
    it.identity.nonce = 'of-yesterday';
    const { browser, callback } = await begin();
    const page = await browser.open(callback);
    expect(page.status).toBe(502);
    expect(browser.cookies.has('console_session')).toBe(false);
  });
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/%0d%0aX: y',
  '',
  '/\t/x',
])('leads never away from the console: %j', async (to) => {
  const [, page] = await it.signIn(to);
  expect(page.url.origin).toBe(it.origin);
  expect(page.headers.get('x')).toBeNull();
});

test('while the identity provider is down nobody gets in, and the page names the command line', async () => {
  const { lines } = it;
  await it.identity.stop();
  const page = await it.browser().open('/sign-in');
  expect(page.status).toBe(502);
  expect(wordsOf(page)).toContain('npm run release -- status');
  expect(lines.join()).toContain('GET /sign-in');
  await it.identity.start();
});

test('signing out ends the session here and at the identity provider', async () => {
  const [browser, board] = await it.signIn();
  const visit = await browser.submit(board, '/sign-out');
  expect(`${visit.url.origin}${visit.url.pathname}`).toBe(`${it.identity.issuer}/end`);
  expect(visit.url.searchParams.get('post_logout_redirect_uri')).toBe(`${it.origin}/signed-out`);
  expect(visit.url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
  expect((await browser.open('/')).status).toBe(401);
  expect(wordsOf(await browser.open('/signed-out'))).toContain('You are signed out');
});
