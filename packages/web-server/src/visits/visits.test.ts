import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
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
const SHELL = { part: 'shell', version: '1.0.0', loadedIn: 700 };
/** The slot in which the server's clock begins. */
const SLOT = Date.UTC(2026, 0, 1) / 1000;

const rows = async (query?: string) => (await visitsOf(server, query)).rows;
const counted = () => hubsCounted(server);
const value = (line: string) => metricOf(server, line);

describe('a visit', () => {
  test('that loads its parts worked, in the slot of the first report', async () => {
    portal.time = 47_000;
    const visit = await TestVisit.open(server);
    portal.time = 62_000;
    expect(await visit.send({ visit: 'a', reports: [SHELL, LOAD] })).toBe(204);
    const slot = SLOT + 60;
    const loads = (place: number) => Array.from({ length: 9 }, (_, index) => (index === place ? 1 : 0));
    expect(await rows()).toEqual([
      { release: 1, slot, part: 'shell', version: '1.0.0', visits: 1, failed: [], loads: loads(3) },
      { release: 1, slot, part: 'mfe-hubs', version: '1.0.0', visits: 1, failed: [], loads: loads(2) },
    ]);
  });

  test('that loads a part, which crashes later, is one failed visit', async () => {
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [LOAD] });
    portal.time = 45_000;
    await visit.send({ visit: 'a', reports: [{ ...CRASH, follows: 40_000 }] });
    await visit.send({ visit: 'a', reports: [{ ...CRASH, failure: 'unreachable', follows: 40_000 }] });
    expect(await rows()).toMatchObject([{ slot: SLOT, visits: 1, failed: [[2, 1]] }]);
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

  test('that fails, and loads at another attempt, failed; a slot that has ended gets no load', async () => {
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [{ ...CRASH, failure: 'unreachable' }] });
    portal.time = 20_000;
    await visit.send({ visit: 'a', reports: [LOAD] });
    expect(await rows()).toMatchObject([{ visits: 1, failed: [[0, 1]], loads: Array.from({ length: 9 }, () => 0) }]);
    expect(await value('portal_part_load_seconds_count{part="mfe-hubs",version="1.0.0"}')).toBe(1);
  });

  test('in each of two tabs counts, although both send the token of the last page', async () => {
    const first = await TestVisit.open(server);
    await first.send({ visit: 'first', reports: [LOAD] });
    await portal.releaseCanary(['mfe-hubs'], 99, '1.1.0');
    portal.time = 20_000;
    const second = await TestVisit.open(server, { cookie: 'portal_draws=mfe-hubs-2=0' });
    await second.send({ visit: 'second', reports: [{ ...LOAD, version: '1.1.0' }] });
    await first.send({ visit: 'first', reports: [CRASH] }, { token: second.token });
    expect(await rows()).toMatchObject([
      { release: 1, slot: SLOT, version: '1.0.0', visits: 1, failed: [[1, 1]] },
      { release: 2, slot: SLOT + 20, version: '1.1.0', visits: 1, failed: [] },
    ]);
  });

  test('of a shell from before pages had a number counts', async () => {
    const visit = await TestVisit.open(server);
    await visit.send([SHELL, LOAD]);
    await visit.send([CRASH]);
    expect(await counted()).toEqual({ visits: 1, failed: 1 });
  });

  test('that the second fallback saves is a failed one, and no report of it is of another view', async () => {
    await portal.release({ hubs: '1.1.0' });
    await portal.publish('mfe-hubs', { version: '1.2.0', contents: { 'main.js': 'export const newest = true;' } });
    await portal.release({ hubs: '1.2.0' });
    portal.time = 20_000;
    const visit = await TestVisit.open(server);
    const [failed, fallback] = ['1.2.0', '1.1.0'].map((version) => ({ ...CRASH, version }));
    await visit.send({ visit: 'a', reports: [failed, fallback, LOAD] });
    expect(await rows()).toMatchObject([{ version: '1.2.0', visits: 1, failed: [[0, 1]] }]);
    expect(await value('portal_part_load_seconds_count{part="mfe-hubs",version="1.0.0"}')).toBe(1);
    expect((await visitsOf(server)).apart).toEqual({});
  });

  test('that a fallback saves is a failed one; the fallback’s own figures are only metrics', async () => {
    await portal.release({ hubs: '1.1.0' });
    portal.time = 1000;
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [{ ...CRASH, version: '1.1.0' }, LOAD] });
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
    expect((await visitsOf(one)).rows).toMatchObject([{ slot: SLOT, visits: 1, failed: [] }]);
    expect((await visitsOf(other)).rows).toMatchObject([{ slot: SLOT, visits: 0, failed: [[2, 1]] }]);
  });
});

