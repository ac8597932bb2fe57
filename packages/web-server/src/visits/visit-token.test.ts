import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { localConfig } from '../local-config.ts';
import type { WebServer } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';
import { hubsCounted, metricOf, TestVisit, visitsOf } from '../testing/test-visit.ts';

let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
  await portal.release();
  server = await portal.start({ metricsPort: 0 });
});
afterEach(() => portal.remove());

const LOAD = { part: 'mfe-hubs', version: '1.0.0', loadedIn: 400 };
const CRASH = { part: 'mfe-hubs', version: '1.0.0', failure: 'crashed' };

const rows = async (query?: string) => (await visitsOf(server, query)).rows;
const counted = () => hubsCounted(server);
const value = (line: string) => metricOf(server, line);

describe('the token of a visit', () => {
  const tokenCookie = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(server.url + path, { headers, redirect: 'manual' })).headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('portal_visit='));

  test('is in a cookie for the reports alone, for an hour, not readable by scripts; a new one with each answer [T322]', async () => {
    const page = await fetch(`${server.url}/settings`);
    const first = page.headers.getSetCookie().at(-1);
    expect(first).toMatch(/^portal_visit=[\w-]{56}; Max-Age=3600; Path=\/reports; HttpOnly; SameSite=Strict$/);
    const again = await fetch(`${server.url}/settings`, {
      headers: { 'if-none-match': page.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(again.headers.getSetCookie().at(-1)).toMatch(/^portal_visit=/);
    expect(again.headers.getSetCookie().at(-1)).not.toBe(first);
    expect(await page.text()).not.toContain(first?.slice(13, 40));
  });

  test.each(['/release.json', '/config.json', '/favicon.svg', '/assets/mfe-hubs/none.js', '/old-browser'])(
    'is not given with %s',
    async (path) => {
      expect(await tokenCookie(path)).toBeUndefined();
    },
  );

  test.each<[string, string, (token: string) => string]>([
    ['without one', 'no-token', () => ''],
    ['with an invented one', 'forged', (token) => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`],
    ['with a text', 'forged', () => 'x'.repeat(56)],
    ['with one of another server', 'forged', () => 'TmfEfFktCDr-aVW5AAAAAAEJbcyEIB_PsKmk7QY_n6lRVRGlZosECF23'],
  ])('is needed: reports %s move nothing', async (_, reason, change) => {
    const visit = await TestVisit.open(server);
    expect(await visit.send({ visit: 'a', reports: [LOAD, CRASH] }, { token: change(visit.token) })).toBe(204);
    expect(await counted()).toEqual({ visits: 0, failed: 0, [reason]: 2 });
    expect(await value('portal_part_load_seconds_count{part="mfe-hubs",version="1.0.0"}')).toBe(0);
  });

  test('is of no use after an hour', async () => {
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [LOAD] });
    portal.time = 60 * 60 * 1000;
    await visit.send({ visit: 'a', reports: [CRASH] });
    expect(await counted()).toEqual({ visits: 1, failed: 0, expired: 1 });
  });

  test('is of no use for a page that reports for the first time after an hour', async () => {
    const visit = await TestVisit.open(server);
    portal.time = 60 * 60 * 1000;
    await visit.send({ visit: 'a', reports: [LOAD] });
    expect(await counted()).toEqual({ visits: 0, failed: 0, expired: 1 });
  });

  test('of a page that was opened later does not make the reports of an old one count', async () => {
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [LOAD] });
    portal.time = 60 * 60 * 1000;
    const { token } = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [CRASH] }, { token });
    expect(await counted()).toEqual({ visits: 1, failed: 0, expired: 1 });
  });

  test('is good for sixty reports of a page', async () => {
    const visit = await TestVisit.open(server);
    const crashes = Array.from({ length: 20 }, () => CRASH);
    for (let beacon = 0; beacon < 4; beacon += 1) await visit.send({ visit: 'a', reports: crashes });
    expect(await counted()).toEqual({ visits: 1, failed: 1, 'page-limit': 20 });
  });

  test('is for the versions of its view: a canary cannot be condemned with that of the live version', async () => {
    await portal.releaseCanary(['mfe-hubs'], 10, '1.1.0');
    portal.time = 1000;
    const visit = await TestVisit.open(server, { cookie: 'portal_draws=mfe-hubs-2=99' });
    await visit.send({
      visit: 'a',
      reports: [
        { ...CRASH, version: '1.1.0' },
        { ...CRASH, part: 'mfe-nobody' },
      ],
    });
    expect(await rows()).toEqual([]);
    expect(await counted()).toEqual({ visits: 0, failed: 0, 'other-view': 2 });
  });

  test('stays valid for open pages of the release before', async () => {
    const visit = await TestVisit.open(server);
    await portal.release({ hubs: '1.1.0' });
    portal.time = 1000;
    await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [LOAD] });
    expect(await rows()).toMatchObject([{ release: 1, version: '1.0.0', visits: 1 }]);
  });

  test('is good for a few pages: one cannot stand for many visits', async () => {
    const visit = await TestVisit.open(server);
    for (let page = 0; page < 20; page += 1) await visit.send({ visit: `page-${page}`, reports: [CRASH] });
    expect(await counted()).toEqual({ visits: 8, failed: 8, 'page-limit': 12 });
  });

  test('that another host has planted beside the own one does no harm [T325]', async () => {
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [LOAD] }, { token: `planted; portal_visit=${visit.token}` });
    expect(await counted()).toEqual({ visits: 1, failed: 0 });
  });

  test('that another host has planted, and that is valid for another view, does not take the place of the own one', async () => {
    const planted = await TestVisit.open(server);
    await portal.release({ hubs: '1.1.0' });
    portal.time = 1000;
    const visit = await TestVisit.open(server);
    const many = Array.from({ length: 9 }, () => planted.token).join('; portal_visit=');
    const token = `${many}; portal_visit=${visit.token}`;
    await visit.send({ visit: 'a', reports: [{ ...LOAD, version: '1.1.0' }] }, { token });
    expect(await rows()).toMatchObject([{ release: 2, version: '1.1.0', visits: 1 }]);
  });

  test('has on https a name that hosts without https cannot set, and no other one is read', async () => {
    const config = { ...(localConfig(4100, 4000) as object), publicOrigin: 'https://portal.example.com' };
    server = await portal.start({ metricsPort: 0, config });
    const [cookie = ''] = (await fetch(`${server.url}/settings`)).headers.getSetCookie().slice(-1);
    expect(cookie).toMatch(/^__Secure-portal_visit=[\w-]{56}; .*; Secure; SameSite=Strict$/);
    const [pair = ''] = cookie.split(';');
    const headers = { 'content-type': 'application/json' };
    for (const sent of [pair.replace('__Secure-', ''), pair])
      await fetch(`${server.url}/reports`, {
        method: 'POST',
        headers: { ...headers, cookie: sent },
        body: JSON.stringify({ visit: 'a', reports: [LOAD] }),
      });
    expect(await counted()).toEqual({ visits: 1, failed: 0, 'no-token': 1 });
  });
});
