import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { parseLiveView } from '@portal/contract/live-view';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { cookiesSetBy } from '@portal/node-kit/testing';
import { newKey, readSigner } from '@portal/release/release-log/signed-note';
import { previewVersions } from '@portal/release/operations/preview-versions';
import type { WebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';
import { readVisits } from './testing/test-visit.ts';

const HOUR = 60 * 60 * 1000;
const NEWER = { 'mfe-hubs': '1.1.0' };
let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = await SamplePortal.withNewer();
  server = await portal.start({ metricsPort: 0 });
});
afterEach(() => portal.remove());

const now = () => portal.began + portal.time;
const sign = async (versions: Readonly<Record<string, string>> = NEWER) =>
  (await previewVersions(portal.store, { versions }, now())).token;
const get = async (path: string, cookie = '', headers: Readonly<Record<string, string>> = {}) =>
  await fetch(server.url + path, { headers: { cookie, ...headers }, redirect: 'manual' });
const having = (token: string) => `access_token=abc; portal_preview=${token}`;
const readHubs = async (answer: Response) => /"mfe-hubs":\{"version":"([^"]+)"/.exec(await answer.text())?.[1];
const hubs = async (cookie = 'access_token=abc') => readHubs(await get('/settings', cookie));
const readView = async (cookie: string) => parseLiveView(await (await get('/release.json', cookie)).json());
/** The server looks at the store again. */
const later = () => void (portal.time += 1000);