describe('times that cannot be', () => {
  test('a failure that follows a report from before its page falls into the slot of the page', async () => {
    portal.time = 40_000;
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [{ ...CRASH, follows: 3_600_000 }] });
    expect(await rows()).toMatchObject([{ slot: SLOT + 40, visits: 0, failed: [[0, 1]] }]);
  });

  test('a failure after the clock was put back falls into the slot of its visit', async () => {
    portal.time = 40_000;
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [LOAD, LOAD] });
    portal.began -= 40_000;
    await visit.send({ visit: 'a', reports: [CRASH] });
    expect(await rows()).toMatchObject([{ slot: SLOT + 40, visits: 1, failed: [[0, 1]] }]);
    expect(await value('portal_part_load_seconds_count{part="mfe-hubs",version="1.0.0"}')).toBe(1);
  });
});

describe('the document of the visits', () => {
  test('leaves out the rows of slots before the one that is asked for, and those of the day before', async () => {
    await (await TestVisit.open(server)).send({ visit: 'a', reports: [LOAD] });
    portal.time = 20_000;
    await (await TestVisit.open(server)).send({ visit: 'b', reports: [LOAD] });
    expect((await rows()).map(({ slot }) => slot)).toEqual([SLOT, SLOT + 20]);
    expect((await rows(`?after=${SLOT + 20}`)).map(({ slot }) => slot)).toEqual([SLOT + 20]);
    portal.time = 24 * 60 * 60 * 1000;
    expect((await rows()).map(({ slot }) => slot)).toEqual([SLOT + 20]);
  });

  test('names the served release, and each start of a server', async () => {
    const other = await portal.start({ metricsPort: 0 });
    const [first, second] = [await visitsOf(server), await visitsOf(other)];
    expect(first).toMatchObject({ served: 1, heldBack: [], startedAt: '2026-01-01T00:00:00.000Z' });
    expect(first.instance).not.toBe(second.instance);
  });

  test('is not on the portal’s own port', async () => {
    expect((await fetch(`${server.url}/visits.json`)).status).toBe(404);
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
    expect((await visitsOf(server)).vitals).toEqual([
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
    expect(await rows()).toMatchObject([{ slot: SLOT + 20, visits: 2, failed: [[0, 1]] }]);
  });

  test('makes no visit by itself, and is not counted of a fallback', async () => {
    await portal.release({ hubs: '1.1.0' });
    portal.time = 1000;
    const visit = await TestVisit.open(server);
    await visit.send({ visit: 'a', reports: [LCP, { ...LCP, version: '1.1.0' }] });
    const { rows: all, vitals: counts } = await visitsOf(server);
    expect(all).toEqual([]);
    expect(counts).toMatchObject([{ version: '1.1.0', vital: 'LCP' }]);
  });

  test.each([{ value: -1 }, { value: 'long' }, { vital: 'FID' }])('is refused if it cannot be: %j', async (odd) => {
    expect(await (await TestVisit.open(server)).send({ visit: 'a', reports: [{ ...LCP, ...odd }] })).toBe(400);
  });
});
