import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import { judgeCanary } from '@portal/release/judge';
import type { WebServer } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';
import { TestVisit, readVisits } from '../testing/test-visit.ts';
import { ADDRESS_BURST, VISITS_PER_NETWORK } from './senders.ts';

let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = await SamplePortal.released();
  server = await portal.start({ metricsPort: 0, trustedProxies: TrustedProxies.of('127.0.0.1, 10.0.0.0/8') });
});
afterEach(() => portal.remove());

const CRASH = { part: 'mfe-hubs', version: '1.0.0', failure: 'crashed' };
const LOAD = { part: 'mfe-hubs', version: '1.0.0', loadedIn: 400 };

async function counted(): Promise<Readonly<Record<string, unknown>>> {
  const { rows, ignored } = await readVisits(server);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const failed = sum(rows.flatMap((row) => row.failed.map(([, visits]) => visits)));
  return { visits: sum(rows.map(({ visits }) => visits)), failed, ...ignored };
}

async function crashOnce(address: string, page: string): Promise<void> {
  const visit = await TestVisit.open(server, { address });
  await visit.send({ visit: page, reports: [CRASH] });
}

describe('one address', () => {
  test('with a fresh token for each of 40 pages moves a part by one failure a day [T310]', async () => {
    for (let page = 0; page < 40; page += 1) {
      if (page % 10 === 0) portal.time += 10_000;
      await crashOnce('203.0.113.7', `page-${page}`);
    }
    expect(await counted()).toEqual({ visits: 1, failed: 1, 'address-limit': 39 });
    portal.time += 23 * 60 * 60 * 1000;
    await crashOnce('203.0.113.7', 'later');
    expect(await counted()).toMatchObject({ visits: 1 });
    portal.time += 60 * 60 * 1000;
    await crashOnce('203.0.113.7', 'tomorrow');
    expect(await counted()).toEqual({ visits: 1, failed: 1, 'address-limit': 40 });
  });

  test('whose visits work moves a part by one visit an hour', async () => {
    for (let hour = 0; hour < 3; hour += 1) {
      for (const page of ['a', 'b'])
        await (
          await TestVisit.open(server, { address: '203.0.113.7' })
        ).send({ visit: `${page}${String(hour)}`, reports: [LOAD] });
      portal.time += 60 * 60 * 1000;
    }
    expect(await counted()).toMatchObject({ visits: 3 });
  });

  test('spends one of its visits for all reports of a page about a part', async () => {
    const visit = await TestVisit.open(server, { address: '203.0.113.7' });
    for (const report of [LOAD, LOAD, CRASH]) await visit.send({ visit: 'a', reports: [report] });
    await crashOnce('203.0.114.7', 'b');
    expect(await counted()).toEqual({ visits: 2, failed: 2 });
  });

  test('cannot save up what it has not sent', async () => {
    const many = { visit: 'a', reports: Array.from({ length: 40 }, () => CRASH) };
    const sender = await TestVisit.open(server, { address: '203.0.113.7' });
    await sender.send(many);
    portal.time += 30 * 60 * 1000;
    for (let sent = 0; sent < ADDRESS_BURST; sent += 40) expect(await sender.send(many)).toBe(204);
    expect(await sender.send(many)).toBe(429);
  });

  test('that sends too much is refused, and another one is not [T417]', async () => {
    const many = { visit: 'a', reports: Array.from({ length: 40 }, () => CRASH) };
    const sender = await TestVisit.open(server, { address: '203.0.113.7' });
    const statuses = [];
    for (let sent = 0; sent <= ADDRESS_BURST; sent += 40) statuses.push(await sender.send(many));
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    const other = await TestVisit.open(server, { address: '203.0.114.8' });
    expect(await other.send({ ...many, visit: 'b' })).toBe(204);
    portal.time += 4000;
    expect(await sender.send(many)).toBe(204);
    expect(await counted()).toMatchObject({ visits: 2, 'too-many': 40 });
  });

  test('is one with the others of its household, and apart from those of the neighbours', async () => {
    const many = { visit: 'a', reports: Array.from({ length: 40 }, () => CRASH) };
    const from = async (address: string) => (await TestVisit.open(server, { address })).send(many);
    for (let sent = 0; sent < ADDRESS_BURST; sent += 40) await from('2001:db8:1:100::7');
    expect(await from('2001:db8:1:1ff::8')).toBe(429);
    expect(await from('2001:db8:1:200::7')).toBe(204);
  });
});

test.each(['translation', 'extension'])(
  'a crash caused by a %s is ignored, and the visit stays one that worked',
  async (causedBy) => {
    const visit = await TestVisit.open(server, { address: '203.0.113.7' });
    await visit.send({ visit: 'a', reports: [LOAD, { ...CRASH, causedBy }] });
    expect(await counted()).toEqual({ visits: 1, failed: 0, [causedBy]: 1 });
  },
);

