import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { packageMachine } from '../../scripts/system-packages.ts';
import { obtainNginx } from '../../tools/test/nginx.ts';
import { startPortalBehindNginx } from './support/behind-nginx.ts';
import { end, launch } from './support/portal-process.ts';
import { expect, test } from './support/watched-test.ts';

const CONSOLE = join(import.meta.dirname, '../../packages/releases/console/src/main.ts');

const isThere = process.env['TEST_LANE'] !== 'fast' && obtainNginx(packageMachine(console.error));

test.describe('a portal behind nginx', () => {
  test.skip(!isThere, 'nginx is not installed');
  test.skip(process.env['PORTAL_STARTED_HERE'] !== 'yes', 'needs the builds of a portal of its own');

  let portal: Awaited<ReturnType<typeof startPortalBehindNginx>>;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    portal = await startPortalBehindNginx();
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  const computeHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  test('the bytes of a file are those that the web server has compressed, also from the cache', async () => {
    const page = await portal.ask('/login');
    const [path = ''] = /\/assets\/shell\/[\w.-]+\.js/.exec(page.bytes.toString('utf8')) ?? [];
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': coding };
      const own = await portal.webServers[0].ask(path, headers);
      const answers = [await portal.ask(path, headers), await portal.ask(path, headers)];
      expect(answers.map((answer) => answer.headers['x-cache-status'])).toEqual(['MISS', 'HIT']);
      for (const { bytes, headers: given } of answers) {
        expect(given['content-encoding'] ?? 'identity').toBe(coding);
        expect(given.etag).toBe(own.headers.etag);
        expect(computeHash(bytes)).toBe(computeHash(own.bytes));
      }
    }
  });

  test('the difference from a dictionary comes from the web server, and is kept for nobody else', async () => {
    const page = await portal.ask('/login', { 'sec-ch-ua': '"Chromium";v="156"' });
    const dictionary = `:${createHash('sha256').update(page.bytes).digest('base64')}:`;
    const wants = { 'accept-encoding': 'gzip, br, dcb', 'available-dictionary': dictionary };
    // Both web servers know the page once each was asked for it.
    await Promise.all(portal.webServers.map((server) => server.ask('/login', { 'sec-ch-ua': '"Chromium";v="156"' })));
    expect((await portal.ask('/terms', wants)).headers['content-encoding']).toBe('dcb');
    expect((await portal.ask('/terms', { ...wants, 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
    const [path = ''] = /\/assets\/shell\/shell[\w.-]+\.js/.exec(page.bytes.toString('utf8')) ?? [];
    const answers = [await portal.ask(path, wants), await portal.ask(path, wants)];
    expect(answers.map(({ headers }) => headers['x-cache-status'])).toEqual(['BYPASS', 'BYPASS']);
    expect((await portal.ask(path, { 'accept-encoding': 'gzip, br, dcb' })).headers['content-encoding']).toBe('br');
  });

  test('a page comes from a web server each time, with its headers, and https whatever a stranger claims', async () => {
    const [own, ...pages] = [
      await portal.webServers[0].ask('/login', { 'x-forwarded-proto': 'https' }),
      await portal.ask('/login'),
      await portal.ask('/login', { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.7' }),
    ];
    for (const { headers } of pages) {
      expect(headers['strict-transport-security']).toMatch(/^max-age=\d+$/);
      expect(headers['set-cookie']?.join()).toMatch(/__Secure-portal_visit=.*; Secure/);
      for (const name of ['content-security-policy', 'integrity-policy', 'permissions-policy', 'cache-control'])
        expect(headers[name], name).toBe(own?.headers[name]);
    }
    const log = (await portal.nginx.accessLog()).filter(({ path }) => path === '/login');
    expect(log.slice(-2).map(({ upstream, cache }) => [upstream !== '', cache])).toEqual([
      [true, ''],
      [true, ''],
    ]);
  });

  test('visitors do not notice that a web server is killed, nor that the other one is as soon as the first is back', async () => {
    const answers = new Map<number, number>();
    const over = new AbortController();
    const visitor = async () => {
      while (!over.signal.aborted) {
        const { status } = await portal.ask('/terms');
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
    };
    const visitors = Promise.all([visitor(), visitor(), visitor(), visitor()]);
    for (const server of portal.webServers) {
      await server.kill();
      await server.start();
    }
    over.abort();
    await visitors;
    expect([...answers.keys()]).toEqual([200]);
  });

  test('the release console is known by its address with https', async () => {
    const { nginx, stateFolder, consolePort, backendUrl } = portal;
    const env = {
      CONSOLE_PORT: String(consolePort),
      CONSOLE_ORIGIN: nginx.console,
      IDENTITY_ISSUER: `${backendUrl}/identity`,
      PORTAL_STATE: stateFolder,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    const console = await launch(CONSOLE, env, async () => {
      await expect.poll(async () => (await portal.ask(`${nginx.console}/`)).status, { timeout: 60_000 }).toBe(401);
    });
    const { status, headers } = await portal.ask(`${nginx.console}/sign-in`);
    expect(status).toBe(303);
    expect(new URL(headers.location ?? '').searchParams.get('redirect_uri')).toBe(`${nginx.console}/signed-in`);
    expect(headers['strict-transport-security']).toBeDefined();
    expect(headers['set-cookie']?.join()).toMatch(/^__Host-console_sign_in_.*; Secure/);
    await end(console);
  });
});
