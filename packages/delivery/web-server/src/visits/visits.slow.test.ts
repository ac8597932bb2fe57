import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import type { WebServer } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';
import { hubsCounted, readMetric, TestVisit, readVisits } from '../testing/test-visit.ts';

let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = await SamplePortal.withNewer();
  server = await portal.start({ metricsPort: 0 });
});
afterEach(() => portal.remove());

const LOAD = { part: 'mfe-hubs', version: '1.0.0', loadedIn: 400 };
const CRASH = { part: 'mfe-hubs', version: '1.0.0', failure: 'crashed' };
const SHELL = { part: 'shell', version: '1.0.0', loadedIn: 700 };
/** The interval in which the server's clock begins. */
const INTERVAL = Date.UTC(2026, 0, 1) / 1000;

const rows = async (query?: string) => (await readVisits(server, query)).rows;
const counted = () => hubsCounted(server);
/** Opens a page, which reports this. */
async function reporting(...reports: readonly object[]): Promise<TestVisit> {
  const visit = await TestVisit.open(server);
  await visit.send({ visit: 'a', reports });
  return visit;
}
const value = (line: string) => readMetric(server, line);

describe('a visit', () => {
  test('that loads its parts worked, in the interval of the first report', async () => {
    portal.time = 47_000;
    const visit = await TestVisit.open(server);
    portal.time = 62_000;
    expect(await visit.send({ visit: 'a', reports: [SHELL, LOAD] })).toBe(204);
    const interval = INTERVAL + 60;
    const loads = (place: number) => Array.from({ length: 9 }, (_, index) => (index === place ? 1 : 0));
    expect(await rows()).toEqual([
      {
        release: 1,
        interval,
        part: 'shell',
        version: '1.0.0',
        visits: 1,
        failed: [],
        loads: loads(3),
        networks: { failed: 0, slow: 1 },
      },
      {
        release: 1,
        interval,
        part: 'mfe-hubs',
        version: '1.0.0',
        visits: 1,
        failed: [],
        loads: loads(2),
        networks: { failed: 0, slow: 0 },
      },
    ]);
  });

  test('that loads a part, which crashes later, is one failed visit', async () => {
    const visit = await reporting(LOAD);
    portal.time = 45_000;
    await visit.send({ visit: 'a', reports: [{ ...CRASH, follows: 40_000 }] });
    await visit.send({ visit: 'a', reports: [{ ...CRASH, failure: 'unreachable', follows: 40_000 }] });
    expect(await rows()).toMatchObject([{ interval: INTERVAL, visits: 1, failed: [[2, 1]] }]);
    const of = (name: string) => value(`portal_part_${name}{part="mfe-hubs",version="1.0.0"}`);
    expect([await of('visits_total'), await of('failed_visits_total'), await of('load_seconds_count')]).toEqual([
      1, 1, 1,
    ]);
  });

  test('that crashes at every attempt is one failed visit: a version that fails for everybody fails in 100 %', async () => {
    for (let visitor = 0; visitor < 3; visitor += 1) {
      const visit = await TestVisit.open(server);
      await visit.send({ visit: `v${visitor}`, reports: [LOAD, CRASH, CRASH] });
      await visit.send({ visit: `v${visitor}`, reports: [CRASH] });
    }
    expect(await counted()).toEqual({ visits: 3, failed: 3 });
    const crashed = 'portal_part_failures_total{part="mfe-hubs",version="1.0.0",failure="crashed"}';
    expect(await value(crashed)).toBe(3);
  });

  test('in each of two tabs counts, although both send the token of the last page', async () => {
    const first = await TestVisit.open(server);
    await first.send({ visit: 'first', reports: [LOAD] });
    await portal.releaseCanary(['mfe-hubs'], 99, '1.1.0');
    portal.time = 20_000;
    const second = await TestVisit.open(server, { cookie: 'portal_buckets=mfe-hubs-2=0' });
    await second.send({ visit: 'second', reports: [{ ...LOAD, version: '1.1.0' }] });
    await first.send({ visit: 'first', reports: [CRASH] }, { token: second.token });
    expect(await rows()).toMatchObject([
      { release: 1, interval: INTERVAL, version: '1.0.0', visits: 1, failed: [[1, 1]] },
      { release: 2, interval: INTERVAL + 20, version: '1.1.0', visits: 1, failed: [] },
    ]);
  });

  test('that a fallback saves is a failed one; the fallback’s own figures are only metrics', async () => {
    await portal.release({ hubs: '1.1.0' });
    portal.time = 1000;
    await reporting({ ...CRASH, version: '1.1.0' }, LOAD);
    expect(await rows()).toMatchObject([{ version: '1.1.0', visits: 1, failed: [[0, 1]] }]);
    expect(await value('portal_part_load_seconds_count{part="mfe-hubs",version="1.0.0"}')).toBe(1);
    expect(await value('portal_part_visits_total{part="mfe-hubs",version="1.0.0"}')).toBe(0);
  });

  test('that another web server with the same key knows is not counted again there', async () => {
    const visitKey = 'a key that both of the servers share';
    const servers = [
      await portal.start({ metricsPort: 0, visitKey }),
      await portal.start({ metricsPort: 0, visitKey }),
    ];
    const [one, other] = servers;
    if (!one || !other) throw new Error('no servers');
    const visit = await TestVisit.open(one);
    await visit.send({ visit: 'a', reports: [LOAD] });
    portal.time = 40_000;
    await visit.send({ visit: 'a', reports: [{ ...CRASH, follows: 40_000 }] }, { url: other.url });
    expect((await readVisits(one)).rows).toMatchObject([{ interval: INTERVAL, visits: 1, failed: [] }]);
    expect((await readVisits(other)).rows).toMatchObject([{ interval: INTERVAL, visits: 0, failed: [[2, 1]] }]);
  });
});