describe('the address of a preview', () => {
  test('gives the browser a cookie for as long as it is shown, and leads to the same address without it [T466]', async () => {
    const token = await sign();
    const answer = await get(`/settings?sort=type&preview=${token}&rows=50`);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings?sort=type&rows=50']);
    expect(answer.headers.getSetCookie()).toEqual([
      `portal_preview=${token}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('over https, the cookie is secure, and no other host can set it [T470]', async () => {
    const token = await sign();
    server = await portal.start({ trustedProxies: TrustedProxies.of('127.0.0.1') });
    const https = { 'x-forwarded-proto': 'https' };
    const answer = await get(`/?preview=${token}`, '', https);
    expect(answer.headers.getSetCookie()).toEqual([
      `__Host-portal_preview=${token}; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
    expect(await readHubs(await get('/settings', having(token), https))).toBe('1.0.0');
    const cookie = `access_token=abc; __Host-portal_preview=${token}`;
    expect(await readHubs(await get('/settings', cookie, https))).toBe('1.1.0');
  });

  test.each(['//evil.example', String.raw`/\evil.example`, '///evil.example'])(
    'at %s leads to no other host',
    async (path) => {
      const { headers } = await get(`${path}?preview=`);
      expect(headers.get('location')).toMatch(/^\/(?![/\\])/);
    },
  );

  test.each([
    ['nothing', ''],
    ['a word', 'x'],
    ['a path', '../..'],
    ['markup', '<script>'],
    ['5,000 characters', 'a'.repeat(5000)],
  ])('with %s in place of the token shows nothing but live versions, in no cookie [T467]', async (_, odd) => {
    const asked = `/settings?preview=${encodeURIComponent(odd)}`;
    const answer = await get(asked);
    const [cookie = 'portal_preview=;'] = answer.headers.getSetCookie();
    expect([answer.status, cookie]).toEqual([odd === '' ? 302 : 410, expect.stringMatching(/^portal_preview=;/)]);
    expect(await hubs(`access_token=abc; portal_preview=${encodeURIComponent(odd)}`)).toBe('1.0.0');
  });

  test('with the token of another store, or of a key that the log no longer names, shows nothing', async () => {
    const other = new SamplePortal();
    await other.publishAll();
    await other.publish('mfe-hubs', { version: '1.1.0' });
    await other.release();
    const { token } = await previewVersions(other.store, { versions: NEWER }, now());
    expect((await get(`/settings?preview=${token}`)).status).toBe(410);
    await other.remove();
    const own = await sign();
    expect((await get(`/settings?preview=${own}`)).status).toBe(302);
    const keys = [{ key: readSigner(newKey()).vkey, role: 'break-glass' as const }];
    await portal.store.documents.change(() => ({ kind: 'keys', keys, reason: 'somebody has left' }));
    later();
    expect((await get(`/settings?preview=${own}`)).status).toBe(410);
    expect(await hubs(having(own))).toBe('1.0.0');
  });

  test.each(LANGUAGES)('that has ended says so in %s', async (language) => {
    const token = await sign();
    portal.time += 25 * HOUR;
    const answer = await get(`/?preview=${token}`, '', { 'accept-language': language });
    expect([answer.status, answer.headers.get('content-language')]).toEqual([410, language]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('a browser with a preview', () => {
  test('gets its versions in the place of the live ones, and nobody else does [T468]', async () => {
    const token = await sign();
    expect([await hubs(having(token)), await hubs()]).toEqual(['1.1.0', '1.0.0']);
    expect(await readView(having(token))).not.toMatchObject({ view: (await readView('')).view });
  });

  test('gets several that fit only together, and no version that takes over', async () => {
    await portal.publish('shell', { version: '1.1.0', contents: { 'shell.css': 'body{margin:1px}' } });
    const page = await (await get('/settings', having(await sign({ ...NEWER, shell: '1.1.0' })))).text();
    expect(page).toContain('"shell":{"version":"1.1.0"');
    expect(page).toContain(await portal.fileLike('shell', 'shell.', '1.1.0'));
    expect(page).toContain('"fallback":null');
  });

  test('is in no canary and keeps its buckets', async () => {
    await portal.publish('mfe-hubs', { version: '1.2.0' });
    await portal.releaseCanary(['mfe-hubs'], 99);
    later();
    const cookie = `${await portal.bucketsCookie(0)}; access_token=abc`;
    expect(await hubs(cookie)).toBe('1.1.0');
    const token = await sign({ 'mfe-hubs': '1.2.0' });
    const answer = await get('/settings', `${cookie}; portal_preview=${token}`);
    expect([await readHubs(answer), cookiesSetBy(answer)]).toEqual(['1.2.0', []]);
  });

  test('sees a banner that names versions and end, and ends it; no other page has a byte of that', async () => {
    const live = await (await get('/settings', 'access_token=abc')).text();
    expect(live).not.toMatch(/preview=|version-preview/);
    const answer = await get('/settings', having(await sign()), { 'accept-language': 'de' });
    const page = await answer.text();
    const banner = /<section id="portal-version-preview" lang="de" aria-label="[^"]+">.*<\/section>/.exec(page)?.[0];
    expect(banner).toContain('mfe-hubs 1.1.0');
    expect(banner).toContain('<time datetime="2026-01-02T00:00:00.000Z">2026-01-02 00:00 UTC</time>');
    expect(banner).toContain('<a href="?preview=">');
    const ended = await get('/settings?preview=', having('x'));
    expect([ended.status, ended.headers.get('location')]).toEqual([302, '/settings']);
    expect(ended.headers.getSetCookie()).toEqual(['portal_preview=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
  });

  test('gets pages of its own, which no cache shares and no other page is made of', async () => {
    const cookie = having(await sign());
    const chromium = { 'sec-ch-ua': '"Chromium";v="150"' };
    const [one, live] = [
      await get('/settings', cookie, chromium),
      await get('/settings', 'access_token=abc', chromium),
    ];
    expect(one.headers.get('cache-control')).toBe('private, no-cache');
    expect(one.headers.get('use-as-dictionary')).toBeNull();
    expect(one.headers.get('vary')).toContain('cookie');
    const [tag, liveTag] = [one.headers.get('etag') ?? '', live.headers.get('etag') ?? ''];
    expect(tag).not.toBe(liveTag);
    expect((await get('/settings', cookie, { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/settings', cookie, { 'if-none-match': liveTag })).status).toBe(200);
    expect((await get('/settings', 'access_token=abc', { 'if-none-match': tag })).status).toBe(200);
  });

  test('is not counted: its pages are no visits, and its reports, even with a token of before, move no figure', async () => {
    const [{ value: visit } = { value: '' }] = cookiesSetBy(await get('/settings', 'access_token=abc'));
    const cookie = having(await sign());
    expect(cookiesSetBy(await get('/settings', cookie))).toEqual([]);
    const reports = [
      { part: 'mfe-hubs', version: '1.1.0', failure: 'crashed' },
      { part: 'shell', version: '1.0.0', loadedIn: 400 },
    ];
    const sent = await fetch(`${server.url}/reports`, {
      method: 'POST',
      headers: { cookie: `${cookie}; portal_visit=${visit}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visit: 'first', reports }),
    });
    expect(sent.status).toBe(204);
    expect(await readVisits(server)).toMatchObject({ rows: [], errors: [], vitals: [], ignored: {} });
  });

  test('gets what an open page needs further, at a server that has not made the page, too', async () => {
    const cookie = having(await sign());
    const { view } = await readView(cookie);
    const other = await portal.start();
    for (const { url } of [server, other]) {
      const answer = await fetch(`${url}/part.json?view=${view}&part=mfe-hubs`, { headers: { cookie } });
      expect(await answer.json()).toMatchObject({ name: 'mfe-hubs', remote: { version: '1.1.0' } });
    }
    const stranger = await portal.start();
    expect((await fetch(`${stranger.url}/part.json?view=${view}&part=mfe-hubs`)).status).toBe(410);
  });
});

describe('a preview', () => {
  test('follows the live release; the open page keeps what it has', async () => {
    const token = await sign();
    const before = await readView(having(token));
    await portal.publish('shell', { version: '1.1.0' });
    await portal.release({ shell: '1.1.0', urgent: true });
    later();
    const page = await (await get('/settings', having(token))).text();
    expect(page).toContain('"shell":{"version":"1.1.0"');
    // An open page reloads once, because the new one has the number and the view that the answer names.
    const after = await readView(having(token));
    expect(after).toMatchObject({ number: 2, urgent: 2 });
    expect(page).toContain(`"number":2,"view":"${after.view}"`);
    expect((await get(`/part.json?view=${before.view}&part=mfe-hubs`, having(token))).status).toBe(200);
  });

  /** What ends it, and whether an open page gets more of it. */
  const ENDS: readonly (readonly [what: string, status: 200 | 410, happens: () => Promise<unknown>])[] = [
    ['its version is yanked', 410, () => portal.bar('mfe-hubs', '1.2.0')],
    [
      'its version is pruned',
      410,
      async () => {
        const manifest = await portal.store.readManifest('mfe-hubs', '1.2.0');
        const mark = { schema: 1, at: '2026-01-01T00:00:00.000Z', by: 'somebody', manifest } as const;
        await portal.store.createPruned('mfe-hubs', '1.2.0', mark);
      },
    ],
    [
      'it does not fit the live release any more',
      200,
      async () => {
        await portal.publish('shell', { version: '2.0.0', shared: { provides: { react: '20.0.0' } } });
        await portal.publish('mfe-hubs', { version: '2.0.0', shared: { requires: { react: '^20.0.0' } } });
        await portal.release({ shell: '2.0.0', hubs: '2.0.0' });
      },
    ],
    ['its time is over', 410, () => Promise.resolve(void (portal.time += 24 * HOUR))],
  ];

  test.each(ENDS)(
    'ends when %s: the browser gets the live view, and the cookie goes [T469]',
    async (_, status, happens) => {
      await portal.publish('mfe-hubs', { version: '1.2.0', shared: { requires: { react: '^19.0.0' } } });
      await portal.publish('shell', { version: '1.1.0', shared: { provides: { react: '19.3.1' } } });
      await portal.release({ shell: '1.1.0' });
      later();
      const cookie = having(await sign({ 'mfe-hubs': '1.2.0' }));
      expect(await hubs(cookie)).toBe('1.2.0');
      const { view } = await readView(cookie);
      await happens();
      later();
      const answer = await get('/settings', cookie);
      expect(cookiesSetBy(answer)).toContainEqual(expect.objectContaining({ name: 'portal_preview', value: '' }));
      expect(await readHubs(answer)).not.toBe('1.2.0');
      expect(await readView(cookie)).toEqual(await readView(''));
      expect((await get(`/part.json?view=${view}&part=mfe-hubs`, cookie)).status).toBe(status);
    },
  );

  test('takes no more of the memory than a few can need, whoever signs how many', async () => {
    for (let signed = 0; signed < 40; signed += 1) {
      portal.time += 1;
      await hubs(having(await sign()));
    }
    const metrics = await (await fetch(server.metricsUrl ?? '')).text();
    const kept = Number(/^portal_cache_bytes\{cache="previews"\} (\d+)$/m.exec(metrics)?.[1]);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(16 * 1024 * 1024);
  });
});
