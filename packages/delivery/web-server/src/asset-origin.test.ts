import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASSET_ORIGIN } from './asset-origin.ts';
import { SettingError } from '@portal/node-kit/settings';
import { SamplePortal } from './testing/sample-portal.ts';
import { readMetric } from './testing/test-visit.ts';

const CDN = 'https://cdn.example.net';
let portal: SamplePortal;

const prepared = SamplePortal.prepared(async (made) => {
  await made.publish('shell');
  await made.publish('mfe-hubs', { contents: { 'mf-manifest.json': '{"version":"1.0.0"}' } });
  await made.release();
});

beforeEach(async () => {
  portal = await prepared();
});
afterEach(() => portal.remove());

type Get = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

async function start(assetOrigin: string): Promise<Get> {
  const { url } = await portal.start({ assetOrigin });
  return async (path, headers = {}) => await fetch(url + path, { headers });
}

const SIGNED_IN = { cookie: 'access_token=abc' };
/** The origins of all files of parts that a page names. */
const originsIn = (page: string) => [
  ...new Set([...page.matchAll(/"([^"]*)\/assets\/[^"]+"/g)].map(([, origin]) => origin)),
];

describe('with a CDN, a page', () => {
  test('takes all files of parts from there, and everything else from the portal', async () => {
    const page = await (await start(CDN))('/settings', SIGNED_IN).then((answer) => answer.text());
    expect(originsIn(page)).toEqual([CDN]);
    expect(page.match(/ (href|src)="(?!https:)[^"]+"/g)).toEqual(
      expect.arrayContaining([' href="/favicon.svg"', ' href="/manifest.webmanifest"', ' href="/settings"']),
    );
  });

  test('sends it no cookies, and takes nothing from it without a hash [T401]', async () => {
    const page = await (await start(CDN))('/settings', SIGNED_IN).then((answer) => answer.text());
    const tags = page.match(/<(script|link)[^>]*cdn\.example\.net[^>]*>/g) ?? [];
    expect(tags).toHaveLength(8);
    for (const tag of tags) expect(tag).toMatch(/ crossorigin integrity="sha256-/);
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(page) ?? [];
    const { integrity } = JSON.parse(map) as { readonly integrity: Readonly<Record<string, string>> };
    expect(Object.keys(integrity)).toHaveLength(12);
    expect(Object.keys(integrity).filter((address) => !address.startsWith(`${CDN}/assets/`))).toEqual([]);
  });

  test('allows only the files of parts of that origin, and none of its own [T331]', async () => {
    const { headers } = await (await start(CDN))('/settings', SIGNED_IN);
    const policy = new Map(
      headers
        .get('content-security-policy')
        ?.split('; ')
        .map((directive) => {
          const [name = '', ...sources] = directive.split(' ').filter((word) => !word.startsWith("'sha256-"));
          return [name, sources.join(' ')];
        }),
    );
    const files = `${CDN}/assets/`;
    for (const name of ['script-src', 'style-src', 'font-src']) expect(policy.get(name)).toBe(files);
    expect(policy.get('img-src')).toBe(`'self' data: ${files}`);
    expect(policy.get('connect-src')).toBe(`'self' http://localhost:4100 ${files}`);
    expect([policy.get('frame-src'), policy.get('frame-ancestors')]).toEqual([
      "'self' http://localhost:4100",
      "'none'",
    ]);
    expect(policy.get('default-src')).toBe("'none'");
  });

  test.each([
    ['', 'portal_files=own'],
    [', behind a proxy that is not trusted to say https', '__Host-portal_files=own'],
  ])('takes them from the portal for a browser that the CDN has failed%s', async (_, cookie) => {
    const get = await start(CDN);
    const usual = await get('/settings');
    const own = await get('/settings', { cookie });
    expect(originsIn(await own.text())).toEqual(['']);
    expect(own.headers.get('content-security-policy')).not.toContain(CDN);
    expect(own.headers.get('etag')).not.toBe(usual.headers.get('etag'));
    expect(own.headers.get('vary')).toContain('cookie');
    expect(originsIn(await (await get('/settings')).text())).toEqual([CDN]);
  });

  test('without it, such a page is counted', async () => {
    const server = await portal.start({ assetOrigin: CDN, metricsPort: 0 });
    for (const cookie of ['portal_files=own', 'other=1'])
      await fetch(`${server.url}/settings`, { headers: { cookie } });
    expect(await readMetric(server, 'portal_pages_without_cdn_total')).toBe(1);
  });

  test.each(['/old-browser', '/release.json', '/config.json'])('%s does not name it', async (path) => {
    const answer = await (await start(CDN))(path);
    expect(await answer.text()).not.toContain(CDN);
    expect(answer.headers.get('content-security-policy')).not.toContain(CDN);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the files of parts', () => {
  const readHeaders = async (get: Get, origin?: string) => {
    const { headers } = await get(
      `/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'entry.')}`,
      origin === undefined ? {} : { origin },
    );
    return Object.fromEntries(
      [
        'access-control-allow-origin',
        'cross-origin-resource-policy',
        'timing-allow-origin',
        'vary',
        'cache-control',
        'set-cookie',
      ].map((name) => [name, headers.get(name)]),
    );
  };

  test('are the same for every origin, so that a CDN keeps one answer, and must not be changed on the way [T329]', async () => {
    const get = await start(CDN);
    const forAll = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      vary: 'accept-encoding, available-dictionary',
      'cache-control': 'public, max-age=31536000, immutable, no-transform',
      'set-cookie': null,
    };
    expect(await readHeaders(get)).toEqual(forAll);
    expect(await readHeaders(get, 'https://portal.example.com')).toEqual(forAll);
  });
});

describe('ASSET_ORIGIN', () => {
  const { read } = ASSET_ORIGIN;

  test.each([
    'cdn.example.net',
    'https://cdn.example.net/portal',
    '*',
    'https://*.example.net',
    `${CDN}, https://other.example.net`,
    "https://cdn.example.net; script-src 'unsafe-inline'",
    "https://a'b.example",
  ])('cannot be "%s", which would go into the policy of every page', (text) => {
    expect(() => read(text, 'ASSET_ORIGIN', {})).toThrow(SettingError);
  });

  test.each([
    ['', ''],
    [`${CDN}/`, CDN],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('can be "%s"', (text, origin) => {
    expect(read(text, 'ASSET_ORIGIN', {})).toBe(origin);
  });

  const config = { publicOrigin: 'https://portal.example.com', cookieDomain: 'example.com' };
  test.each(['https://cdn.example.com', 'https://example.com', 'https://portal.example.com:8443'])(
    'cannot be %s, which gets cookies of the portal [T402]',
    async (assetOrigin) => {
      await expect(portal.startWith(config, { assetOrigin })).rejects.toThrow(`ASSET_ORIGIN is "${assetOrigin}"`);
    },
  );

  test('can be a neighbour of a portal that keeps its cookies to itself, and a host whose name only ends alike', async () => {
    const own = { ...config, cookieDomain: null };
    await expect(portal.startWith(own, { assetOrigin: 'https://cdn.example.com' })).resolves.toBeDefined();
    await expect(portal.startWith(config, { assetOrigin: 'https://my-example.com' })).resolves.toBeDefined();
  });
});

describe('with hosts', () => {
  const SHOP = 'https://shop.example.com';

  /** The answer to a page of `origin` that asks for a file of mfe-hubs. */
  async function ask(file: string, origin: string, ...hostOrigins: readonly string[]): Promise<Response> {
    const { url } = await portal.start({ hostOrigins });
    return fetch(`${url}/assets/mfe-hubs/${file}`, { headers: { origin } });
  }

  const findHeaders = ({ headers }: Response) => ({
    allowed: headers.get('access-control-allow-origin'),
    policy: headers.get('cross-origin-resource-policy'),
    vary: headers.get('vary'),
  });

  describe('the files of parts', () => {
    test('are for the pages of the portal alone, unless other hosts are set', async () => {
      const answer = await ask(await portal.fileLike('mfe-hubs', 'entry.'), SHOP);
      expect(findHeaders(answer)).toEqual({
        allowed: null,
        policy: 'same-origin',
        vary: 'accept-encoding, available-dictionary',
      });
    });

    test('may be loaded by the pages of a host that is set', async () => {
      const answer = await ask(await portal.fileLike('mfe-hubs', 'entry.'), SHOP, 'http://localhost:8080', SHOP);
      expect(findHeaders(answer)).toEqual({
        allowed: SHOP,
        policy: 'cross-origin',
        vary: 'accept-encoding, origin, available-dictionary',
      });
    });

    test('may not be read by the pages of any other host [T328]', async () => {
      const answer = await ask(await portal.fileLike('mfe-hubs', 'entry.'), 'https://shop.example.com.evil.test', SHOP);
      expect(findHeaders(answer).allowed).toBeNull();
    });
  });

  describe('the pages of the portal', () => {
    test('stay closed to other hosts', async () => {
      const { url } = await portal.start({ hostOrigins: [SHOP] });
      for (const path of ['/login', '/config.json', '/release.json'])
        expect(findHeaders(await fetch(url + path, { headers: { origin: SHOP } }))).toMatchObject({
          allowed: null,
          policy: 'same-origin',
        });
    });
  });

  describe('the address of a manifest without a hash', () => {
    const read = async (name: string) => await fetch(`${(await portal.start()).url}/assets/${name}/manifest.json`);

    test('gives that of the live version while there is a canary, and is asked for anew each time', async () => {
      await portal.publish('mfe-hubs', { version: '1.1.0' });
      await portal.releaseCanary(['mfe-hubs'], 99);
      const answer = await read('mfe-hubs');
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
      expect(await answer.json()).toEqual(await portal.store.readManifest('mfe-hubs', '1.0.0'));
    });

    test.each(['mfe-none', '..%2f', 'mfe-hubs/entry'])('is unknown for %s', async (name) => {
      expect((await read(name)).status).toBe(404);
    });
  });

  describe('the address of a federation manifest without a hash', () => {
    test('gives that of the live version, and follows each release', async () => {
      const { url } = await portal.start({ hostOrigins: [SHOP] });
      const read = () => fetch(`${url}/assets/mfe-hubs/mf-manifest.json`);
      const answer = await read();
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
      expect(await answer.json()).toEqual({ version: '1.0.0' });
      await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'mf-manifest.json': '{"version":"1.1.0"}' } });
      await portal.release({ hubs: '1.1.0' });
      portal.time += 2000;
      expect(await (await read()).json()).toEqual({ version: '1.1.0' });
    });

    test('gives that of the live version while there is a canary', async () => {
      await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'mf-manifest.json': '{"version":"1.1.0"}' } });
      await portal.releaseCanary(['mfe-hubs'], 99);
      expect(await (await ask('mf-manifest.json', SHOP)).json()).toEqual({ version: '1.0.0' });
    });

    test('is unknown for the shell, and for a part that is not live', async () => {
      const { url } = await portal.start();
      for (const path of ['shell/mf-manifest.json', 'mfe-none/mf-manifest.json', '..%2f/mf-manifest.json'])
        expect((await fetch(`${url}/assets/${path}`)).status).toBe(404);
    });
  });
});