describe('times that cannot be', () => {
  test('a failure after the clock was put back falls into the interval of its visit', async () => {
    portal.time = 40_000;
    const visit = await reporting(LOAD, LOAD);
    portal.began -= 40_000;
    await visit.send({ visit: 'a', reports: [CRASH] });
    expect(await rows()).toMatchObject([{ interval: INTERVAL + 40, visits: 1, failed: [[0, 1]] }]);
    expect(await value('portal_part_load_seconds_count{part="mfe-hubs",version="1.0.0"}')).toBe(1);
  });

  test('a failure that follows a report from before its page falls into the interval of the page', async () => {
    portal.time = 40_000;
    await reporting({ ...CRASH, follows: 3_600_000 });
    expect(await rows()).toMatchObject([{ interval: INTERVAL + 40, visits: 0, failed: [[0, 1]] }]);
  });
});

describe('the document of the visits', () => {
  test('leaves out the rows of intervals before the one that is asked for, and those of the day before', async () => {
    await (await TestVisit.open(server)).send({ visit: 'a', reports: [LOAD] });
    portal.time = 20_000;
    await (await TestVisit.open(server)).send({ visit: 'b', reports: [LOAD] });
    expect((await rows()).map(({ interval }) => interval)).toEqual([INTERVAL, INTERVAL + 20]);
    expect((await rows(`?after=${INTERVAL + 20}`)).map(({ interval }) => interval)).toEqual([INTERVAL + 20]);
    portal.time = 24 * 60 * 60 * 1000;
    expect((await rows()).map(({ interval }) => interval)).toEqual([INTERVAL + 20]);
  });

  test('names the served release, and each start of a server', async () => {
    const other = await portal.start({ metricsPort: 0 });
    const [first, second] = [await readVisits(server), await readVisits(other)];
    expect(first).toMatchObject({ served: 1, heldBack: [], startedAt: '2026-01-01T00:00:00.000Z' });
    expect(first.instance).not.toBe(second.instance);
  });
});

describe('what people felt', () => {
  const vitals = { part: 'mfe-hubs', version: '1.0.0' };
  const LCP = { ...vitals, vital: 'LCP', value: 1234 };

  test('is counted by version, each vital once for a visit', async () => {
    const visit = await TestVisit.open(server);
    await visit.send({
      visit: 'a',
      reports: [LOAD, LCP, { ...LCP, value: 9 }, { ...vitals, vital: 'CLS', value: 0.7 }],
    });
    const at = (place: number, places: number) =>
      Array.from({ length: places }, (_, index) => (index === place ? 1 : 0));
    expect((await readVisits(server)).vitals).toEqual([
      { release: 1, ...vitals, vital: 'LCP', values: at(2, 10) },
      { release: 1, ...vitals, vital: 'CLS', values: at(7, 8) },
    ]);
    const labels = 'part="mfe-hubs",version="1.0.0"';
    expect(await value(`portal_part_lcp_seconds_bucket{le="1",${labels}}`)).toBe(0);
    expect(await value(`portal_part_lcp_seconds_bucket{le="1.5",${labels}}`)).toBe(1);
    expect(await value(`portal_part_lcp_seconds_sum{${labels}}`)).toBe(1.234);
    expect(await value(`portal_part_cls_bucket{le="+Inf",${labels}}`)).toBe(1);
  });

  test('before the part has loaded does not take the place of the visit, which counts when it loads or fails', async () => {
    const [loads, fails] = [await TestVisit.open(server), await TestVisit.open(server)];
    await loads.send({ visit: 'a', reports: [LCP] });
    await fails.send({ visit: 'b', reports: [LCP] });
    portal.time = 20_000;
    await loads.send({ visit: 'a', reports: [LOAD] });
    await fails.send({ visit: 'b', reports: [CRASH] });
    expect(await rows()).toMatchObject([{ interval: INTERVAL + 20, visits: 2, failed: [[0, 1]] }]);
  });

  test('makes no visit by itself, and is not counted of a fallback', async () => {
    await portal.release({ hubs: '1.1.0' });
    portal.time = 1000;
    await reporting(LCP, { ...LCP, version: '1.1.0' });
    const { rows: all, vitals: counts } = await readVisits(server);
    expect(all).toEqual([]);
    expect(counts).toMatchObject([{ version: '1.1.0', vital: 'LCP' }]);
  });

  test.each([{ value: -1 }, { value: 'long' }, { vital: 'FID' }])('is refused if it cannot be: %j', async (odd) => {
    expect(await (await TestVisit.open(server)).send({ visit: 'a', reports: [{ ...LCP, ...odd }] })).toBe(400);
  });
});

