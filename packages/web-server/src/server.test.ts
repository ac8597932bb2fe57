import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openFolderStore } from '@portal/release/store';
import type { RouteDeclaration } from '@portal/contract/declaration';
import { localConfig } from './local-config.ts';
import { SamplePortal, sampleFrame } from './testing/sample-portal.ts';
import { startWebServer } from './server.ts';

let portal: SamplePortal;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
});
afterEach(() => portal.remove());

interface RawResponse {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A request whose answer is not decompressed, as fetch would do. */
function getRaw(
  url: string,
  encodings: string | undefined,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, ...(encodings === undefined ? {} : { 'accept-encoding': encodings }) };
    const sent = request(url, { headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function fileLike(name: string, start: string, version = '1.0.0'): Promise<string> {
  const { files } = await portal.store.readManifest(name, version);
  const file = Object.keys(files).find((candidate) => candidate.startsWith(start));
  if (file === undefined) throw new Error(`no file of ${name} starts with ${start}`);
  return file;
}

describe('an asset', () => {
  test('is immutable and carries its type', async () => {
    await portal.release();
    const { url } = await portal.start();
    for (const [start, type] of [
      ['entry.', 'text/javascript; charset=utf-8'],
      ['hubs.', 'text/css; charset=utf-8'],
      ['guide.', 'application/pdf'],
      ['art.', 'image/svg+xml'],
    ] as const) {
      const answer = await fetch(`${url}/assets/mfe-hubs/${await fileLike('mfe-hubs', start)}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0', undefined],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['identity', undefined],
    [undefined, undefined],
  ])('requested with Accept-Encoding %j is sent as %s', async (accepted, expected) => {
    await portal.release();
    const { url } = await portal.start();
    const file = await fileLike('mfe-hubs', 'entry.');
    const { files } = await portal.store.readManifest('mfe-hubs', '1.0.0');
    const answer = await getRaw(`${url}/assets/mfe-hubs/${file}`, accepted);
    expect(answer.headers['content-encoding']).toBe(expected);
    expect(answer.headers['vary']).toBe('accept-encoding');
    const unpack =
      expected === 'br' ? brotliDecompressSync : expected === 'gzip' ? gunzipSync : (bytes: Buffer) => bytes;
    expect(unpack(answer.body)).toHaveLength(files[file]?.size ?? 0);
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
  });

  test('that does not compress is sent unchanged, and a cached one is not sent', async () => {
    await portal.release();
    const { url } = await portal.start();
    const pdf = await getRaw(`${url}/assets/mfe-hubs/${await fileLike('mfe-hubs', 'guide.')}`, 'br');
    expect(pdf.headers['content-encoding']).toBeUndefined();
    const svg = await getRaw(`${url}/assets/mfe-hubs/${await fileLike('mfe-hubs', 'art.')}`, 'br');
    expect(svg.headers['content-encoding']).toBeUndefined();
    const again = await getRaw(`${url}/assets/mfe-hubs/${await fileLike('mfe-hubs', 'guide.')}`, 'br', {
      'if-none-match': String(pdf.headers['etag']),
    });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  test('of a published version that is not live is served, one that no version lists is a 404', async () => {
    await portal.release();
    const { url } = await portal.start();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    expect((await fetch(`${url}/assets/mfe-hubs/${await fileLike('mfe-hubs', 'main.', '1.1.0')}`)).status).toBe(200);
    await portal.store.createFile('mfe-hubs', 'stray.0123456789abcdef.js', Buffer.from('stray'));
    expect((await fetch(`${url}/assets/mfe-hubs/stray.0123456789abcdef.js`)).status).toBe(404);
  });

  test('of a pruned version is gone, and served again when the version is published again', async () => {
    await portal.release();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    const { url } = await portal.start();
    const [main, entry] = [await fileLike('mfe-hubs', 'main.', '1.1.0'), await fileLike('mfe-hubs', 'entry.', '1.1.0')];
    const statusOf = async (file: string) => (await fetch(`${url}/assets/mfe-hubs/${file}`)).status;
    // The server knows the version, but has not read its main file yet.
    expect(await statusOf('none.0123456789abcdef.js')).toBe(404);
    const { driver } = portal.store;
    await driver.remove('artifacts/mfe-hubs/versions/1.1.0.json');
    await driver.remove(`artifacts/mfe-hubs/${main}`);
    expect([await statusOf(main), await statusOf(entry)]).toEqual([404, 200]);
    expect(portal.logged).toEqual([]);
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    expect(await statusOf(main)).toBe(200);
  });

  test('that is missing although its version is published gives a server error', async () => {
    await portal.release();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    const { url } = await portal.start();
    const main = await fileLike('mfe-hubs', 'main.', '1.1.0');
    await portal.store.driver.remove(`artifacts/mfe-hubs/${main}`);
    expect((await fetch(`${url}/assets/mfe-hubs/${main}`)).status).toBe(500);
  });

  test('that was changed in the store is not served, and the log names it once', async () => {
    await portal.release();
    const file = await fileLike('mfe-hubs', 'main.');
    const key = `artifacts/mfe-hubs/${file}`;
    portal.damage(key, 'alert("tampered")');
    const { url } = await portal.start();
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(`${url}/assets/mfe-hubs/${file}`);
      expect(answer.status).toBe(500);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).not.toContain('tampered');
    }
    expect(portal.logged.filter((line) => line.startsWith(`memory/${key}`))).toHaveLength(1);
    expect((await fetch(`${url}/login`)).status).toBe(200);
  });
});

test.each([
  '/assets/../releases/000001.json',
  '/assets/shell/../../releases/000001.json',
  '/assets/shell/..%2f..%2freleases%2f000001.json',
  '/assets/shell/versions/1.0.0.json',
  '/assets//',
])('%s is not served', async (path) => {
  await portal.release();
  const { port } = new URL((await portal.start()).url);
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
  expect(answer).toBe(404);
});

describe('a page', () => {
  test.each(['br', 'gzip'])('is compressed with %s', async (encoding) => {
    await portal.release();
    const { url } = await portal.start();
    const answer = await getRaw(`${url}/settings`, encoding);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(answer.body).toString()).toContain(
      '<!doctype html>',
    );
  });
});

describe('the live release', () => {
  const version = async (url: string) =>
    /"mfe-hubs":\{"version":"([^"]+)"/.exec(await (await fetch(`${url}/settings`)).text())?.[1];

  test('is followed without a restart, with at most one read of the store per second', async () => {
    await portal.release();
    const { url } = await portal.start();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    expect(await version(url)).toBe('1.0.0');
    portal.time += 1000;
    expect(await version(url)).toBe('1.1.0');
    await portal.release({ hubs: '1.0.0' });
    portal.time += 1000;
    expect(await version(url)).toBe('1.0.0');
    expect(portal.logged).toEqual([]);
  });

  test('that is damaged leaves the last good one in place, logged once, until it is repaired', async () => {
    await portal.release();
    const { url } = await portal.start();
    const repair = portal.damage('releases/000002.json', '{"schema": 1');
    for (let look = 0; look < 3; look += 1) {
      portal.time += 1000;
      expect(await version(url)).toBe('1.0.0');
    }
    expect(portal.logged).toEqual([expect.stringMatching(/^Release 2 is not served: .*000002\.json is damaged/)]);
    repair();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    portal.time += 1000;
    expect(await version(url)).toBe('1.1.0');
  });

  test('with a missing or truncated file leaves the last good one in place, also after a restart', async () => {
    await portal.release();
    const running = await portal.start();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    portal.damage(`artifacts/mfe-hubs/${await fileLike('mfe-hubs', 'main.', '1.1.0')}`, 'export');
    portal.time += 1000;
    expect(await version(running.url)).toBe('1.0.0');
    const restarted = await portal.start();
    expect(await version(restarted.url)).toBe('1.0.0');
    expect(portal.logged).toEqual([
      expect.stringContaining('Release 2 is not served'),
      expect.stringContaining('Release 2 is not served'),
    ]);
  });

  test('before a yank is never served again: after a restart the newest one is served, except its damaged files', async () => {
    await portal.release();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    await portal.yank('mfe-hubs', '1.0.0');
    const main = await fileLike('mfe-hubs', 'main.', '1.1.0');
    const repair = portal.damage(`artifacts/mfe-hubs/${main}`, 'e');
    const { url } = await portal.start();
    expect(await version(url)).toBe('1.1.0');
    expect((await fetch(`${url}/assets/mfe-hubs/${main}`)).status).toBe(500);
    expect(portal.logged).toEqual([
      expect.stringMatching(/^Release 3 is not served: .*main\./),
      expect.stringMatching(/^Release 2 is not served: .*main\./),
      'Release 1 is not served: mfe-hubs 1.0.0 is yanked: Shows other people’s data',
      expect.stringContaining(main),
    ]);
    repair();
    expect((await fetch(`${(await portal.start()).url}/assets/mfe-hubs/${main}`)).status).toBe(200);
  });

  test('before a yank is served without the yanked version as its fallback, even with a truncated record of the yank', async () => {
    const page = async (url: string) => (await fetch(`${url}/settings`)).text();
    await portal.release();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    expect(await page((await portal.start()).url)).toContain('"fallback":{"version":"1.0.0"');
    await portal.yank('mfe-hubs', '1.0.0');
    portal.damage('releases/000003.json', '{');
    const yanked = await page((await portal.start()).url);
    expect(yanked).toContain('"mfe-hubs":{"version":"1.1.0"');
    expect(yanked).toContain('"fallback":null');
    portal.damage('yanked/mfe-hubs/1.0.0.json', '{');
    expect(await page((await portal.start()).url)).toBe(yanked);
  });

  test('is a 503 page when only a release with a yanked version is left', async () => {
    await portal.release();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    await portal.yank('mfe-hubs', '1.0.0');
    for (const number of ['000002', '000003']) portal.damage(`releases/${number}.json`, '{');
    expect((await fetch(`${(await portal.start()).url}/settings`)).status).toBe(503);
  });

  test('is replaced when it is not the newest and one of its versions is yanked', async () => {
    await portal.release();
    const { url } = await portal.start();
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.release({ hubs: '1.1.0' });
    portal.damage(`artifacts/mfe-hubs/${await fileLike('mfe-hubs', 'main.', '1.1.0')}`, 'e');
    portal.time += 1000;
    expect(await version(url)).toBe('1.0.0');
    await portal.bar('mfe-hubs', '1.0.0');
    portal.time += 1000;
    expect(await version(url)).toBe('1.1.0');
  });

  test('whose inline script would break out of its element is not served', async () => {
    await portal.release();
    const { url } = await portal.start();
    const frame = sampleFrame('"</script><script>alert(1)"');
    await portal.publish('shell', { version: '1.1.0', contents: { 'frame.json': frame } });
    await portal.release({ shell: '1.1.0' });
    portal.time += 1000;
    expect(await (await fetch(`${url}/login`)).text()).not.toContain('alert(1)');
    expect(portal.logged).toEqual([expect.stringMatching(/^Release 2 is not served: the script in frame/)]);
  });

  test('whose shell is older than a kind of skeleton paints a form instead', async () => {
    const frame = JSON.stringify(JSON.parse(sampleFrame('')), (key, value: unknown) =>
      key === 'task' ? undefined : value,
    );
    await portal.publish('shell', { version: '1.1.0', contents: { 'frame.json': frame } });
    const route: RouteDeclaration = {
      path: '/delete',
      title: 'title',
      access: 'open',
      page: 'main',
      skeleton: 'task',
      reads: [],
    };
    const declaration = { routes: [route], texts: { title: { en: 'Delete', de: 'D', fr: 'D', nl: 'D' } } };
    await portal.publish('mfe-hubs', { version: '1.1.0', declaration });
    await portal.release({ hubs: '1.1.0' });
    const { url } = await portal.start();
    const painted = async () => (await fetch(`${url}/delete`)).text();
    expect(await painted()).toContain('<main class="task" lang="en"><h1>Delete</h1></main>');
    await portal.release({ shell: '1.1.0', hubs: '1.1.0' });
    portal.time += 1000;
    expect(await painted()).toContain('<main class="form" lang="en"><h1>Delete</h1></main>');
    expect(portal.logged).toEqual([]);
  });

  test('missing altogether is a 503 page in the visitor’s language, until the first release', async () => {
    const { url } = await portal.start();
    const answer = await fetch(`${url}/settings`, { headers: { 'accept-language': 'de' } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain('Das Portal ist nicht verfügbar');
    await portal.release();
    portal.time += 1000;
    expect((await fetch(`${url}/settings`)).status).toBe(200);
  });
});

describe('the server', () => {
  test('serves its configuration, never from a cache, and an icon', async () => {
    await portal.release();
    const { url } = await portal.start();
    const config = await fetch(`${url}/config.json`);
    expect(config.headers.get('cache-control')).toBe('no-store');
    expect(await config.json()).toEqual(localConfig(4100));
    expect((await fetch(`${url}/favicon.ico`)).headers.get('content-type')).toBe('image/svg+xml');
  });

  test.each([
    ['apiBaseUrl', { ...Object(localConfig(4100)), apiBaseUrl: 'http://localhost:4100/api' }],
    ['features.singleSignOn', { ...Object(localConfig(4100)), features: { singleSignOn: 'yes' } }],
    ['extra', { ...Object(localConfig(4100)), extra: 1 }],
  ])('does not start with an invalid configuration, and names the key %s', async (key, config: unknown) => {
    await expect(portal.start({ config })).rejects.toThrow(`config.json: "${key}"`);
  });

  test('names the port and the variable when the port is taken', async () => {
    const port = Number(new URL((await portal.start()).url).port);
    await expect(portal.start({ port })).rejects.toThrow(
      `Port ${String(port)} is taken. Stop what uses it, or choose another port with PORTAL_PORT.`,
    );
  });

  test('accepts the folder of a store, and listens on both addresses of localhost', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-web-'));
    try {
      const stored = new SamplePortal(openFolderStore(folder));
      for (const build of ['shell', 'mfe-hubs'] as const) await stored.publish(build);
      await stored.release();
      const { url } = await portal.start({ store: folder, host: 'localhost' });
      const port = new URL(url).port;
      expect(url).toBe(`http://localhost:${port}`);
      expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('frees its port when it is closed, even with keep-alive connections', async () => {
    await portal.release();
    const first = await startWebServer({ store: portal.store, config: localConfig(4100), port: 0 });
    await (await fetch(`${first.url}/login`)).text();
    await first.close();
    const port = Number(new URL(first.url).port);
    expect((await portal.start({ port })).url).toBe(first.url);
  });
});
