import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { localConfig } from './local-config.ts';
import { SamplePortal } from './testing/sample-portal.ts';
import type { WebServer } from './server.ts';

let portal: SamplePortal;
let server: WebServer;

beforeAll(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.release();
  server = await portal.start();
});
afterAll(() => portal.remove());

const get = (path: string, method = 'GET', { url } = server) => fetch(url + path, { method, redirect: 'manual' });
const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
const startWith = async (links: object) =>
  await portal.start({ config: { ...(localConfig(4100, 4000) as object), links } });

describe('icons', () => {
  test.each([
    ['/favicon.svg', 'image/svg+xml'],
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/icon-192.png', 'image/png'],
    ['/icon-512.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
  ])('%s is %s, kept for a day, and has a HEAD', async (path, type) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(path, method);
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        type,
        'public, max-age=86400',
      ]);
    }
  });

  test.each([
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
  ])('%s is %i pixels wide and high', async (path, size) => {
    const png = await bytes(path);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  });

  test('/favicon.ico contains one PNG of 32 pixels', async () => {
    const ico = await bytes('/favicon.ico');
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
    expect(ico.subarray(ico.readUInt32LE(18) + 1, ico.readUInt32LE(18) + 4).toString()).toBe('PNG');
    expect(ico.length).toBe(ico.readUInt32LE(14) + ico.readUInt32LE(18));
  });

  test('every icon of the web manifest exists, and pages name manifest and icons and may load them', async () => {
    const manifest = (await (await get('/manifest.webmanifest')).json()) as { icons: { src: string; type: string }[] };
    expect(manifest).toMatchObject({ name: 'eBike Portal', start_url: '/' });
    for (const { src, type } of manifest.icons) expect((await get(src)).headers.get('content-type')).toBe(type);
    const page = await get('/login');
    expect(page.headers.get('content-security-policy')).toContain("manifest-src 'self'");
    const html = await page.text();
    for (const path of ['/favicon.svg', '/apple-touch-icon.png', '/manifest.webmanifest'])
      expect(html).toContain(`href="${path}"`);
  });
});

describe('/.well-known', () => {
  const lines = async (running: WebServer) => {
    const answer = await get('/.well-known/security.txt', 'GET', running);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return new Map(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
  };

  test('/security.txt names the contact, and expires within a year of the newest build', async () => {
    const text = await lines(server);
    expect(text.get('Contact')).toBe('mailto:help@example.com');
    expect(text.get('Preferred-Languages')).toBe('en, de, fr, nl');
    // The sample parts were built on 1 January 2025.
    expect(text.get('Expires')).toBe('2025-12-27T00:00:00.000Z');
  });

  test('/security.txt gives its address where the portal has one over https', async () => {
    const config = { ...(localConfig(4100, 4000) as object), publicOrigin: 'https://portal.example' };
    const text = await lines(await portal.start({ config }));
    expect(text.get('Canonical')).toBe('https://portal.example/.well-known/security.txt');
  });

  test.each([{}, { contact: 'http://example.com/help' }])(
    '/security.txt is missing with the links %p',
    async (links) => {
      expect((await get('/.well-known/security.txt', 'GET', await startWith(links))).status).toBe(404);
    },
  );

  test.each(['GET', 'HEAD'])('%s of /change-password leads to where the identity is managed [T355]', async (method) => {
    const answer = await get('/.well-known/change-password', method);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://identity.example.com/']);
    const without = await startWith({});
    expect((await get('/.well-known/change-password', method, without)).status).toBe(404);
  });

  // Programs try an address that cannot exist, to learn whether the others mean anything.
  test.each(['/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200', '/.well-known/'])(
    '%s is 404',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});
