import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SamplePortal } from './testing/sample-portal.ts';

const SHOP = 'https://shop.example.com';
let portal: SamplePortal;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs', { contents: { 'mf-manifest.json': '{"version":"1.0.0"}' } });
  await portal.release();
});
afterEach(() => portal.remove());

/** The answer to a page of `origin` that asks for a file of mfe-hubs. */
async function ask(file: string, origin: string, ...hostOrigins: readonly string[]): Promise<Response> {
  const { url } = await portal.start({ hostOrigins });
  return fetch(`${url}/assets/mfe-hubs/${file}`, { headers: { origin } });
}

const headersOf = ({ headers }: Response) => ({
  allowed: headers.get('access-control-allow-origin'),
  policy: headers.get('cross-origin-resource-policy'),
  vary: headers.get('vary'),
});

describe('the files of parts', () => {
  test('are for the pages of the portal alone, unless other hosts are set', async () => {
    const answer = await ask(await portal.fileLike('mfe-hubs', 'entry.'), SHOP);
    expect(headersOf(answer)).toEqual({
      allowed: null,
      policy: 'same-origin',
      vary: 'accept-encoding, available-dictionary',
    });
  });

  test('may be loaded by the pages of a host that is set', async () => {
    const answer = await ask(await portal.fileLike('mfe-hubs', 'entry.'), SHOP, 'http://localhost:8080', SHOP);
    expect(headersOf(answer)).toEqual({
      allowed: SHOP,
      policy: 'cross-origin',
      vary: 'accept-encoding, origin, available-dictionary',
    });
  });

  test('may not be read by the pages of any other host [T328]', async () => {
    const answer = await ask(await portal.fileLike('mfe-hubs', 'entry.'), 'https://shop.example.com.evil.test', SHOP);
    expect(headersOf(answer).allowed).toBeNull();
  });
});

describe('the pages of the portal', () => {
  test('stay closed to other hosts', async () => {
    const { url } = await portal.start({ hostOrigins: [SHOP] });
    for (const path of ['/login', '/config.json', '/release.json'])
      expect(headersOf(await fetch(url + path, { headers: { origin: SHOP } }))).toMatchObject({
        allowed: null,
        policy: 'same-origin',
      });
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

  test('is unknown for a version that was built without one, and for a part that is not live', async () => {
    await portal.publish('mfe-hubs', { version: '1.1.0' });
    await portal.release({ hubs: '1.1.0' });
    const { url } = await portal.start();
    for (const path of ['mfe-hubs/mf-manifest.json', 'mfe-none/mf-manifest.json', '..%2f/mf-manifest.json'])
      expect((await fetch(`${url}/assets/${path}`)).status).toBe(404);
  });
});
