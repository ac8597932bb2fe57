import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { localConfig } from './local-config.ts';
import { foundKey, PageCache } from './page-cache.ts';
import { parseConfig } from '@portal/contract/config';
import type { WebServer, WebServerOptions } from './server.ts';
import { getRaw } from './testing/get-raw.ts';
import { perLanguage, SamplePortal } from './testing/sample-portal.ts';
import type { Visitor } from './visitor.ts';
import type { VisitorView } from './visitor-view.ts';

let portal: SamplePortal;
beforeEach(async () => {
  portal = await SamplePortal.released();
});
afterEach(() => portal.remove());

const PATHS = [
  '/settings',
  '/login?locale=fr',
  ...(IS_FULL_RUN ? ['/login', '/terms/v1', '/404.html', '/nothing'] : []),
];
const CHROMIUM = '"Chromium";v="156", "Not)A;Brand";v="24"';
const SAFARI = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
/** Each differs from the first in what an answer may depend on. */
const VISITORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'with nothing': {},
  'signed in': { cookie: 'access_token=abc' },
  'signed in by another token': { cookie: 'access_token=xyz; refresh_token=r' },
  'with two tokens': { cookie: 'access_token=abc; access_token=xyz' },
  'with a German browser': { 'accept-language': 'de-CH, en;q=0.5' },
  'who chose Dutch': { 'accept-language': 'de', cookie: 'portal_language=nl' },
  'whose account is French': { cookie: 'access_token=abc; portal_user_language=fr' },
  'who chose the dark theme': { cookie: 'portal_theme=dark' },
  'who chose the light theme': { cookie: 'portal_theme=light' },
  'on https': { 'x-forwarded-proto': 'https' },
  'on https, with cookies of http': { 'x-forwarded-proto': 'https', cookie: 'portal_theme=dark; portal_language=nl' },
  'on https, with cookies of https': { 'x-forwarded-proto': 'https', cookie: '__Host-portal_theme=dark' },
  'in Chromium': { 'sec-ch-ua': CHROMIUM },
  'in Safari': { 'user-agent': SAFARI },
  'whom the CDN failed': { cookie: 'portal_files=1' },
  'with Brotli': { 'accept-encoding': 'br' },
  'with gzip': { 'accept-encoding': 'gzip' },
};

const options: Partial<WebServerOptions> = {
  config: { ...(localConfig(4100, 4000) as object), publicOrigin: 'https://portal.example.com' },
  trustedProxies: TrustedProxies.of('127.0.0.1'),
  assetOrigin: 'https://cdn.example.net',
};

/** An answer without what is drawn for each. */
async function ask({ url }: WebServer, path: string, headers: Readonly<Record<string, string>>, method = 'GET') {
  const { status, headers: all, body } = await getRaw(`${url}${path}`, undefined, headers, method);
  const { 'x-request-id': id, date: _date, 'set-cookie': cookies = [], ...others } = all;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const kept = [cookies].flat().map((cookie) => cookie.replace(/(portal_visit=)[\w-]{56}/, '$1…'));
  return { status, headers: others, cookies: kept, body: body.toString('base64') };
}

test('each visitor gets from memory what a server that has just started sends', async () => {
  const busy = await portal.start(options);
  const everybody = async () => {
    const answers = new Map<string, unknown>();
    for (const path of PATHS)
      for (const [who, headers] of Object.entries(VISITORS))
        answers.set(`${path} ${who}`, await ask(busy, path, headers));
    return answers;
  };
  await everybody();
  const answers = await everybody();
  for (const [who, headers] of Object.entries(VISITORS)) {
    const fresh = await portal.start(options);
    for (const path of PATHS)
      expect([path, who, answers.get(`${path} ${who}`)]).toEqual([path, who, await ask(fresh, path, headers)]);
  }
});

test('a page from memory has no body for HEAD, nor for a browser that has it', async () => {
  const server = await portal.start();
  const first = await ask(server, '/login', {});
  const head = await ask(server, '/login', {}, 'HEAD');
  expect(head).toEqual({ ...first, body: '' });
  const { 'content-length': _length, ...headers } = first.headers;
  const again = await ask(server, '/login', { 'if-none-match': String(first.headers['etag']) });
  expect(again).toEqual({ ...first, status: 304, headers, body: '' });
});

test('each page from memory has a token of its own', async () => {
  const server = await portal.start();
  const cookies = async () => String((await getRaw(`${server.url}/login`, 'br')).headers['set-cookie']);
  const drawn = new Set<string>();
  for (let asked = 0; asked < 5; asked += 1) drawn.add(await cookies());
  expect(drawn.size).toBe(5);
});

