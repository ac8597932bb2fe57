import { request } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { getRaw } from '../testing/get-raw.ts';
import { SamplePortal } from '../testing/sample-portal.ts';

let portal: SamplePortal;

beforeEach(async () => {
  portal = await SamplePortal.withNewer();
});
afterEach(() => portal.remove());

describe('an asset', () => {
  test('is immutable and carries its type [T343]', async () => {
    const { url } = await portal.start();
    for (const [start, type] of [
      ['entry.', 'text/javascript; charset=utf-8'],
      ['hubs.', 'text/css; charset=utf-8'],
      ['guide.', 'application/pdf'],
      ['art.', 'image/svg+xml'],
    ] as const) {
      const answer = await fetch(`${url}/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', start)}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test.each(['/', '/x', '%00'])('is not found with "%s" behind its name', async (more) => {
    const { url } = await portal.start();
    const path = `${url}/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'entry.')}`;
    expect((await fetch(path)).status).toBe(200);
    expect((await fetch(`${path}${more}`)).status).toBe(404);
  });

  test('is never a source map', async () => {
    const sourceMaps = { 'entry.js': { version: 3, sources: ['mfe-hubs/src/secret.ts'], names: [], mappings: '' } };
    await portal.publish('mfe-hubs', { version: '1.2.0', sourceMaps });
    await portal.release({ hubs: '1.2.0' });
    const { url } = await portal.start();
    const entry = await portal.fileLike('mfe-hubs', 'entry.', '1.2.0');
    const [key = ''] = await portal.store.driver.list('artifacts/mfe-hubs/source-maps/');
    const archive = key.slice('artifacts/'.length);
    const short = archive.slice('mfe-hubs/source-maps/'.length);
    expect((await fetch(`${url}/assets/mfe-hubs/${entry}`)).status).toBe(200);
    for (const path of [
      `mfe-hubs/${entry}.map`,
      archive,
      `mfe-hubs/${short}`,
      'mfe-hubs/source-maps.zip',
      `mfe-hubs/source-maps%2f${short}`,
    ])
      expect((await fetch(`${url}/assets/${path}`)).status).toBe(404);
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
    const { url } = await portal.start();
    const file = await portal.fileLike('mfe-hubs', 'entry.');
    const { files } = await portal.store.readManifest('mfe-hubs', '1.0.0');
    const answer = await getRaw(`${url}/assets/mfe-hubs/${file}`, accepted);
    expect(answer.headers['content-encoding']).toBe(expected);
    expect(answer.headers['vary']).toBe('accept-encoding, available-dictionary');
    const unpack =
      expected === 'br' ? brotliDecompressSync : expected === 'gzip' ? gunzipSync : (bytes: Buffer) => bytes;
    expect(unpack(answer.body)).toHaveLength(files[file]?.size ?? 0);
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
  });

  test.each([
    ['as well as possible by default', { brotliQuality: undefined }, 11],
    ['with the quality that the operator has chosen', { brotliQuality: 1 }, 1],
  ])('is compressed %s', async (_when, options, quality) => {
    const { url } = await portal.start(options);
    const file = await portal.fileLike('mfe-hubs', 'entry.');
    const { body } = await getRaw(`${url}/assets/mfe-hubs/${file}`, 'br');
    const expected = brotliCompressSync(brotliDecompressSync(body), {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality },
    });
    expect(body).toHaveLength(expected.length);
  });

  test('that does not compress is sent unchanged, and a cached one is not sent', async () => {
    const { url } = await portal.start();
    const pdf = await getRaw(`${url}/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'guide.')}`, 'br');
    expect(pdf.headers['content-encoding']).toBeUndefined();
    const svg = await getRaw(`${url}/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'art.')}`, 'br');
    expect(svg.headers['content-encoding']).toBeUndefined();
    const again = await getRaw(`${url}/assets/mfe-hubs/${await portal.fileLike('mfe-hubs', 'guide.')}`, 'br', {
      'if-none-match': String(pdf.headers['etag']),
    });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  test('of a published version that is not live is served, one that no version lists is a 404', async () => {
    const { url } = await portal.start();
    await portal.publish('mfe-hubs', { version: '1.2.0', contents: { 'main.js': 'export const newest = true;' } });
    const main = await portal.fileLike('mfe-hubs', 'main.', '1.2.0');
    expect((await fetch(`${url}/assets/mfe-hubs/${main}`)).status).toBe(200);
    await portal.store.createFile('mfe-hubs', 'stray.0123456789abcdef.js', Buffer.from('stray'));
    expect((await fetch(`${url}/assets/mfe-hubs/stray.0123456789abcdef.js`)).status).toBe(404);
  });

  test('of a pruned version is gone, and served again when the version is published again', async () => {
    const { url } = await portal.start();
    const [main, entry] = [
      await portal.fileLike('mfe-hubs', 'main.', '1.1.0'),
      await portal.fileLike('mfe-hubs', 'entry.', '1.1.0'),
    ];
    const readStatus = async (file: string) => (await fetch(`${url}/assets/mfe-hubs/${file}`)).status;
    // The server knows the version, but has not read its main file yet.
    expect(await readStatus('none.0123456789abcdef.js')).toBe(404);
    const { driver } = portal.store;
    await driver.remove('artifacts/mfe-hubs/versions/1.1.0.json');
    await driver.remove(`artifacts/mfe-hubs/${main}`);
    expect([await readStatus(main), await readStatus(entry)]).toEqual([404, 200]);
    expect(portal.logged).toEqual([]);
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    expect(await readStatus(main)).toBe(200);
  });

  test('that is missing gives a server error if its version is live, and is a 404 otherwise [T450]', async () => {
    const [live, newer] = [
      await portal.fileLike('mfe-hubs', 'main.'),
      await portal.fileLike('mfe-hubs', 'main.', '1.1.0'),
    ];
    for (const file of [live, newer]) await portal.store.driver.remove(`artifacts/mfe-hubs/${file}`);
    const { url } = await portal.start();
    const fetchStatus = async (file: string) => (await fetch(`${url}/assets/mfe-hubs/${file}`)).status;
    expect([await fetchStatus(live), await fetchStatus(newer)]).toEqual([500, 404]);
  });

  test('that was changed in the store is not served until it is repaired, and the log names both once [T452]', async () => {
    const file = await portal.fileLike('mfe-hubs', 'main.');
    const key = `artifacts/mfe-hubs/${file}`;
    const repair = portal.damage(key, 'alert("tampered")');
    const { url } = await portal.start();
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(`${url}/assets/mfe-hubs/${file}`);
      expect(answer.status).toBe(500);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).not.toContain('tampered');
    }
    expect(portal.logged.filter((line) => line.startsWith(`memory/${key}`))).toHaveLength(1);
    expect((await fetch(`${url}/login`)).status).toBe(200);
    repair();
    for (let time = 0; time < 2; time += 1) expect((await fetch(`${url}/assets/mfe-hubs/${file}`)).status).toBe(200);
    expect(portal.logged.filter((line) => line === `mfe-hubs/${file} can be served again.`)).toHaveLength(1);
  });

  test('with a name that strangers make up is one problem while the store is away, however many they ask for', async () => {
    let isAway = false;
    const store = portal.storeWith(async (key) => {
      if (isAway) throw new Error(`${key}: connect ECONNREFUSED`);
    });
    const { url } = await portal.start({ store });
    const ask = async (number: number) => {
      const name = `x.${number.toString(16).padStart(16, '0')}.js`;
      return (await fetch(`${url}/assets/shell/${name}`)).status;
    };
    const [entry, main] = [
      await portal.fileLike('mfe-hubs', 'entry.', '1.1.0'),
      await portal.fileLike('mfe-hubs', 'main.', '1.1.0'),
    ];
    // Now the list of the older version is in memory.
    expect((await fetch(`${url}/assets/mfe-hubs/${main}`)).status).toBe(200);
    isAway = true;
    for (let number = 0; number < 60; number += 1) {
      expect(await ask(number)).toBe(500);
      await fetch(`${url}/assets/mfe-hubs/${entry}`);
    }
    isAway = false;
    expect(await ask(0)).toBe(404);
    isAway = true;
    expect(await ask(0)).toBe(500);
    const [problem, end, ...again] = portal.logged.filter((line) => line.startsWith('Files of older versions'));
    expect(again).toEqual([problem]);
    expect(end).not.toBe(problem);
  });
});

test.each([
  '/assets/../releases/000001.json',
  '/assets/shell/../../releases/000001.json',
  '/assets/shell/..%2f..%2freleases%2f000001.json',
  '/assets/shell/versions/1.0.0.json',
  '/assets//',
])('%s is not served [T353]', async (path) => {
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
