import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { WebServer } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';
import { TestVisit, visitsOf } from '../testing/test-visit.ts';
import { ADDRESS_BURST, VISITS_PER_ADDRESS } from './senders.ts';

let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.release();
  server = await portal.start({ metricsPort: 0, trustedProxies: '127.0.0.1, 10.0.0.0/8' });
});
afterEach(() => portal.remove());

const CRASH = { part: 'mfe-hubs', version: '1.0.0', failure: 'crashed' };
const LOAD = { part: 'mfe-hubs', version: '1.0.0', loadedIn: 400 };

async function counted(): Promise<Readonly<Record<string, unknown>>> {
  const { rows, apart } = await visitsOf(server);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const failed = sum(rows.flatMap((row) => row.failed.map(([, visits]) => visits)));
  return { visits: sum(rows.map(({ visits }) => visits)), failed, ...apart };
}

async function crashOnce(address: string, page: string): Promise<void> {
  const visit = await TestVisit.open(server, { address });
  await visit.send({ visit: page, reports: [CRASH] });
}

test('four anonymous requests with 160 crashes move nothing', async () => {
  const many = Array.from({ length: 40 }, () => CRASH);
  for (let time = 0; time < 4; time += 1)
    await fetch(`${server.url}/reports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(many),
    });
  expect(await counted()).toEqual({ visits: 0, failed: 0, 'no-token': 160 });
  expect(await (await fetch(server.metricsUrl ?? '')).text()).toContain(
    'portal_part_failures_total{part="mfe-hubs",version="1.0.0",failure="crashed"} 0',
  );
});

describe('one address', () => {
  test('with a fresh token for each of 200 pages moves a version by five visits an hour', async () => {
    for (let page = 0; page < 200; page += 1) {
      if (page % 50 === 0) portal.time += 10_000;
      await crashOnce('203.0.113.7', `page-${page}`);
    }
    expect(await counted()).toEqual({ visits: 5, failed: 5, 'address-limit': 195 });
    portal.time += 60 * 60 * 1000;
    await crashOnce('203.0.113.7', 'later');
    expect(await counted()).toMatchObject({ visits: 6 });
  });

  test('cannot whitewash a version, either', async () => {
    for (let page = 0; page < 20; page += 1)
      await (await TestVisit.open(server, { address: '203.0.113.7' })).send({ visit: `v${page}`, reports: [LOAD] });
    expect(await counted()).toEqual({ visits: 5, failed: 0, 'address-limit': 15 });
  });

  test('that sends too much is refused, and another one is not', async () => {
    const many = Array.from({ length: 40 }, () => CRASH);
    const sender = await TestVisit.open(server, { address: '203.0.113.7' });
    const statuses = [];
    for (let sent = 0; sent <= ADDRESS_BURST; sent += many.length) statuses.push(await sender.send(many));
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
    const other = await TestVisit.open(server, { address: '203.0.113.8' });
    expect(await other.send(many)).toBe(204);
    portal.time += 4000;
    expect(await sender.send(many)).toBe(204);
    expect(await counted()).toMatchObject({ visits: 2, 'too-many': 40 });
  });
});

test.each<[string, readonly string[], number]>([
  ['a visitor is known by the first address from the right that is no proxy’s', ['6.6.6.6, 203.0.113.7, 10.1.2.3'], 1],
  ['whatever a visitor forwards does not make another visitor', ['1.1.1.1, 203.0.113.7', '2.2.2.2, 203.0.113.7'], 1],
  ['two addresses are two visitors', ['203.0.113.7', '203.0.113.8'], 2],
  ['a port makes no other visitor', ['203.0.113.7:1000', '203.0.113.7:2000', '203.0.113.7'], 1],
  ['a network of IPv6 is one visitor', ['2001:db8:0:1::1', '[2001:db8::1:2:3:4:5]:80', '2001:DB8:0:1:ffff::'], 1],
  ['two networks of IPv6 are two visitors', ['2001:db8:0:1::1', '2001:db8:0:2::1'], 2],
  ['IPv4 within IPv6 is IPv4', ['::ffff:203.0.113.7', '203.0.113.7'], 1],
])('%s', async (_, addresses, visitors) => {
  for (let page = 0; page < 12; page += 1)
    for (const [place, address] of addresses.entries()) await crashOnce(address, `v${page}-${place}`);
  expect(await counted()).toMatchObject({ visits: visitors * VISITS_PER_ADDRESS });
});

test('visitors from this machine are not limited by address while no proxy is trusted', async () => {
  server = await portal.start({ metricsPort: 0 });
  for (let page = 0; page < 12; page += 1) await crashOnce('203.0.113.7', `v${page}`);
  expect(await counted()).toEqual({ visits: 12, failed: 12 });
});
