import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { dictionaryHeaders, filePattern } from './dictionaries.ts';
import type { WebServer, WebServerOptions } from '../server.ts';
import { decoded, getWith } from '../testing/deltas.ts';
import { getRaw } from '../testing/get-raw.ts';
import { SamplePortal } from '../testing/sample-portal.ts';
import { readMetric } from '../testing/test-visit.ts';

/** A script that hardly compresses, so that a delta of it is much smaller; the same one for the same version. */
const getScript = (version: string) =>
  `export const version = "${version}";${Array.from({ length: 300 }, (_, index) => `export const n${String(index)} = ${String(Math.sin(index))};`).join('')}`;

const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'] as const;

let portal: SamplePortal;
let server: WebServer;

/** Address and bytes of the main file of mfe-hubs. */
async function readMain(version: string) {
  const file = await portal.fileLike('mfe-hubs', 'main.', version);
  return { file, url: `${server.url}/assets/mfe-hubs/${file}`, bytes: Buffer.from(getScript(version)) };
}

async function publish(version: string, to = portal) {
  await to.publish('mfe-hubs', { version, contents: { 'main.js': getScript(version) } });
}

const withVersions = SamplePortal.prepared(async (made) => {
  await made.publish('shell');
  for (const version of VERSIONS) await publish(version, made);
  await made.release();
});

/** Releases a version of mfe-hubs; the server serves it. */
async function release(version: string) {
  await portal.release({ hubs: version });
  portal.time += 2000;
  await fetch(`${server.url}/settings`);
}

/** Waits until the server has learnt of the release before: until then it answers in Brotli. */
async function untilDelta(url: string, dictionary: Uint8Array) {
  for (;;) {
    const answer = await getWith(url, dictionary);
    if (answer.headers['content-encoding'] === 'dcb') return answer;
  }
}

beforeEach(async () => {
  portal = await withVersions();
});
afterEach(() => portal.remove());

/** A server on which 1.1.0 has followed 1.0.0. */
async function startUpdated(options: Partial<WebServerOptions> = {}) {
  server = await portal.start({ metricsPort: 0, ...options });
  await release('1.1.0');
  const [old, live] = [await readMain('1.0.0'), await readMain('1.1.0')];
  return { old, live, answer: await untilDelta(live.url, old.bytes) };
}

