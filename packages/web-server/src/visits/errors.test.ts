import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TrustedProxies } from '@portal/node-kit/trusted-proxies';
import type { WebServer } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';
import { TestVisit, visitsOf } from '../testing/test-visit.ts';

let portal: SamplePortal;
let server: WebServer;

beforeEach(async () => {
  portal = new SamplePortal();
  await portal.publish('shell');
  await portal.publish('mfe-hubs');
  await portal.release();
  server = await portal.start({ metricsPort: 0 });
});
afterEach(() => portal.remove());

const POSITION = 'settings.0123456789abcdef.js:1:2345';
const CRASH = { part: 'mfe-hubs', version: '1.0.0', failure: 'crashed', message: 'Error: A bug', position: POSITION };
const errors = async () => (await visitsOf(server)).errors;

async function crash(visit: string, ...crashes: readonly object[]): Promise<number> {
  return await (await TestVisit.open(server)).send({ visit, reports: crashes });
}

test('errors of one cause are one group, which counts visits', async () => {
  await crash('a', CRASH, CRASH);
  portal.time = 60_000;
  await crash('b', CRASH, { ...CRASH, position: POSITION.replace(':2345', ':7') });
  const group = { ...CRASH, visits: 1, firstAt: '2026-01-01T00:01:00.000Z', lastAt: '2026-01-01T00:01:00.000Z' };
  expect(await errors()).toEqual([
    { ...group, visits: 2, firstAt: '2026-01-01T00:00:00.000Z' },
    { ...group, position: POSITION.replace(':2345', ':7') },
  ]);
});

test('a failure without a message is no group, and an error without a place has none', async () => {
  const { message: _, position: __, ...bare } = CRASH;
  await crash('a', bare, { ...bare, message: 'Error: A bug' });
  expect(await errors()).toMatchObject([{ message: 'Error: A bug', position: null, visits: 1 }]);
});

test('what may be about a person is masked, whoever sends it', async () => {
  await crash('a', { ...CRASH, message: 'Error: "Anna" of anna@example.com, hub 0012345678, /account?name=anna' });
  expect((await errors()).map(({ message }) => message)).toEqual([
    'Error: <text> of <e-mail>, hub <number>, /account?<query>',
  ]);
  expect(portal.logged).toEqual([]);
});

test.each([
  { ...CRASH, message: 'x'.repeat(201) },
  { ...CRASH, position: 'https://portal.example.com/account?name=anna:1:2' },
  { ...CRASH, position: '<script>:1:2' },
])('what no page of the portal sends is refused: %j', async (report) => {
  expect(await crash('a', report)).toBe(400);
});

test('a visit has up to ten errors, and a version keeps fifty groups: those that most visits had', async () => {
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...CRASH, message: `Error: bug ${from + index}` }));
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
    ).send({ visit: `v${page}`, reports: [{ ...CRASH, message: `Error: bug ${page}` }] });
  expect(await errors()).toHaveLength(2);
});