describe('the page of a visitor', () => {
  const versionFor = async ({ url }: WebServer, cookie: string) =>
    /"mfe-hubs":\{"version":"([^"]+)"/.exec(
      (await getRaw(`${url}/settings`, undefined, { cookie })).body.toString(),
    )?.[1];

  test('in a canary and of one outside of it come from memory in turn, and all get the next release', async () => {
    portal = await SamplePortal.withNewer();
    await portal.releaseCanary(['mfe-hubs'], 50);
    const server = await portal.start();
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await versionFor(server, 'access_token=a; portal_draws=mfe-hubs-2=0')).toBe('1.1.0');
      expect(await versionFor(server, 'access_token=a; portal_draws=mfe-hubs-2=99')).toBe('1.0.0');
    }
    await portal.release({ hubs: '1.1.0' });
    portal.time += 2000;
    expect(await versionFor(server, 'access_token=a; portal_draws=mfe-hubs-2=99')).toBe('1.1.0');
  });

  test('is not remembered while a file that it shows cannot be read', async () => {
    const variants = { '': perLanguage(() => ({ screen: ['Hi'], row: [] })) };
    const account = { choices: {}, holes: {}, needs: [] };
    const screens = [{ path: '/settings', conditions: [], account, variants }];
    // Without a release that is whole, to which the server would return.
    portal = new SamplePortal();
    await portal.publish('shell', { contents: { 'fill-script.json': '{"script":"fill()"}' } });
    await portal.publish('mfe-hubs', { contents: { 'first-screens.json': JSON.stringify({ screens }) } });
    await portal.release();
    const file = await portal.fileLike('mfe-hubs', 'first-screens.');
    const repair = portal.damage(`artifacts/mfe-hubs/${file}`, 'damaged');
    const server = await portal.start();
    const isFilled = async () =>
      (await getRaw(`${server.url}/settings`, undefined, { cookie: 'access_token=a' })).body.includes('fill()');
    expect([await isFilled(), await isFilled()]).toEqual([false, false]);
    repair();
    expect([await isFilled(), await isFilled()]).toEqual([true, true]);
  });
});

describe('a file', () => {
  test('from memory has the headers for the origin that asks, and its own answer in each coding', async () => {
    const origins = ['https://shop.example.com', 'https://club.example.com'];
    const server = await portal.start({ hostOrigins: origins });
    const path = `/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'entry.')}`;
    const kinds = [...origins, 'https://evil.example.com', undefined].flatMap((origin) =>
      ['br', 'gzip', 'identity'].map((encoding) => ({
        ...(origin !== undefined && { origin }),
        'accept-encoding': encoding,
      })),
    );
    for (let turn = 0; turn < 2; turn += 1) for (const kind of kinds) await ask(server, path, kind);
    for (const kind of kinds) {
      const fresh = await portal.start({ hostOrigins: origins });
      expect(await ask(server, path, kind)).toEqual(await ask(fresh, path, kind));
    }
    const { headers } = await ask(server, path, { origin: origins[1] ?? '', 'accept-encoding': 'br' });
    expect(headers['access-control-allow-origin']).toBe(origins[1]);
    const { headers: others } = await ask(server, path, {
      origin: 'https://evil.example.com',
      'accept-encoding': 'br',
    });
    expect(others['access-control-allow-origin']).toBeUndefined();
  });

  test.each(['', '/', '/x', '%00', '/../entry'])(
    'is not found with "%s" behind its name, also once it is in memory',
    async (more) => {
      const server = await portal.start();
      const path = `/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'entry.')}`;
      for (let turn = 0; turn < 2; turn += 1) expect((await ask(server, path, {})).status).toBe(200);
      expect((await ask(server, `${path}${more}`, {})).status).toBe(more === '' ? 200 : 404);
    },
  );
});

const VISITOR: Visitor = {
  language: 'en',
  theme: 'system',
  signedIn: false,
  isAmbiguous: false,
  isSecure: false,
  isWebKit: false,
  ownFiles: false,
  locale: '',
};
const OTHER: Visitor = {
  language: 'de',
  theme: 'dark',
  signedIn: true,
  isAmbiguous: true,
  isSecure: true,
  isWebKit: true,
  ownFiles: true,
  locale: 'de',
};
// Only the id counts here.
const view = { id: '1' } as VisitorView;

test.each(Object.keys(VISITOR))('a visitor with another "%s" gets another page', (field) => {
  const other = { ...VISITOR, ...Object.fromEntries(Object.entries(OTHER).filter(([name]) => name === field)) };
  expect(foundKey(view, '/login', other)).not.toBe(foundKey(view, '/login', VISITOR));
});

test('what is remembered of paths that strangers make up has a limit', () => {
  const pages = new PageCache(parseConfig(localConfig(4100, 4000)));
  for (let made = 0; made < 20_000; made += 1)
    pages.remember(view, `/${String(made)}`, VISITOR, { key: 'a page', status: 404, isIndexed: false });
  const { bytes, size } = pages.caches['found-pages'];
  expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(size).toBeLessThan(5000);
  pages.clear();
  expect(pages.caches['found-pages']).toMatchObject({ bytes: 0, size: 0 });
});