describe('a file', () => {
  test.each([
    ['settings.0123456789abcdef.js', 'settings.*.js'],
    ['a.fedcba9876543210.b.0123456789abcdef.css', 'a.fedcba9876543210.b.*.css'],
    ['guide.0123456789abcdef.pdf', undefined],
    ['mf-manifest.json', undefined],
  ])('%s is the dictionary for %s', (file, pattern) => {
    expect(filePattern(file)).toBe(pattern);
    expect(dictionaryHeaders('mfe-hubs', file)['use-as-dictionary']).toBe(
      pattern && `match="/assets/mfe-hubs/${pattern}"`,
    );
  });

  test('is sent as its difference from the version before, to be kept by this browser alone', async () => {
    const { old, live, answer } = await startUpdated();
    const plain = await getRaw(live.url, 'br');
    expect(decoded(answer.body, old.bytes)).toEqual(live.bytes);
    expect(answer.body.length).toBeLessThan(100);
    expect(plain.body.length).toBeGreaterThan(1000);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(answer.body.length),
      vary: 'accept-encoding, available-dictionary',
      'use-as-dictionary': 'match="/assets/mfe-hubs/main.*.js"',
    });
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      vary: 'accept-encoding, available-dictionary',
      'use-as-dictionary': 'match="/assets/mfe-hubs/main.*.js"',
    });
    expect(await readMetric(server, 'portal_delta_answers_total{kind="file"}')).toBe(1);
    expect(await readMetric(server, 'portal_delta_saved_bytes_total{kind="file"}')).toBe(
      plain.body.length - answer.body.length,
    );
  });

  test('has an entity tag for each dictionary, and is not sent again to who has it', async () => {
    const { old, live, answer } = await startUpdated();
    await release('1.2.0');
    const newest = await readMain('1.2.0');
    const tags = [
      answer.headers['etag'],
      ...(await Promise.all(
        [old, live].map(async ({ bytes }) => (await untilDelta(newest.url, bytes)).headers['etag']),
      )),
      (await getRaw(newest.url, 'br')).headers['etag'],
      (await getRaw(newest.url, 'gzip')).headers['etag'],
      (await getRaw(newest.url, undefined)).headers['etag'],
    ];
    expect(new Set(tags).size).toBe(6);
    const again = await getWith(newest.url, old.bytes, { 'if-none-match': String(tags[1]) });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
  });

  test('is sent as a whole to who asks for another coding, or has another dictionary', async () => {
    const { old, live } = await startUpdated();
    const readCoding = async (dictionary: Uint8Array, encodings?: string) =>
      (await getWith(live.url, dictionary, {}, encodings)).headers['content-encoding'];
    expect(await readCoding(old.bytes, 'br;q=0, gzip, dcb')).toBe('dcb');
    expect(await readCoding(old.bytes, 'br, gzip')).toBe('br');
    expect(await readCoding(old.bytes, 'br;q=0, gzip, dcb;q=0')).toBe('gzip');
    expect(await readCoding(Buffer.from('made up'))).toBe('br');
    // Of the same part, and of the same name in another one.
    for (const [part, start] of [
      ['mfe-hubs', 'entry.'],
      ['shell', 'main.'],
    ] as const) {
      const { body } = await getRaw(`${server.url}/assets/${part}/${await portal.fileLike(part, start)}`, undefined);
      expect(await readCoding(body)).toBe('br');
    }
    // A browser that has the file itself does not ask for it.
    expect(await readCoding(live.bytes)).toBe('dcb');
  });

  test('of a version that is not served is sent as a whole', async () => {
    const { live, old } = await startUpdated();
    // The versions between are fallbacks.
    for (const version of ['1.2.0', '1.3.0']) await release(version);
    await untilDelta((await readMain('1.3.0')).url, live.bytes);
    expect((await getWith(old.url, live.bytes)).headers['content-encoding']).toBe('br');
  });

  test('of a canary is sent as its difference from the live version, and the other way round', async () => {
    await portal.releaseCanary(['mfe-hubs'], 50);
    server = await portal.start();
    const [live, canary] = [await readMain('1.0.0'), await readMain('1.1.0')];
    expect(decoded((await untilDelta(canary.url, live.bytes)).body, live.bytes)).toEqual(canary.bytes);
    expect(decoded((await untilDelta(live.url, canary.bytes)).body, canary.bytes)).toEqual(live.bytes);
  });
});

/** A server that starts when each version has followed the one before. */
async function startAtNewest(options: Partial<WebServerOptions> = {}) {
  for (const version of VERSIONS.slice(1)) await portal.release({ hubs: version });
  server = await portal.start(options);
  return { oldest: await readMain('1.0.0'), older: await readMain('1.1.0'), live: await readMain('1.4.0') };
}

describe('a version before', () => {
  test('is known to a server that starts after its release has ended', async () => {
    const { oldest, live } = await startAtNewest();
    expect(decoded((await untilDelta(live.url, oldest.bytes)).body, oldest.bytes)).toEqual(live.bytes);
  });

  test('is one of ten: older ones are no dictionaries', async () => {
    const versions = Array.from({ length: 13 }, (_, patch) => `2.0.${String(patch)}`);
    for (const version of versions) {
      await publish(version);
      await portal.release({ hubs: version });
    }
    server = await portal.start();
    const live = await readMain('2.0.12');
    // The two newest of the others are fallbacks, and do not count.
    await untilDelta(live.url, (await readMain('2.0.0')).bytes);
    expect((await getWith(live.url, (await readMain('1.0.0')).bytes)).headers['content-encoding']).toBe('br');
  });

  test('that loses its files while the server runs is no dictionary any more, and looked for once', async () => {
    const read: string[] = [];
    const store = portal.storeWith(async (key) => void read.push(key));
    const { oldest, older, live } = await startAtNewest({ store });
    // The last one of which deltas are prepared.
    await untilDelta(live.url, older.bytes);
    await portal.store.driver.remove(`artifacts/mfe-hubs/${oldest.file}`);
    for (let time = 0; time < 3; time += 1)
      expect((await getWith(live.url, oldest.bytes)).headers['content-encoding']).toBe('br');
    expect(read.filter((key) => key.endsWith(oldest.file))).toHaveLength(1);
    expect(portal.logged).toEqual([]);
  });

  test('that cannot be read costs no visitor an answer; the log says so once, and when it can be read again', async () => {
    let isAway = false;
    const store = portal.storeWith(async (key) => {
      if (isAway && key.includes('/main.')) throw new Error('the disk is gone');
    });
    const { oldest, older, live } = await startAtNewest({ store });
    await untilDelta(live.url, older.bytes);
    isAway = true;
    for (let time = 0; time < 3; time += 1)
      expect(await getWith(live.url, oldest.bytes)).toMatchObject({
        status: 200,
        headers: { 'content-encoding': 'br' },
      });
    expect((await getWith(live.url, older.bytes)).headers['content-encoding']).toBe('dcb');
    expect(portal.logged).toEqual([expect.stringContaining('the disk is gone')]);
    isAway = false;
    expect((await getWith(live.url, oldest.bytes)).headers['content-encoding']).toBe('dcb');
    expect(portal.logged).toHaveLength(2);
  });
});

