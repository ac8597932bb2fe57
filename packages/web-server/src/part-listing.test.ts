import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseLiveParts } from '@portal/contract/live-parts';
import { parseLiveView } from '@portal/contract/live-view';
import { parsePageData } from '@portal/contract/page';
import type { PartListing } from '@portal/contract/part-listing';
import { parsePartAnswer, RESTRICTED } from '@portal/contract/part-listing';
import { parseConfig } from '@portal/contract/config';
import { parseDeclaration } from '@portal/contract/declaration';
import { parseFrame } from '@portal/contract/frame';
import { NO_NUMBERS, viewFor } from '@portal/contract/release-view';
import { sampleFrame } from '@portal/release/testing';
import { localConfig } from './local-config.ts';
import type { WebServer } from './server.ts';
import { choosePage, renderPage } from './page.ts';
import { carriedBy } from './page-parts.ts';
import { readVisitor } from './visitor.ts';
import { toView } from './visitor-view.ts';
import { SamplePortal } from './testing/sample-portal.ts';

/** Builds from before pages carried one part. */
const BEFORE = { contract: '^1.5.0' };
const NOW = { contract: '^1.6.0' };
const SIGNED_IN = { cookie: 'access_token=abc' };

let portal: SamplePortal;
let server: WebServer;
let url = '';

beforeEach(() => {
  portal = new SamplePortal();
});
afterEach(() => portal.remove());

type Build = Parameters<SamplePortal['publish']>[1];

