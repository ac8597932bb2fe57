import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { text as textOf } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OLDEST_BROWSERS } from '@portal/contract/browsers';
import { openFolderStore } from '@portal/release/store';
import { localConfig } from './local-config.ts';
import { BROWSER_CHECK } from './pages/old-browser.ts';
import { startWebServer } from './server.ts';
import type { WebServer } from './server.ts';
import { getRaw } from './testing/get-raw.ts';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;
let server: WebServer;

beforeAll(async () => {
  portal = await SamplePortal.released();
  server = await portal.start();
});
afterAll(() => portal.remove());

describe('the server', () => {
  test.each([
    ['two statements of its length', 'POST /reports', ['Content-Length: 4', 'Transfer-Encoding: chunked'], 400],
    ['two lengths', 'POST /reports', ['Content-Length: 4', 'Content-Length: 5'], 400],
    ['the method TRACE', 'TRACE /', [], 405],
    ['the address of another server', 'GET http://other.example/', [], 400],
  ])('refuses a request with %s [T346]', async (_what, start, headers, status) => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write([`${start} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'));
    expect(await textOf(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
  });

  test.each([
    '/',
    '/no/such/page',
    '/config.json',
    '/release.json',
    '/favicon.svg',
    '/licences.txt',
    '/assets/x',
    '/reports',
  ])('lets no other site frame %s [T334]', async (path) => {
    const { headers } = await fetch(`${server.url}${path}`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('serves its configuration, never from a cache, and an icon [T413]', async () => {
    const { url } = server;
    const config = await fetch(`${url}/config.json`);
    expect(config.headers.get('cache-control')).toBe('no-store');
    expect(await config.json()).toEqual(localConfig(4100, 4000));
    expect((await fetch(`${url}/favicon.ico`)).headers.get('content-type')).toBe('image/x-icon');
  });

  test.each([
    ['apiBaseUrl', { apiBaseUrl: 'http://localhost:4100/api' }],
    ['features.singleSignOn', { features: { singleSignOn: 'yes' } }],
    ['extra', { extra: 1 }],
  ])('does not start with an invalid configuration, and names the key %s', async (key, changes) => {
    await expect(portal.startWith(changes)).rejects.toThrow(`config.json: "${key}"`);
  });

  test('names the port and the variable when the port is taken', async () => {
    const port = Number(new URL(server.url).port);
    await expect(portal.start({ port })).rejects.toThrow(
      `Port ${String(port)} is taken. Stop what uses it, or choose another port with PORTAL_PORT.`,
    );
  });

  test('accepts the driver of a store, and listens on both addresses of localhost', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-web-'));
    try {
      const stored = new SamplePortal(openFolderStore(folder, { state: folder }));
      await stored.publishAll();
      await stored.release();
      const trusted = (await stored.store.log()).keys.map(({ key }) => key);
      const { url } = await portal.start({ store: stored.store.driver, access: { trusted }, host: 'localhost' });
      const port = new URL(url).port;
      expect(url).toBe(`http://localhost:${port}`);
      expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test.each([
    ['/release.json', 503],
    ['/licences.txt', 503],
    ['/.well-known/security.txt', 404],
  ])('before the first release, answers %s with %d', async (path, status) => {
    const empty = new SamplePortal();
    const answer = await get(path, 'GET', await empty.start({ wait: false }));
    await empty.remove();
    expect(answer.status).toBe(status);
  });

  test('frees its port when it is closed, even with keep-alive connections', async () => {
    const first = await startWebServer({ store: portal.store, config: localConfig(4100, 4000), port: 0 });
    await (await fetch(`${first.url}/login`)).text();
    await first.close();
    const port = Number(new URL(first.url).port);
    expect((await portal.start({ port })).url).toBe(first.url);
  });
});

const get = (path: string, method = 'GET', { url } = server) => fetch(url + path, { method, redirect: 'manual' });

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
    const text = await lines(await portal.startWith({ publicOrigin: 'https://portal.example' }));
    expect(text.get('Canonical')).toBe('https://portal.example/.well-known/security.txt');
  });

  test('/security.txt is missing without a contact that it may name', async () => {
    const running = await portal.startWith({ links: { contact: 'http://example.com/help' } });
    expect((await get('/.well-known/security.txt', 'GET', running)).status).toBe(404);
  });

  test.each(['GET', 'HEAD'])('%s of /change-password leads to where the identity is managed [T355]', async (method) => {
    const answer = await get('/.well-known/change-password', method);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://identity.example.com/']);
    const without = await portal.startWith({ links: {} });
    expect((await get('/.well-known/change-password', method, without)).status).toBe(404);
  });
});

