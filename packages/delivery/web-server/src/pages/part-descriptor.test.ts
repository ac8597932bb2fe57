import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseLiveParts } from '@portal/contract/live-parts';
import { parseLiveView } from '@portal/contract/live-view';
import { parsePageData } from '@portal/contract/page';
import type { PartDescriptor } from '@portal/contract/part-descriptor';
import { parsePartAnswer, RESTRICTED } from '@portal/contract/part-descriptor';
import type { WebServer } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';

const SIGNED_IN = { cookie: 'access_token=abc' };

let portal: SamplePortal;
let server: WebServer;
let url = '';

beforeEach(async () => {
  portal = await SamplePortal.released();
  server = await portal.start();
  ({ url } = server);
});
afterEach(() => portal.remove());

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  await fetch(url + path, { headers });
const viewNow = async () => parseLiveView(await (await get('/release.json')).json()).view;

interface Page {
  readonly data: ReturnType<typeof parsePageData>;
  /** The scripts of mfe-hubs in the import map, without their hashes. */
  readonly hubs: readonly string[];
}

async function pageAt(path: string, headers = SIGNED_IN): Promise<Page> {
  const html = await (await get(path, headers)).text();
  const [, data = ''] = /id="portal-page">([^]*?)<\/script>/.exec(html) ?? [];
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  const { integrity } = JSON.parse(map) as { readonly integrity: Readonly<Record<string, string>> };
  return {
    data: parsePageData(JSON.parse(data)),
    hubs: Object.keys(integrity)
      .filter((address) => address.startsWith('/assets/mfe-hubs/'))
      .map((address) => address.replace('/assets/mfe-hubs/', '').replace(/\..*/, ''))
      .sort(),
  };
}

async function descriptor(asked: Readonly<Record<string, string>>, view?: string): Promise<PartDescriptor | null> {
  const query = new URLSearchParams({ view: view ?? (await viewNow()), ...asked }).toString();
  const answer = parsePartAnswer(await (await get(`/part.json?${query}`)).json());
  if (answer === RESTRICTED) throw new Error('No part of this test is for some roles alone');
  return answer;
}

const LOCALES = ['locale-de', 'locale-en', 'locale-fr', 'locale-nl'];

describe('a page', () => {
  test('of a remote carries that one, and the hashes of what its first screen may load', async () => {
    const { data, hubs } = await pageAt('/settings');
    expect(Object.keys(data.release.remotes)).toEqual(['mfe-hubs']);
    expect(hubs).toEqual(['entry', ...LOCALES, 'main']);
  });

  test('of the shell carries no remote, but leads to all of them', async () => {
    const { data, hubs } = await pageAt('/nowhere');
    expect([data.release.remotes, hubs]).toEqual([{}, []]);
    expect(data.release.navigation.header.map(({ path }) => path)).toEqual(['/terms/:version', '/settings']);
    expect(data.release.navigation.header[1]?.text.de).toBe('Hubs verwalten');
  });

  test('that sends a visitor to sign-in carries the remote of its address: the shell decides the same', async () => {
    const { data } = await pageAt('/settings', { cookie: '' });
    expect(Object.keys(data.release.remotes)).toEqual(['mfe-hubs']);
    expect((await pageAt('/login', { cookie: '' })).data.release.remotes).toEqual({});
  });

  test('has the declarations without what frame and search engines take from them', async () => {
    const declarations = Object.values((await pageAt('/settings')).data.release.remotes).map(
      ({ declaration }) => declaration,
    );
    expect(declarations.map(({ header, footer }) => [header, footer])).toEqual([[[], undefined]]);
    expect(Object.keys(declarations[0]?.texts ?? {})).toEqual(['hubs', 'hostile']);
  });
});