async function start(shell: Build, hubs: Build): Promise<void> {
  await portal.publish('shell', shell);
  await portal.publish('mfe-hubs', hubs);
  await portal.release();
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
    await start(NOW, NOW);
    const { data, hubs } = await pageAt('/settings');
    expect(Object.keys(data.release.remotes)).toEqual(['mfe-hubs']);
    expect(hubs).toEqual(['entry', ...LOCALES, 'main']);
  });

  test('of the shell carries no remote, but leads to all of them', async () => {
    await start(NOW, NOW);
    const { data, hubs } = await pageAt('/nowhere');
    expect([data.release.remotes, hubs]).toEqual([{}, []]);
    expect(data.release.navigation?.header.map(({ path }) => path)).toEqual(['/terms/:version', '/settings']);
    expect(data.release.navigation?.header[1]?.text.de).toBe('Hubs verwalten');
  });

  test('that sends a visitor to sign-in carries the remote of its address: the shell decides the same', async () => {
    await start(NOW, NOW);
    const { data } = await pageAt('/settings', { cookie: '' });
    expect(Object.keys(data.release.remotes)).toEqual(['mfe-hubs']);
    expect((await pageAt('/login', { cookie: '' })).data.release.remotes).toEqual({});
  });

  test('has the declarations without what frame and search engines take from them', async () => {
    await start(NOW, NOW);
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
    await start(NOW, NOW);
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
  await start(NOW, NOW);
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

test('a page with 1,000 remotes has the bytes of one with a single remote', async () => {
  await start(NOW, NOW);
  const release = await portal.store.latestRelease();
  const hubs = release?.remotes['mfe-hubs'];
  if (!release || !hubs) throw new Error('nothing is live');
  const frame = parseFrame('the frame', JSON.parse(sampleFrame('window.early=1')));
  const bytesWith = (remotes: typeof release.remotes) => {
    const view = toView(viewFor({ ...release, remotes: { 'mfe-hubs': hubs, ...remotes } }, NO_NUMBERS), frame, 0);
    const config = parseConfig(localConfig(4100, 4000));
    const visitor = readVisitor(SIGNED_IN, false, null);
    const choice = choosePage(view, '/settings', visitor, config);
    const carried = carriedBy(view.release, choice.parts);
    return renderPage(view, config, visitor, { ...choice, painted: undefined }, { carried }).html.length;
  };
  const others = Array.from({ length: 999 }, (_, index) => {
    const name = `mfe-other-${String(index)}`;
    const route = { ...hubs.manifest.declaration.routes[0], path: `/other-${String(index)}` };
    const declaration = parseDeclaration(name, { ...hubs.manifest.declaration, name, routes: [route], header: [] });
    return [name, { ...hubs, manifest: { ...hubs.manifest, name, declaration } }] as const;
  });
  expect(bytesWith(Object.fromEntries(others))).toBe(bytesWith({}));
});

describe('a page asks', () => {
  test('for the part of a path, and gets all that a page of that part has', async () => {
    await start(NOW, NOW);
    const { data } = await pageAt('/settings');
    const found = await listing({ path: '/settings' });
    expect(found?.remote).toEqual(data.release.remotes['mfe-hubs']);
    expect([found?.alone, found?.moreAlone]).toEqual([false, false]);
    const { files } = await portal.store.readManifest('mfe-hubs', '1.0.0');
    const scripts = Object.entries(files).filter(([file]) => file.endsWith('.js'));
    expect(found?.scripts).toEqual(Object.fromEntries(scripts.map(([file, { integrity }]) => [file, integrity])));
  });

  test.each(['/terms/v2', '/terms/v%32', '/settings/'])('in any spelling: %s', async (path) => {
    await start(NOW, NOW);
    expect((await listing({ path }))?.name).toBe('mfe-hubs');
  });

  test('for a path of nobody, and gets nothing', async () => {
    await start(NOW, NOW);
    expect(await listing({ path: '/nowhere' })).toBeNull();
    expect(await listing({ path: '' })).toBeNull();
    expect(await listing({})).toBeNull();
  });

  test('for the path of a redirect, and gets the part that declares it', async () => {
    const settings = {
      path: '/settings',
      title: 'hubs',
      access: 'open',
      page: 'main',
      skeleton: 'table',
      reads: [],
    } as const;
    const hubs = { en: 'Hubs', de: 'Hubs', fr: 'Hubs', nl: 'Hubs' };
    await start(NOW, {
      declaration: {
        ...NOW,
        routes: [{ ...settings, reads: [] }],
        redirects: [{ from: '/old', to: '/settings' }],
        texts: { hubs },
      },
    });
    expect((await listing({ path: '/old' }))?.name).toBe('mfe-hubs');
  });

  test('for a part by its name: the shell is no remote', async () => {
    await start(NOW, NOW);
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
    await start(NOW, NOW);
    const parts = parseLiveParts(await (await get(`/parts.json?view=${await viewNow()}`)).json());
    expect(parts.map(({ part, version, text }) => [part, version, text.de])).toEqual([
      ['shell', '1.0.0', 'Anmelden'],
      ['mfe-hubs', '1.0.0', 'Hubs verwalten'],
    ]);
  });

  test('and gets an answer that browsers keep for a minute, and that no cookie changes', async () => {
    await start(NOW, NOW);
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

  test('gets what belongs to its own versions', async () => {
    await start(NOW, NOW);
    const view = await viewNow();
    await releaseNext('1.1.0');
    expect((await listing({ path: '/settings' }))?.remote?.version).toBe('1.1.0');
    expect((await listing({ path: '/settings' }, view))?.remote?.version).toBe('1.0.0');
  });

  test('gets nothing of a version that has been yanked since, at the latest after a minute', async () => {
    await start(NOW, NOW);
    const view = await viewNow();
    await releaseNext('1.1.0');
    await viewNow();
    await portal.bar('mfe-hubs', '1.0.0');
    portal.time += 61_000;
    await server.liveNumber();
    expect((await get(`/part.json?view=${view}&path=/settings`)).status).toBe(410);
  });

  test('is told so when the server no longer knows its versions', async () => {
    await start(NOW, NOW);
    for (const view of ['', 'unknown', '__proto__']) {
      const answer = await get(`/part.json?view=${view}&path=/settings`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([410, 'no-store']);
      expect((await get(`/parts.json?view=${view}`)).status).toBe(410);
    }
  });

  test('of more than five releases ago is told so, too', async () => {
    await start(NOW, NOW);
    const view = await viewNow();
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0']) {
      await releaseNext(version);
      await viewNow();
    }
    expect((await get(`/part.json?view=${view}&path=/settings`)).status).toBe(200);
    await releaseNext('1.6.0');
    await viewNow();
    expect((await get(`/part.json?view=${view}&path=/settings`)).status).toBe(410);
  });
});