test('customers can read the licences of the packages in all live parts, each once', async () => {
  const licences = (...names: string[]) =>
    JSON.stringify(names.map((name) => ({ name, version: '1.0.0', licence: 'MIT', text: `You may use ${name}.` })));
  await portal.publish('shell', { version: '1.1.0', contents: { 'licences.json': licences('router', 'checks') } });
  await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'licences.json': licences('checks', 'charts') } });
  await portal.release({ shell: '1.1.0', hubs: '1.1.0' });
  const answer = await fetch(`${(await portal.start()).url}/licences.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await answer.text();
  expect(text.match(/^\w+ 1\.0\.0 \(MIT\)$/gm)).toEqual([
    'charts 1.0.0 (MIT)',
    'checks 1.0.0 (MIT)',
    'router 1.0.0 (MIT)',
  ]);
  expect(text).toContain('You may use charts.');
});

describe('the script of a service worker that a predecessor left behind', () => {
  const asked = { 'service-worker': 'script' };

  test.each(['/sw.js', '/service-worker.js?v=7', '/', '/config.json', '/favicon.svg', '/documents/terms/v2/en.pdf'])(
    'ends at %s, kept nowhere',
    async (path) => {
      const answer = await getRaw(server.url + path, undefined, asked);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({ 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      expect(answer.body.toString()).toContain('registration.unregister()');
      const plain = await getRaw(server.url + path, undefined);
      expect(plain.body.equals(answer.body)).toBe(false);
    },
  );

  test('has the same headers for HEAD, without a body', async () => {
    const [whole, head] = await Promise.all(
      ['GET', 'HEAD'].map(async (method) => getRaw(`${server.url}/sw.js`, undefined, asked, method)),
    );
    expect(head?.body).toHaveLength(0);
    expect(head?.headers['content-length']).toBe(whole?.headers['content-length']);
  });

  test('is not made up below /assets/, nor for other requests', async () => {
    expect((await getRaw(`${server.url}/assets/sw.js`, undefined, asked)).status).toBe(404);
    expect((await getRaw(`${server.url}/sw.js`, undefined)).status).toBe(404);
    expect((await getRaw(`${server.url}/sw.js`, undefined, asked, 'POST')).status).toBe(405);
  });
});

describe('the page for old browsers', () => {
  test.each([
    ['?locale=de', 'de', 'Ihr Browser ist zu alt für das Portal'],
    ['', 'nl', 'Uw browser is te oud voor de portal'],
  ])('with "%s" says in %s what to do, without a script, and is not indexed', async (query, language, title) => {
    const answer = await fetch(`${server.url}/old-browser${query}`, { headers: { 'accept-language': 'nl-BE' } });
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
    );
    const page = await answer.text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`<h1>${title}</h1>`);
    for (const version of Object.values(OLDEST_BROWSERS)) expect(page).toContain(` ${version}`);
    expect(page).not.toContain('<script');
  });

  test('every page of the portal checks the browser before its first module, as its policy allows', async () => {
    const answer = await fetch(`${server.url}/login`);
    const page = await answer.text();
    const check = page.indexOf(`<script>${BROWSER_CHECK}</script>`);
    expect(check).toBeGreaterThan(0);
    expect(check).toBeLessThan(page.indexOf('"importmap"'));
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
  });
});