describe('a page asks', () => {
  test('for the part of a path, and gets all that a page of that part has', async () => {
    const { data } = await pageAt('/settings');
    const found = await descriptor({ path: '/settings' });
    expect(found?.remote).toEqual(data.release.remotes['mfe-hubs']);
    const { files } = await portal.store.readManifest('mfe-hubs', '1.0.0');
    const scripts = Object.entries(files).filter(([file]) => file.endsWith('.js'));
    expect(found?.scripts).toEqual(Object.fromEntries(scripts.map(([file, { integrity }]) => [file, integrity])));
  });

  test('for a path of nobody, and gets nothing', async () => {
    expect(await descriptor({ path: '/nowhere' })).toBeNull();
    expect(await descriptor({ path: '' })).toBeNull();
    expect(await descriptor({})).toBeNull();
  });

  test('for a part by its name: the shell is no remote', async () => {
    const shell = await descriptor({ part: 'shell' });
    expect([shell?.name, shell?.remote]).toEqual(['shell', null]);
    expect(Object.keys(shell?.scripts ?? {}).some((file) => file.startsWith('vendor.'))).toBe(true);
    expect(await descriptor({ part: 'mfe-none' })).toBeNull();
    expect(await descriptor({ part: '__proto__' })).toBeNull();
  });

  test('for a part with a version that may take over, and gets the hashes of both, which no page begins with', async () => {
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'vendor.js': '/* newer */' } });
    await portal.release({ hubs: '1.1.0' });
    portal.time += 1000;
    const { data, hubs } = await pageAt('/settings');
    expect(hubs).toEqual(['entry', ...LOCALES, 'main']);
    const found = await descriptor({ path: '/settings' });
    expect(found?.remote).toMatchObject({ version: '1.1.0', fallback: { version: '1.0.0' } });
    expect(found?.remote).toEqual(data.release.remotes['mfe-hubs']);
    const vendors = [await portal.fileLike('mfe-hubs', 'vendor'), await portal.fileLike('mfe-hubs', 'vendor', '1.1.0')];
    expect(Object.keys(found?.scripts ?? {})).toEqual(expect.arrayContaining(vendors));
  });

  test('for the versions of all parts, the shell first', async () => {
    const parts = parseLiveParts(await (await get(`/parts.json?view=${await viewNow()}`)).json());
    expect(parts.map(({ part, version, text }) => [part, version, text.de])).toEqual([
      ['shell', '1.0.0', 'Anmelden'],
      ['mfe-hubs', '1.0.0', 'Hubs verwalten'],
    ]);
  });

  test('and gets an answer that browsers keep for a minute, and that no cookie changes', async () => {
    const answer = await get(`/part.json?view=${await viewNow()}&path=/settings`, { 'accept-encoding': 'br' });
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

describe('a page that is older than the release', () => {
  async function releaseNext(version: string): Promise<void> {
    await portal.publish('mfe-hubs', { version, contents: { 'entry.js': `/* ${version} */ export {}` } });
    await portal.release({ hubs: version });
    portal.time += 1000;
  }

  test('gets nothing of a version that has been yanked since, at the latest after a minute', async () => {
    const view = await viewNow();
    await releaseNext('1.1.0');
    await viewNow();
    await portal.bar('mfe-hubs', '1.0.0');
    portal.time += 61_000;
    await server.liveNumber();
    expect((await get(`/part.json?view=${view}&path=/settings`)).status).toBe(410);
  });

  test('is told so when the server no longer knows its versions', async () => {
    for (const view of ['', 'unknown', '__proto__']) {
      const answer = await get(`/part.json?view=${view}&path=/settings`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([410, 'no-store']);
      expect((await get(`/parts.json?view=${view}`)).status).toBe(410);
    }
  });

  test('of more than five releases ago is told so, too', async () => {
    const view = await viewNow();
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0']) {
      await releaseNext(version);
      await viewNow();
    }
    expect((await descriptor({ path: '/settings' }))?.remote?.version).toBe('1.5.0');
    expect((await descriptor({ path: '/settings' }, view))?.remote?.version).toBe('1.0.0');
    await releaseNext('1.6.0');
    await viewNow();
    expect((await get(`/part.json?view=${view}&path=/settings`)).status).toBe(410);
  });
});
