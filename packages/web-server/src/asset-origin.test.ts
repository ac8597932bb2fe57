import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASSET_ORIGIN, takesFromCdn } from './asset-origin.ts';
import { localConfig } from './local-config.ts';
import { SamplePortal } from './testing/sample-portal.ts';

const CDN = 'https://cdn.example.net';
const SINCE_CDN = { declaration: { contract: '^1.5.0' } };
let portal: SamplePortal;

beforeEach(() => {
  portal = new SamplePortal();
});
afterEach(() => portal.remove());

async function publishAndRelease(shell: object = SINCE_CDN): Promise<void> {
  await portal.publish('shell', shell);
  await portal.publish('mfe-hubs');
  await portal.release();
}

type Get = (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

async function start(assetOrigin?: string, shell?: object): Promise<Get> {
  await publishAndRelease(shell);
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
    expect(tags).toHaveLength(9);
    for (const tag of tags) expect(tag).toMatch(/ crossorigin integrity="sha256-/);
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(page) ?? [];
    const { integrity } = JSON.parse(map) as { readonly integrity: Readonly<Record<string, string>> };
    const { files } = await portal.store.readManifest('mfe-hubs', '1.0.0');
    for (const [file, record] of Object.entries(files).filter(([name]) => name.endsWith('.js')))
      expect(integrity[`${CDN}/assets/mfe-hubs/${file}`]).toBe(record.integrity);
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

  test.each(['/no/such/page', '/login?locale=de', '/'])('also at %s', async (path) => {
    expect(originsIn(await (await (await start(CDN))(path)).text())).toEqual([CDN]);
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
    await publishAndRelease();
    const { url, metricsUrl = '' } = await portal.start({ assetOrigin: CDN, metricsPort: 0 });
    const count = async () =>
      /^portal_pages_without_cdn_total (\d+)$/m.exec(await (await fetch(metricsUrl)).text())?.[1];
    expect(await count()).toBe('0');
    for (const cookie of ['portal_files=own', 'other=1']) await fetch(`${url}/settings`, { headers: { cookie } });
    expect(await count()).toBe('1');
  });

  test('takes them from the portal if its shell is from before there were CDNs', async () => {
    const get = await start(CDN, { declaration: { contract: '^1.4.0' } });
    expect(originsIn(await (await get('/login')).text())).toEqual(['']);
  });

  test('takes them from there also with a shell of a later contract', async () => {
    await publishAndRelease();
    const manifest = await portal.store.readManifest('shell', '1.0.0');
    const isFromCdn = ['^1.4.9', '^1.5.0', '^1.10.0', '^2.0.0'].map((contract) =>
      takesFromCdn({ ...manifest, declaration: { ...manifest.declaration, contract } }, { ownFiles: false }),
    );
    expect(isFromCdn).toEqual([false, true, true, true]);
  });

  test.each(['/old-browser', '/release.json', '/config.json', '/licences.txt', '/manifest.webmanifest'])(
    '%s does not name it',
    async (path) => {
      const answer = await (await start(CDN))(path);
      expect(await answer.text()).not.toContain(CDN);
      expect(answer.headers.get('content-security-policy')).not.toContain(CDN);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});

test('without a release, the page for 503 does not name it', async () => {
  const { url } = await portal.start({ assetOrigin: CDN });
  const answer = await fetch(`${url}/settings`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain(CDN);
});

describe('the files of parts', () => {
  const headersOf = async (get: Get, origin?: string) => {
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
    expect(await headersOf(get)).toEqual(forAll);
    expect(await headersOf(get, 'https://portal.example.com')).toEqual(forAll);
  });

  test('are for the portal alone without a CDN', async () => {
    expect(await headersOf(await start(), 'https://portal.example.com')).toMatchObject({
      'access-control-allow-origin': null,
      'cross-origin-resource-policy': 'same-origin',
      'timing-allow-origin': null,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
});

describe('ASSET_ORIGIN', () => {
  const { read } = ASSET_ORIGIN;

  test.each([
    'cdn.example.net',
    'https://cdn.example.net/portal',
    'http://cdn.example.net',
    '*',
    `${CDN}, https://other.example.net`,
    "https://cdn.example.net; script-src 'unsafe-inline'",
  ])('cannot be "%s"', (text) => {
    expect(() => read(text, 'ASSET_ORIGIN', {})).toThrow(
      `ASSET_ORIGIN is "${text}": set it to the origin of a CDN such as "https://cdn.example.net", or leave it unset.`,
    );
  });

  test.each([
    ['', ''],
    [CDN, CDN],
    [`${CDN}/`, CDN],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('can be "%s"', (text, origin) => {
    expect(read(text, 'ASSET_ORIGIN', {})).toBe(origin);
  });

  const config = {
    ...(localConfig(4100, 4000) as object),
    publicOrigin: 'https://portal.example.com',
    cookieDomain: 'example.com',
  };
  test.each([
    'https://cdn.example.com',
    'https://example.com',
    'https://portal.example.com',
    'https://portal.example.com:8443',
  ])('cannot be %s, which gets cookies of the portal [T402]', async (assetOrigin) => {
    await expect(portal.start({ assetOrigin, config })).rejects.toThrow(
      `ASSET_ORIGIN is "${assetOrigin}", a host to which browsers send cookies of the portal: set it to one outside of`,
    );
  });

  test('can be a neighbour of a portal that keeps its cookies to itself, and a host whose name only ends alike', async () => {
    const own = { ...config, cookieDomain: null };
    await expect(portal.start({ assetOrigin: 'https://cdn.example.com', config: own })).resolves.toBeDefined();
    await expect(portal.start({ assetOrigin: 'https://my-example.com', config })).resolves.toBeDefined();
  });
});