describe('with a canary of 10 %', () => {
  beforeEach(async () => {
    await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
    await portal.releaseCanary(['mfe-hubs'], 10, '1.1.0');
    portal.time += 20_000;
  });

  const open = (address: string, number: number) =>
    TestVisit.open(server, { address, cookie: `portal_buckets=mfe-hubs-2=${String(number)}` });

  test('one sender who reports crashes for an hour does not end it while it works for everybody else', async () => {
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const isCanary = visitor % 5 === 0;
      const real = await open(`198.51.${String(visitor)}.1`, isCanary ? 0 : 99);
      const version = isCanary ? '1.1.0' : '1.0.0';
      await real.send({ visit: `real-${String(visitor)}`, reports: [{ ...LOAD, version }] });
      const forged = await open('203.0.113.7', 0);
      await forged.send({ visit: `forged-${String(visitor)}`, reports: [{ ...CRASH, version: '1.1.0' }] });
      portal.time += 20_000;
    }
    portal.time += 60_000;
    const question = { part: 'mfe-hubs', canary: '1.1.0', baseline: '1.0.0', sinceRelease: 2 };
    const { verdict, failures } = judgeCanary([await readVisits(server)], question);
    expect([verdict, failures.canary.failed]).toEqual(['inconclusive', 1]);
  });

  test.each([
    ['seven networks, whatever they report and for however long', 7, 'inconclusive'],
    ['eight networks: so much it costs (ADR 17)', 8, 'worse'],
  ])('is ended by %s', async (_what, networks, expected) => {
    for (let hour = 0; hour < 3; hour += 1) {
      for (let network = 0; network < networks; network += 1)
        for (const host of [1, 2]) {
          const forged = await open(`203.0.${String(network)}.${String(host)}`, 0);
          const visit = `${String(hour)}-${String(network)}-${String(host)}`;
          await forged.send({ visit, reports: [{ ...CRASH, version: '1.1.0' }] });
        }
      for (let visitor = 0; visitor < 20; visitor += 1) {
        const real = await open(`198.51.${String(visitor)}.1`, 99);
        await real.send({ visit: `real-${String(hour)}-${String(visitor)}`, reports: [LOAD] });
      }
      portal.time += 3_600_000;
    }
    const question = { part: 'mfe-hubs', canary: '1.1.0', baseline: '1.0.0', sinceRelease: 2 };
    expect(judgeCanary([await readVisits(server)], question).verdict).toBe(expected);
  });

  test('people behind one address weigh as much in it as in its baseline', async () => {
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const isCanary = visitor % 10 === 9;
      const visit = await open('203.0.113.7', isCanary ? 0 : 99);
      const version = isCanary ? '1.1.0' : '1.0.0';
      await visit.send({ visit: `v${String(visitor)}`, reports: [{ ...LOAD, version }] });
    }
    const { rows } = await readVisits(server);
    expect(rows.map(({ version, visits }) => [version, visits])).toEqual([['1.0.0', VISITS_PER_NETWORK]]);
  });
});

test.each<[string, readonly string[], number]>([
  ['a visitor is known by the first address from the right that is no proxy’s', ['6.6.6.6, 203.0.113.7, 10.1.2.3'], 1],
  ['whatever a visitor forwards does not make another visitor', ['1.1.1.1, 203.0.113.7', '2.2.2.2, 203.0.113.7'], 1],
  ['a network of 256 addresses is one visitor', ['203.0.113.7', '203.0.113.250'], 1],
  ['two networks are two visitors', ['203.0.113.7', '203.0.114.7'], 2],
  ['a port makes no other visitor', ['203.0.113.7:1000', '203.0.113.7:2000', '203.0.113.7'], 1],
  ['a network of IPv6 is one visitor', ['2001:db8:0:1::1', '[2001:db8::1:2:3:4:5]:80', '2001:DB8:0:1:ffff::'], 1],
  ['a customer’s 65,536 networks of IPv6 are one visitor', ['2001:db8:7:1200::1', '2001:db8:7:ff::1'], 1],
  ['two customers’ networks of IPv6 are two visitors', ['2001:db8:7::1', '2001:db8:8::1'], 2],
  ['IPv4 within IPv6 is IPv4', ['::ffff:203.0.113.7', '203.0.113.7'], 1],
])('%s', async (_, addresses, visitors) => {
  for (let page = 0; page < 3; page += 1)
    for (const [place, address] of addresses.entries()) await crashOnce(address, `v${page}-${place}`);
  expect(await counted()).toMatchObject({ visits: visitors * VISITS_PER_NETWORK });
});

test('a proxy that is not trusted is named in the log, once', async () => {
  const other = await portal.start({ metricsPort: 0 });
  for (const address of ['203.0.113.7', '203.0.113.8'])
    await (await TestVisit.open(other, { address })).send({ visit: address, reports: [LOAD] });
  expect(portal.logged).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
});
