import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parsePageData } from '@portal/contract/page';
import { HOSTILE, perLanguage, SamplePortal, sampleRoute } from '../testing/sample-portal.ts';
import type { WebServer } from '../server.ts';

const SIGNED_IN = { cookie: 'other=1; access_token=abc' };
let portal: SamplePortal;
let server: WebServer;

beforeAll(async () => {
  portal = await SamplePortal.released();
  server = await portal.start();
});
afterAll(() => portal.remove());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { headers, method, redirect: 'manual' });
const html = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
/** Contents of the elements that match, in the order of the page. */
const contents = (page: string, opening: RegExp, tag: string) =>
  [...page.matchAll(new RegExp(`${opening.source}([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => text);
const pageData = (page: string) => {
  const [text = ''] = contents(page, /<script type="application\/json" id="portal-page">/, 'script');
  return parsePageData(JSON.parse(text));
};

test.each(['br', 'gzip'])('a page is compressed with %s', async (encoding) => {
  const answer = await get('/settings', { 'accept-encoding': encoding });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(await answer.text()).toContain('<!doctype html>');
});

describe('the status', () => {
  test.each([
    ['/settings/', 200],
    ['/settings?locale=de', 200],
    ['/terms/v1', 200],
    ['/404.html', 200],
    ['/', 404],
    ['/terms', 404],
    ['//settings', 404],
    ['/settings//', 200],
    ['/%73ettings', 200],
    ['/%zz', 404],
    ['/assets/mfe-none/entry.0123456789abcdef.js', 404],
  ])('of %s is %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  test('of an unknown path comes with a page of the portal, that of a missing asset without one [T077]', async () => {
    const page = await get('/nothing');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await page.text();
    expect(text).toContain('<title>Page not found – eBike Portal</title>');
    expect(text).toContain('<main class="message" lang="en"><h1>Page not found</h1></main>');
    const asset = await get('/assets/shell/none.js');
    expect(asset.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await asset.text()).toBe('Not found\n');
  });

  test.each(['POST', 'OPTIONS'])('of %s is 405 and names the allowed methods', async (method) => {
    const answer = await get('/settings', {}, method);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test('of HEAD is that of GET, without a body', async () => {
    const answer = await get('/settings', {}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1000);
    expect(await answer.text()).toBe('');
  });

  test('of a cached page is 304, with its policy', async () => {
    const first = await get('/settings');
    const again = await get('/settings', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
    expect((await get('/settings', { ...SIGNED_IN, 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(
      200,
    );
  });
});

describe('the address of the portal, and that to which sign-in returns,', () => {
  const readAnswer = async (path: string, headers: Record<string, string>) => {
    const answer = await get(path, headers);
    return [answer.status, answer.headers.get('location'), answer.headers.get('cache-control')];
  };

  test.each(['/', '/loggedin'])('lead somebody who is signed in to the hubs (%s) [T045]', async (path) => {
    expect(await readAnswer(path, SIGNED_IN)).toEqual([302, '/settings#signed-in', 'no-store']);
  });

  test.each([
    ['/loggedin', {}],
    ['/loggedin?title=error', SIGNED_IN],
    ['/loggedin/', SIGNED_IN],
    ['/login', SIGNED_IN],
  ])('lead nobody else there, and with no query (%s)', async (path, headers: Record<string, string>) => {
    expect((await readAnswer(path, headers))[1]).toBeNull();
  });
});

describe('the policy', () => {
  test('allows exactly the served inline contents, and nothing unsafe [T290]', async () => {
    const answer = await get('/settings', SIGNED_IN);
    const page = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const running = [/<script type="importmap">/, /<script>/, /<script type="speculationrules">/].flatMap((start) =>
      contents(page, start, 'script'),
    );
    expect(running).toHaveLength(5);
    const styles = contents(page, /<style>/, 'style');
    expect(styles).toHaveLength(1);
    expect(policy).toContain(`script-src 'self' ${running.map(hash).join(' ')};`);
    expect(policy).toContain(`style-src 'self' ${styles.map(hash).join(' ')};`);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("connect-src 'self' http://localhost:4100;");
    for (const directive of ["object-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive);
    }
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/<[^>]+\s(on[a-z]+|style)=/);
  });

  test.each([
    ['/settings', 'checked-scripts'],
    ['/no/such/page', 'checked-scripts'],
    ['/old-browser', "'none'"],
  ])(
    'of %s lets no text become code but by %s, demands hashes, and says where violations are reported [T289]',
    async (path, allowed) => {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(
        new RegExp(`; require-trusted-types-for 'script'; trusted-types ${allowed}; report-uri /reports$`),
      );
      expect(headers.get('integrity-policy')).toBe('blocked-destinations=(script)');
      expect(headers.get('reporting-endpoints')).toBeNull();
    },
  );

  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
      false,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
      false,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36', true],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', true],
  ])('demands hashes of %s only if it knows those of imported modules', async (agent, demands) => {
    expect((await get('/settings', { 'user-agent': agent })).headers.has('integrity-policy')).toBe(demands);
  });

  test('names the endpoint of the Reporting API over https', async () => {
    const { url } = await portal.startWith({ publicOrigin: 'https://portal.example.com' });
    const { headers } = await fetch(`${url}/settings`);
    expect(headers.get('content-security-policy')).toMatch(/; report-uri \/reports; report-to reports$/);
    expect(headers.get('integrity-policy')).toBe('blocked-destinations=(script), endpoints=(reports)');
    expect(headers.get('reporting-endpoints')).toBe('reports="/reports"');
  });

  test('comes with the required headers of every answer [T333]', async () => {
    const { headers } = await get('/settings');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('vary')).toBe('accept-encoding, accept-language, cookie, available-dictionary, sec-ch-ua');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('the files that the page names', () => {
  test('the import map gives the hash of every script that the first screen may load', async () => {
    const [text = ''] = contents(await html('/settings', SIGNED_IN), /<script type="importmap">/, 'script');
    const expected: Record<string, string> = {};
    for (const [name, first] of [
      ['shell', /^(entry|vendor|locale-..)\./],
      ['mfe-hubs', /^(entry|main|locale-..)\./],
    ] as const) {
      const { files } = await portal.store.readManifest(name, '1.0.0');
      for (const [file, { integrity }] of Object.entries(files)) {
        if (first.test(file)) expected[`/assets/${name}/${file}`] = integrity;
      }
    }
    expect(Object.keys(expected)).toHaveLength(12);
    expect(JSON.parse(text)).toEqual({ integrity: expected });
  });

  test('each has the hash of its served content', async () => {
    const page = await html('/settings', SIGNED_IN);
    const tags = [...page.matchAll(/crossorigin integrity="(sha256-[^"]+)" (?:src|href)="([^"]+)"/g)];
    expect(tags).toHaveLength(page.match(/\/assets\/[^"]+"(>|><\/script>)/g)?.length ?? 0);
    for (const [, integrity, url = ''] of tags) {
      const bytes = new Uint8Array(await (await get(url)).arrayBuffer());
      expect(`sha256-${createHash('sha256').update(bytes).digest('base64')}`).toBe(integrity);
    }
  });

  test('a remote’s route preloads the shell’s common scripts, then its own, in the page’s language', async () => {
    const page = await html('/settings?locale=fr', SIGNED_IN);
    const preloads = [...page.matchAll(/<link rel="modulepreload" [^>]*href="\/assets\/([^"]+)"/g)].map(
      ([, url = '']) => url.replace(/\.[0-9a-f]{16}\./, '.'),
    );
    expect(preloads).toEqual([
      'shell/vendor.js',
      'shell/locale-fr.js',
      'mfe-hubs/entry.js',
      'mfe-hubs/main.js',
      'mfe-hubs/locale-fr.js',
    ]);
    const styles = [...page.matchAll(/<link rel="stylesheet" [^>]*href="\/assets\/([a-z-]+)/g)].map(([, part]) => part);
    expect(styles).toEqual(['shell', 'mfe-hubs']);
  });

  test('they are in the required order: check, data, early script, styles of the frame, import map, entry, frame, styles, preloads', async () => {
    const page = await html('/settings', SIGNED_IN);
    const marks = [
      '<script>var portalRuns',
      'id="portal-page"',
      '<script>window.early',
      '<style>',
      'type="importmap"',
      'type="module"',
      '<div id="portal">',
      'rel="stylesheet"',
      'rel="modulepreload"',
    ];
    const places = marks.map((mark) => page.indexOf(mark));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    // A style sheet outside the template would hold back the shell.
    const [inert = ''] = contents(page, /<template>/, 'template');
    expect(inert.match(/rel="stylesheet"/g)).toHaveLength(2);
    expect(page.replace(inert, '')).not.toContain('rel="stylesheet"');
    expect(contents(page, /<script>/, 'script')).toContain('window.early="$& %TITLE%"');
  });
});

describe('what the page shows before any code has loaded', () => {
  test('to a visitor with a session: the signed-in header, its items in order, the current one marked', async () => {
    const page = await html('/settings', SIGNED_IN);
    expect(page).toContain('Log out');
    expect(page).toMatch(/terms.*aria-current="page" href="\/settings">Manage hubs</);
    expect(page.match(/aria-current/g)).toHaveLength(1);
    expect(page).toContain('<main class="table" lang="en"><h1>Manage hubs</h1></main>');
    expect(page).toContain('<title>Manage hubs – eBike Portal</title>');
  });

  test('the item of a parent page is marked; on an undeclared path no item is marked', async () => {
    const below = await html('/terms/v1/print', SIGNED_IN);
    expect(below).toMatch(/aria-current="page" href="\/terms\/:version"/);
    expect(below.match(/aria-current/g)).toHaveLength(1);
    expect(await html('/settings/nothing', SIGNED_IN)).not.toContain('aria-current');
  });

  test('no item of a route that the configuration switches off', async () => {
    const other = new SamplePortal();
    const route = sampleRoute('/trips', 'trips', { when: { trips: true } });
    const texts = { trips: perLanguage(() => 'Trips') };
    const header = [{ path: '/trips', label: 'trips', order: 1 }];
    await other.publish('shell');
    await other.publish('mfe-hubs', { declaration: { routes: [route], header, texts } });
    await other.release();
    const shown = async (trips: boolean) => {
      const { url } = await other.startWith({ features: { singleSignOn: true, trips } });
      return (await (await fetch(`${url}/login`, { headers: SIGNED_IN })).text()).includes('href="/trips"');
    };
    const answers = [await shown(true), await shown(false)];
    await other.remove();
    expect(answers).toEqual([true, false]);
  });

  test('to a visitor without a session: the signed-out header, and sign-in on a route that is not open', async () => {
    const page = await html('/settings');
    expect(page).not.toContain('Log out');
    expect(page).toContain('<main class="sign-in" lang="en"><h1>Sign in</h1></main>');
    expect(page).not.toMatch(/rel="(modulepreload|stylesheet)" [^>]*mfe-hubs/);
    expect(await html('/terms/v1')).toContain('<main class="document"');
  });

  test.each([
    'access_token=a; refresh_token=b; refresh_token=c',
    'access_token=a b',
    'access_token="a"',
    'access_token=',
  ])('tokens that the page takes for no session (%s) show what a visitor without one sees', async (cookie) => {
    expect(await html('/settings', { cookie })).toBe(await html('/settings'));
  });

  test('texts of a declaration are escaped everywhere [T284]', async () => {
    const page = await html('/terms/v1', SIGNED_IN);
    expect(page).not.toContain(HOSTILE);
    expect(page).toContain('<title>&lt;script&gt;alert(&quot;&amp;&#39;&quot;)&lt;/script&gt; – eBike Portal</title>');
    expect(page).toContain('<h1>&lt;script&gt;');
    expect(page.match(/<script/g)).toHaveLength(7);
    expect(pageData(page).release.remotes['mfe-hubs']?.declaration.texts['hostile']?.en).toBe(HOSTILE);
  });

  test('the data has the contract’s shape, without the releaser and the reason [T420]', async () => {
    const page = await html('/settings');
    expect(pageData(page)).toMatchObject({
      release: { number: 1, shell: { version: '1.0.0' }, remotes: { 'mfe-hubs': { version: '1.0.0' } } },
      config: { apiBaseUrl: 'http://localhost:4100/api/' },
      language: 'en',
    });
    expect(page).not.toContain('secret reason');
    expect(page).not.toContain('somebody');
  });
});

test.each([
  ['/settings', { 'accept-language': 'fr-CA,de;q=0.9' }, 'fr'],
  ['/settings', { 'accept-language': 'es,de;q=0.9' }, 'en'],
  ['/settings?locale=nl&locale=fr', { 'accept-language': 'de' }, 'de'],
  ['/settings?locale=nl', { cookie: 'portal_user_language=de; access_token=a' }, 'de'],
  ['/login?locale=nl', { cookie: 'portal_user_language=de' }, 'nl'],
  ['/settings?locale=nl', { cookie: 'portal_user_language=de; access_token=a; portal_language=fr' }, 'fr'],
  ['/settings', { cookie: 'portal_language="><script>' }, 'en'],
])('the language of %s with %j is %s [T276]', async (path, headers: Record<string, string>, language) => {
  const answer = await get(path, headers);
  expect(answer.headers.get('content-language')).toBe(language);
  const page = await answer.text();
  expect(page).toContain(`<html lang="${language}">`);
  expect(page).toContain(`<header lang="${language}">`);
  expect(pageData(page).language).toBe(language);
});

test('a browser without scripts gets a message in the language of the page', async () => {
  const [text = ''] = contents(await html('/login', { 'accept-language': 'de' }), /<noscript>/, 'noscript');
  expect(text).toContain('Das Portal benötigt JavaScript');
});

describe('the theme', () => {
  const colours = (page: string) =>
    [...page.matchAll(/<meta name="(?:color-scheme|theme-color)"(?: media="[^"]*")? content="([^"]*)">/g)].map(
      ([, content]) => content,
    );
  const themed = (cookie: string) => get('/nothing', { cookie: `portal_theme=${cookie}` });

  test.each([
    ['"><script>', '<html lang="en">', ['light dark', '#f1f3ef', '#0e1614']],
    ['dark', '<html lang="en" data-theme="dark">', ['dark', '#0e1614', '#0e1614']],
  ])('of the choice %s is that of the page and of the browser’s own surfaces', async (cookie, root, expected) => {
    const page = await (await themed(cookie)).text();
    expect(page).toContain(root);
    expect(colours(page)).toEqual(expected);
  });

  test('makes another page for a cache', async () => {
    const tags = await Promise.all(
      ['', 'light', 'dark'].map(async (theme) => (await themed(theme)).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(3);
  });

  test('is also that of the page for 503', async () => {
    const empty = new SamplePortal();
    const { url } = await empty.start();
    const page = await (await fetch(`${url}/settings`, { headers: { cookie: 'portal_theme=dark' } })).text();
    expect(colours(page)).toEqual(['dark', '#0e1614', '#0e1614']);
    await empty.remove();
  });
});
