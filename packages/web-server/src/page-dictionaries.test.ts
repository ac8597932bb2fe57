import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WebServer } from './server.ts';
import { decoded, getWith } from './testing/deltas.ts';
import { getRaw } from './testing/get-raw.ts';
import { SamplePortal } from './testing/sample-portal.ts';
import { metricOf } from './testing/test-visit.ts';

/** As Chromium says who it is. */
const CHROMIUM = { 'sec-ch-ua': '"Chromium";v="156", "Not)A;Brand";v="24"' };
const KEPT = 'private, max-age=0, stale-while-revalidate=2592000';

let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publishAll();
  await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
  await portal.release();
  server = await portal.start({ metricsPort: 0 });
});
afterEach(() => portal.remove());

/** The bytes of a page. */
const read = async (path: string, headers: Readonly<Record<string, string>> = CHROMIUM) =>
  (await getRaw(server.url + path, undefined, headers)).body;

describe('a page', () => {
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
    expect(await metricOf(server, 'portal_delta_answers_total{kind="page"}')).toBe(1);
    expect(await metricOf(server, 'portal_delta_saved_bytes_total{kind="page"}')).toBe(
      plain.body.length - answer.body.length,
    );
  });

  test('of another route is a delta, too', async () => {
    const before = await read('/login');
    const answer = await getWith(`${server.url}/terms/v1`, before, CHROMIUM);
    expect(decoded(answer.body, before)).toEqual(await read('/terms/v1'));
  });

  test('is sent as a whole for a dictionary that this server has given to nobody', async () => {
    const asFirefox = await read('/login', {});
    for (const dictionary of [asFirefox, Buffer.from('made up')]) {
      const { headers } = await getWith(`${server.url}/terms/v1`, dictionary, CHROMIUM);
      expect(headers['content-encoding']).toBe('br');
    }
  });
});
