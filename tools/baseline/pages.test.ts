import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parseArtifactManifest } from '@portal/contract/artifact';
import { accessTokenIn, REFRESH_TOKEN_COOKIE, tokenIn } from '@portal/contract/cookies';
import type { DataPreview } from '@portal/contract/data-preview';
import { expandPreview } from '@portal/contract/data-preview';
import { parseLicences } from '@portal/contract/licences';
import { parseLiveParts } from '@portal/contract/live-parts';
import { parseLiveView } from '@portal/contract/live-view';
import { parsePageData } from '@portal/contract/page';
import { PAGE_DATA_ID, PREVIEW_ID, REPORTS_PATH, ROOT_ID } from '@portal/contract/page-elements';
import { parsePartAnswer, parseRoleParts } from '@portal/contract/part-descriptor';
import { parsePrerendered } from '@portal/contract/prerendered';
import { parseProvenance } from '@portal/contract/provenance';
import { parseReports } from '@portal/contract/report';
import { parseVisits, VISITS_PATH } from '@portal/contract/visits';
import { textLog } from '@portal/node-kit/testing/text-log';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { fetchCheckpoint } from '@portal/release/release-log/served-log';
import type { WebServer } from '@portal/web-server';
import { startWebServer } from '@portal/web-server';
import { COOKIES, listSamples, MADE_AT, readJson, readText, sampleDriver, SAMPLES, TRUSTED } from './testing.ts';

const CDN = 'https://cdn.example.net';
const logged: string[] = [];
let state: string;
let server: WebServer;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'baseline-'));
  await cp(join(SAMPLES, 'servers/web-server'), state, { recursive: true });
  // Its name has those of the machine.
  await rename(join(state, 'visits-HOST-PORT.json'), join(state, `visits-${hostname()}-0.json`));
  server = await startWebServer({
    store: sampleDriver(),
    access: { trusted: TRUSTED },
    config: readJson('config.json'),
    stateFolder: state,
    port: 0,
    metricsPort: 0,
    assetOrigin: CDN,
    trustedProxies: TrustedProxies.of('127.0.0.1'),
    clock: () => MADE_AT,
    log: textLog(logged),
    brotliQuality: 4,
  });
  await server.liveNumber();
});
afterAll(async () => {
  await server.close();
  await rm(state, { recursive: true });
});

/** The cookies of the sample with these names, without the prefix of https. */
const cookies = (...names: readonly string[]) =>
  Object.entries(COOKIES)
    .filter(([name]) => names.includes(name.replace(/^__(Host|Secure)-/, '')))
    .map((each) => each.join('='))
    .join('; ');

const get = (address: string, cookie = '', init: RequestInit = {}) =>
  fetch(server.url + address, {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-proto': 'https', cookie, 'content-type': 'application/json' },
  });

const elementOf = (page: string, id: string): unknown =>
  JSON.parse(new RegExp(`id="${id}">([^<]*)<`).exec(page)?.[1] ?? 'null');

const page = readText('pages/settings.html');
const SIGNED_IN = cookies('access_token', 'portal_buckets');

describe('an open page', () => {
  test('says to the shell what it shows, and in which languages', () => {
    const { release, config, language } = parsePageData(elementOf(page, PAGE_DATA_ID));
    expect(language).toBe('en');
    expect(config).toMatchObject({ apiBaseUrl: 'http://localhost:4100/api/', cookieDomain: 'example.com' });
    expect(release).toMatchObject({ number: 10, shell: { version: '1.0.0' } });
    expect(Object.keys(release.remotes)).toEqual(['mfe-hubs']);
    expect(release.remotes['mfe-hubs']).toMatchObject({ version: '1.4.0' });
    expect(page).toContain(`id="${ROOT_ID}"`);
  });

  test('has a preview that answers of the API fill', () => {
    const preview = elementOf(page, PREVIEW_ID) as DataPreview;
    const user = { email: 'anna@example.com', firstname: 'Anna', isBosch: true };
    const hub = {
      type: 'HUB',
      role: 'owner',
      sharingMode: 'off',
      serial: 'SN-0001',
      partNumber: 'BHU3600',
      activationTime: '2025-06-01T08:00:00Z',
    };
    expect(preview.path).toBe('/settings');
    expect(preview.rows?.read).toBe('hubs');
    const shown = JSON.stringify(expandPreview(preview, user, [hub], 'en'));
    for (const text of ['Anna', 'SN-0001', '01.06.2025']) expect(shown).toContain(text);
  });

  test('gets from the web server what it asks for, as it was', async () => {
    const asked = listSamples('pages').filter((name) =>
      /^(live-view|parts?|part-of-path|role-parts)\.json$/.test(name),
    );
    expect(asked).toHaveLength(5);
    for (const name of asked) {
      const { address, answer } = readJson(`pages/${name}`) as { address: string; answer: object };
      expect(await (await get(address, SIGNED_IN)).json()).toMatchObject(answer);
    }
  });

  test('understands what the web server answers', () => {
    const answer = (name: string) => (readJson(`pages/${name}.json`) as { answer: unknown }).answer;
    expect(parseLiveView(answer('live-view'))).toMatchObject({ number: 10, urgent: 8 });
    expect(parsePartAnswer(answer('part'))).toMatchObject({ name: 'mfe-hubs', remote: { version: '1.4.0' } });
    expect(parsePartAnswer(answer('part-of-path'))).toMatchObject({ name: 'mfe-hubs' });
    expect(parseRoleParts(answer('role-parts'))).toEqual({ parts: [], header: [] });
    expect(parseLiveParts(answer('parts')).map(({ part, version }) => [part, version])).toEqual([
      ['shell', '1.0.0'],
      ['mfe-hubs', '1.4.0'],
    ]);
  });
});