describe('a page', () => {
  /** As Chromium says who it is. */
  const CHROMIUM = { 'sec-ch-ua': '"Chromium";v="156", "Not)A;Brand";v="24"' };
  const KEPT = 'private, max-age=0, stale-while-revalidate=2592000';

  beforeEach(async () => {
    server = await portal.start({ metricsPort: 0 });
  });

  /** The bytes of a page. */
  const read = async (path: string, headers: Readonly<Record<string, string>> = CHROMIUM) =>
    (await getRaw(server.url + path, undefined, headers)).body;

  test('is the dictionary of the next one in Chromium, which asks for it at every load all the same', async () => {
    const { headers } = await getRaw(`${server.url}/login`, 'br', CHROMIUM);
    expect(headers).toMatchObject({
      'cache-control': KEPT,
      'use-as-dictionary': 'match="/*", match-dest=("document")',
      vary: 'accept-encoding, accept-language, cookie, available-dictionary, sec-ch-ua',
    });
  });

  test.each([
    ['Firefox and Safari, which would show a stale page', {}],
    ['who claims to be another browser', { 'sec-ch-ua': '"Not)A;Brand";v="24"' }],
  ])('must be asked for at every load by %s', async (_who, headers) => {
    const answer = await getRaw(`${server.url}/login`, 'br', headers);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers['use-as-dictionary']).toBeUndefined();
  });

  test('that was not found is no dictionary', async () => {
    const { status, headers } = await getRaw(`${server.url}/nowhere`, 'br', CHROMIUM);
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['use-as-dictionary']).toBeUndefined();
  });

  test('of a new release is sent as its difference from that of the release before', async () => {
    const before = await read('/login');
    await portal.release({ hubs: '1.1.0' });
    portal.time += 2000;
    const answer = await getWith(`${server.url}/login`, before, CHROMIUM);
    const now = await read('/login');
    expect(now).not.toEqual(before);
    expect(answer.headers).toMatchObject({ 'content-encoding': 'dcb', 'cache-control': KEPT });
    expect(decoded(answer.body, before)).toEqual(now);
    const plain = await getRaw(`${server.url}/login`, 'br', CHROMIUM);
    expect(answer.body.length).toBeLessThan(plain.body.length / 3);
    // In every coding it is the same page.
    expect(answer.headers['etag']).toBe(plain.headers['etag']);
    const again = await getWith(`${server.url}/login`, before, {
      ...CHROMIUM,
      'if-none-match': String(plain.headers['etag']),
    });
    expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    expect(await readMetric(server, 'portal_delta_answers_total{kind="page"}')).toBe(1);
    expect(await readMetric(server, 'portal_delta_saved_bytes_total{kind="page"}')).toBe(
      plain.body.length - answer.body.length,
    );
  });

  test('is sent as a whole for a dictionary that this server has given to nobody', async () => {
    const asFirefox = await read('/login', {});
    for (const dictionary of [asFirefox, Buffer.from('made up')]) {
      const { headers } = await getWith(`${server.url}/terms/v1`, dictionary, CHROMIUM);
      expect(headers['content-encoding']).toBe('br');
    }
  });
});
