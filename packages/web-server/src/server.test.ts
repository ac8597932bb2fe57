import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openFolderStore } from '@portal/release/store';
import { localConfig } from './local-config.ts';
import { startWebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';

let portal: SamplePortal;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
});
afterEach(() => portal.remove());

describe('the server', () => {
  test.each([
    ['two statements of its length', 'POST /reports', ['Content-Length: 4', 'Transfer-Encoding: chunked'], 400],
    ['two lengths', 'POST /reports', ['Content-Length: 4', 'Content-Length: 5'], 400],
    ['the method TRACE', 'TRACE /', [], 405],
  ])('refuses a request with %s [T346]', async (_what, start, headers, status) => {
    const { port } = new URL((await portal.start()).url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write([`${start} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'));
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
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
    await portal.release();
    const { headers } = await fetch(`${(await portal.start()).url}${path}`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('serves its configuration, never from a cache, and an icon [T413]', async () => {
    await portal.release();
    const { url } = await portal.start();
    const config = await fetch(`${url}/config.json`);
    expect(config.headers.get('cache-control')).toBe('no-store');
    expect(await config.json()).toEqual(localConfig(4100, 4000));
    expect((await fetch(`${url}/favicon.ico`)).headers.get('content-type')).toBe('image/x-icon');
  });

  test.each([
    ['apiBaseUrl', { ...Object(localConfig(4100, 4000)), apiBaseUrl: 'http://localhost:4100/api' }],
    ['features.singleSignOn', { ...Object(localConfig(4100, 4000)), features: { singleSignOn: 'yes' } }],
    ['extra', { ...Object(localConfig(4100, 4000)), extra: 1 }],
  ])('does not start with an invalid configuration, and names the key %s', async (key, config: unknown) => {
    await expect(portal.start({ config })).rejects.toThrow(`config.json: "${key}"`);
  });

  test('names the port and the variable when the port is taken', async () => {
    const port = Number(new URL((await portal.start()).url).port);
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

  test('frees its port when it is closed, even with keep-alive connections', async () => {
    await portal.release();
    const first = await startWebServer({ store: portal.store, config: localConfig(4100, 4000), port: 0 });
    await (await fetch(`${first.url}/login`)).text();
    await first.close();
    const port = Number(new URL(first.url).port);
    expect((await portal.start({ port })).url).toBe(first.url);
  });
});