describe('a web server', () => {
  const readVisits = async () => parseVisits(await (await fetch(new URL(VISITS_PATH, server.metricsUrl))).json());

  test('goes on from what the one before has kept, and counts the report of a page that was open', async () => {
    const before = parseVisits(readJson('pages/visits.json'));
    const visitsOf = ({ rows }: typeof before) =>
      rows.map(({ part, version, visits, failed }) => [part, version, visits, failed.length]);
    expect(visitsOf(before)).toEqual([
      ['shell', '1.0.0', 1, 0],
      ['mfe-hubs', '1.4.0', 1, 1],
    ]);
    expect(await readVisits()).toMatchObject({ instance: before.instance, rows: before.rows, errors: before.errors });
    const report = readJson('pages/report.json');
    expect(parseReports(report).reports).toHaveLength(3);
    const sent = await get(REPORTS_PATH, cookies('portal_visit'), { method: 'POST', body: JSON.stringify(report) });
    expect(sent.status).toBe(204);
    const after = await readVisits();
    expect(after.ignored).toEqual({});
    expect(after.rows.reduce((sum, { visits }) => sum + visits, 0)).toBe(4);
  });

  test('finds again in the log what the one before has seen', async () => {
    const address = new URL('/checkpoint.json', server.metricsUrl).href;
    expect(await fetchCheckpoint(address)).toEqual(readJson('pages/checkpoint.json'));
    expect((await readdir(state)).filter((name) => name.startsWith('checkpoint-'))).toEqual(
      listSamples('servers/web-server').filter((name) => name.startsWith('checkpoint-')),
    );
    expect(logged.filter((line) => /cannot|refuse|damaged/.test(line))).toEqual([]);
  });
});

describe('the cookies of a browser', () => {
  const read = async (cookie: string, address = '/settings') => {
    const answer = await get(address, cookie);
    const html = await answer.text();
    const set = answer.headers.getSetCookie().map((each) => each.split('=')[0]);
    return { html, set, start: /<html [^>]*>/.exec(html)?.[0], data: parsePageData(elementOf(html, PAGE_DATA_ID)) };
  };

  test('choose language and theme', async () => {
    const chosen = cookies('access_token', 'portal_language', 'portal_user_language', 'portal_theme');
    expect((await read(chosen)).start).toMatch(/lang="fr".*dark/);
    expect((await read(cookies('access_token', 'portal_user_language'))).start).toContain('lang="de"');
    expect((await read(cookies('portal_user_language'))).start).toContain('lang="en"');
  });

  test('name who is signed in', () => {
    const sent = cookies('access_token', 'refresh_token');
    expect(accessTokenIn(sent)).toBe('sample-access-token');
    expect(tokenIn(sent, REFRESH_TOKEN_COOKIE)).toBe('sample-refresh-token');
  });

  test('keep a visitor in the same buckets', async () => {
    const { data, set } = await read(SIGNED_IN);
    expect(data.release.remotes['mfe-hubs']?.version).toBe('1.4.0');
    expect(set).toEqual(['__Secure-portal_visit']);
  });

  test('show a preview, which is not counted', async () => {
    const { html, set } = await read(cookies('access_token', 'portal_preview'));
    expect(html).toContain('mfe-hubs 1.4.0');
    expect(set).toEqual([]);
    const opened = await get(`/?preview=${readText('browser/preview-token.txt')}`);
    expect(opened.headers.getSetCookie().map((each) => each.split(';')[0])).toEqual([cookies('portal_preview')]);
  });

  test('leave a CDN alone that has failed', async () => {
    expect((await read(SIGNED_IN)).html).toContain(`src="${CDN}/`);
    expect((await read(cookies('portal_files'), '/login')).html).not.toContain(`src="${CDN}/`);
  });
});

describe('the builds of', () => {
  const routes = (part: string) =>
    parseArtifactManifest(part, readJson(`artifacts/${part}/manifest.json`)).declaration.routes.map(({ path }) => path);

  test.each([
    ['shell', '/login'],
    ['mfe-account', '/account'],
    ['mfe-developer', '/developer'],
    ['mfe-hubs', '/settings'],
    ['mfe-legal', '/terms'],
    ['mfe-staff', '/staff'],
  ])('%s declare %s, and say where they come from', (part, path) => {
    expect(routes(part)).toContain(path);
    const provenance = parseProvenance(part, readJson(`artifacts/${part}/provenance.json`));
    expect(provenance).toMatchObject({ runTime: 'own', tools: { '@rspack/core': expect.any(String) } });
  });

  test.each(listSamples('artifacts').filter((name) => /prerendered|\.v\d/.test(name)))('%s can be shown', (name) => {
    const [prerendered] = parsePrerendered(name, readJson(`artifacts/${name}`));
    expect(prerendered?.markup.en.page.length).toBeGreaterThan(0);
    const [part = ''] = name.split('/');
    expect(routes(part)).toEqual(expect.arrayContaining(prerendered?.paths ?? []));
  });

  test('mfe-account name the licences of packages', () => {
    const [licence] = parseLicences('licences', readJson('artifacts/mfe-account/licences.json'));
    expect(licence).toMatchObject({ name: expect.any(String), licence: 'MIT' });
  });
});