describe('the token of a visit', () => {
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

  test.each(['/release.json', '/assets/mfe-hubs/none.js', '/old-browser'])('is not given with %s', async (path) => {
    const cookies = (await fetch(server.url + path)).headers.getSetCookie();
    expect(cookies.filter((cookie) => cookie.startsWith('portal_visit='))).toEqual([]);
  });

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
    const visit = await reporting(LOAD);
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
    const visit = await reporting(LOAD);
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
    const visit = await TestVisit.open(server, { cookie: 'portal_buckets=mfe-hubs-2=99' });
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
    server = await portal.startWith({ publicOrigin: 'https://portal.example.com' }, { metricsPort: 0 });
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

describe('errors', () => {
  const POSITION = 'settings.0123456789abcdef.js:1:2345';
  const BUG = { part: 'mfe-hubs', version: '1.0.0', failure: 'crashed', message: 'Error: A bug', position: POSITION };
  const errors = async () => (await readVisits(server)).errors;

  async function crash(visit: string, ...crashes: readonly object[]): Promise<number> {
    return await (await TestVisit.open(server)).send({ visit, reports: crashes });
  }

  test('errors of one cause are one group, which counts visits', async () => {
    await crash('a', BUG, BUG);
    portal.time = 60_000;
    await crash('b', BUG, { ...BUG, position: POSITION.replace(':2345', ':7') });
    const group = { ...BUG, visits: 1, firstAt: '2026-01-01T00:01:00.000Z', lastAt: '2026-01-01T00:01:00.000Z' };
    expect(await errors()).toEqual([
      { ...group, visits: 2, firstAt: '2026-01-01T00:00:00.000Z' },
      { ...group, position: POSITION.replace(':2345', ':7') },
    ]);
  });

  test('a failure without a message is no group, and an error without a place has none', async () => {
    const { message: _, position: __, ...bare } = BUG;
    await crash('a', bare, { ...bare, message: 'Error: A bug' });
    expect(await errors()).toMatchObject([{ message: 'Error: A bug', position: null, visits: 1 }]);
  });

  test('what may be about a person is masked, whoever sends it', async () => {
    await crash('a', { ...BUG, message: 'Error: "Anna" of anna@example.com, hub 0012345678, /account?name=anna' });
    expect((await errors()).map(({ message }) => message)).toEqual([
      'Error: <text> of <e-mail>, hub <number>, /account?<query>',
    ]);
    expect(portal.logged).toEqual([]);
  });

  test.each([
    { ...BUG, message: 'x'.repeat(201) },
    { ...BUG, position: 'https://portal.example.com/account?name=anna:1:2' },
    { ...BUG, position: '<script>:1:2' },
  ])('what no page of the portal sends is refused: %j', async (report) => {
    expect(await crash('a', report)).toBe(400);
  });

  test('a visit has up to ten errors, and a version keeps fifty groups: those that most visits had', async () => {
    const numbered = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...BUG, message: `Error: bug ${from + index}` }));
    await crash('a', ...numbered(0, 30));
    expect(await errors()).toHaveLength(10);
    await crash('b', ...numbered(0, 10));
    for (let visit = 1; visit < 10; visit += 1) await crash(`c${visit}`, ...numbered(visit * 10, 10));
    const kept = await errors();
    expect(kept).toHaveLength(50);
    expect(kept.filter(({ visits }) => visits === 2)).toHaveLength(10);
    expect(kept.map(({ message }) => message)).toContain('Error: bug 99');
  });

  test('an error of a sender over the limit of an address is not shown', async () => {
    server = await portal.start({ metricsPort: 0, trustedProxies: TrustedProxies.of('127.0.0.1') });
    for (let page = 0; page < 9; page += 1)
      await (
        await TestVisit.open(server, { address: '203.0.113.7' })
      ).send({ visit: `v${page}`, reports: [{ ...BUG, message: `Error: bug ${page}` }] });
    expect(await errors()).toHaveLength(1);
  });
});
