import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseLiveParts } from '@portal/contract/live-parts';
import { parseLiveView } from '@portal/contract/live-view';
import { parsePageData } from '@portal/contract/page';
import type { PartListing } from '@portal/contract/part-listing';
import { parsePartAnswer, RESTRICTED } from '@portal/contract/part-listing';
import type { WebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';

/** Builds from before pages carried one part. */
const BEFORE = { contract: '^1.5.0' };
const NOW = { contract: '^1.6.0' };
const SIGNED_IN = { cookie: 'access_token=abc' };

let portal: SamplePortal;
let server: WebServer;
let url = '';

const current = SamplePortal.prepared((made) => fill(made, NOW, NOW));
beforeEach(async () => {
  portal = await current();
  server = await portal.start();
  ({ url } = server);
});
afterEach(() => portal.remove());

type Build = Parameters<SamplePortal['publish']>[1];

async function fill(made: SamplePortal, shell: Build, hubs: Build): Promise<void> {
  await made.publish('shell', shell);
  await made.publish('mfe-hubs', hubs);
  await made.release();
}

async function start(shell: Build, hubs: Build): Promise<void> {
  await portal.remove();
  portal = new SamplePortal();
  await fill(portal, shell, hubs);
  server = await portal.start();
  ({ url } = server);
}

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
  await fetch(url + path, { headers });
const viewNow = async () => parseLiveView(await (await get('/release.json')).json()).view;

interface Page {
  readonly data: ReturnType<typeof parsePageData>;
  /** The scripts of mfe-hubs in the import map, without their hashes. */
  readonly hubs: readonly string[];
  readonly policy: string;
}

async function pageAt(path: string, headers = SIGNED_IN): Promise<Page> {
  const answer = await get(path, headers);
  const html = await answer.text();
  const [, data = ''] = /id="portal-page">([^]*?)<\/script>/.exec(html) ?? [];
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? [];
  const { integrity } = JSON.parse(map) as { readonly integrity: Readonly<Record<string, string>> };
  return {
    data: parsePageData(JSON.parse(data)),
    hubs: Object.keys(integrity)
      .filter((address) => address.startsWith('/assets/mfe-hubs/'))
      .map((address) => address.replace('/assets/mfe-hubs/', '').replace(/\..*/, ''))
      .sort(),
    policy: answer.headers.get('content-security-policy') ?? '',
  };
}

async function listing(asked: Readonly<Record<string, string>>, view?: string): Promise<PartListing | null> {
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
    expect(data.release.navigation?.header.map(({ path }) => path)).toEqual(['/terms/:version', '/settings']);
    expect(data.release.navigation?.header[1]?.text.de).toBe('Hubs verwalten');
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

  test('of an older shell carries all parts, and allows no policy of Trusted Types', async () => {
    await start(BEFORE, BEFORE);
    const { data, hubs, policy } = await pageAt('/nowhere');
    expect(Object.keys(data.release.remotes)).toEqual(['mfe-hubs']);
    expect(data.release.navigation).toBeUndefined();
    expect(hubs).toContain('vendor');
    expect(policy).toContain("trusted-types 'none'");
  });

  test('allows the shell’s policy for scripts with a hash, and no other', async () => {
    const { policy } = await pageAt('/settings');
    expect(policy).toMatch(/require-trusted-types-for 'script'; trusted-types checked-scripts(;|$)/);
  });

  test('of an older remote lists all of its scripts', async () => {
    await start(NOW, BEFORE);
    expect((await pageAt('/settings')).hubs).toContain('vendor');
  });

  test('lists all scripts of an older version that may take over, and none of a newer one', async () => {
    await start(NOW, BEFORE);
    await portal.publish('mfe-hubs', { ...NOW, version: '1.1.0', contents: { 'new.js': '1' } });
    await portal.release({ hubs: '1.1.0' });
    portal.time += 1000;
    expect((await pageAt('/settings')).hubs).toEqual(expect.arrayContaining(['entry', 'main', 'vendor', ...LOCALES]));
    expect((await pageAt('/settings')).hubs).not.toContain('new');
  });
});

test('a page begins its reads before anything is painted; that of an older shell after its entry', async () => {
  const html = await (await get('/settings', SIGNED_IN)).text();
  const places = ['id="portal-page"', 'window.early', '<style>', 'type="module"', '<body>'].map((text) =>
    html.indexOf(text),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  await portal.publish('shell', { ...BEFORE, version: '1.1.0' });
  await portal.publish('mfe-hubs', { ...BEFORE, version: '1.1.0' });
  await portal.release({ shell: '1.1.0', hubs: '1.1.0' });
  portal.time += 1000;
  const older = await (await get('/settings', SIGNED_IN)).text();
  expect(older.indexOf('type="module"')).toBeLessThan(older.indexOf('window.early'));
});

describe('a page asks', () => {
  test('for the part of a path, and gets all that a page of that part has', async () => {
    const { data } = await pageAt('/settings');
    const found = await listing({ path: '/settings' });
    expect(found?.remote).toEqual(data.release.remotes['mfe-hubs']);
    expect([found?.alone, found?.moreAlone]).toEqual([false, false]);
    const { files } = await portal.store.readManifest('mfe-hubs', '1.0.0');
    const scripts = Object.entries(files).filter(([file]) => file.endsWith('.js'));
    expect(found?.scripts).toEqual(Object.fromEntries(scripts.map(([file, { integrity }]) => [file, integrity])));
  });

  test('for a path of nobody, and gets nothing', async () => {
    expect(await listing({ path: '/nowhere' })).toBeNull();
    expect(await listing({ path: '' })).toBeNull();
    expect(await listing({})).toBeNull();
  });

  test('for a part by its name: the shell is no remote', async () => {
    const shell = await listing({ part: 'shell' });
    expect([shell?.name, shell?.remote]).toEqual(['shell', null]);
    expect(Object.keys(shell?.scripts ?? {}).some((file) => file.startsWith('vendor.'))).toBe(true);
    expect(await listing({ part: 'mfe-none' })).toBeNull();
    expect(await listing({ part: '__proto__' })).toBeNull();
  });

  test('for an older remote, and learns that it needs a page of its own; an older fallback takes over only there', async () => {
    await start(NOW, BEFORE);
    expect(await listing({ path: '/settings' })).toMatchObject({ alone: true, moreAlone: false });
    await portal.publish('mfe-hubs', { ...NOW, version: '1.1.0' });
    await portal.release({ hubs: '1.1.0' });
    portal.time += 1000;
    expect(await listing({ path: '/settings' })).toMatchObject({
      alone: false,
      moreAlone: true,
      remote: { version: '1.1.0', fallback: null },
    });
    expect((await pageAt('/settings')).data.release.remotes['mfe-hubs']?.fallback?.version).toBe('1.0.0');
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
    await portal.publish('mfe-hubs', { ...NOW, version, contents: { 'entry.js': `/* ${version} */ export {}` } });
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
    expect((await listing({ path: '/settings' }))?.remote?.version).toBe('1.5.0');
    expect((await listing({ path: '/settings' }, view))?.remote?.version).toBe('1.0.0');
    await releaseNext('1.6.0');
    await viewNow();
    expect((await get(`/part.json?view=${view}&path=/settings`)).status).toBe(410);
  });
});
