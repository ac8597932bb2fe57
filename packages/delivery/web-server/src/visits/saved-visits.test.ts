import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { WebServer } from '../server.ts';
import { SamplePortal } from '../testing/sample-portal.ts';
import { TestVisit, readVisits } from '../testing/test-visit.ts';

let portal: SamplePortal;
let stateFolder: string;

beforeEach(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'portal-web-'));
  portal = await SamplePortal.released();
});
afterEach(async () => {
  await portal.remove();
  await rm(stateFolder, { recursive: true });
});

const start = (): Promise<WebServer> => portal.start({ stateFolder, metricsPort: 0 });

const HUBS = { part: 'mfe-hubs', version: '1.0.0' };
const LOAD = { ...HUBS, loadedIn: 400 };
const CRASH = {
  ...HUBS,
  failure: 'crashed',
  message: 'TypeError: x is undefined',
  position: 'main.0123456789abcdef.js:1:2',
};
const LCP = { ...HUBS, vital: 'LCP', value: 1200 };

let pages = 0;
/** Opens a page and sends its reports. */
async function count(server: WebServer, reports: readonly object[]): Promise<TestVisit> {
  const visit = await TestVisit.open(server);
  pages += 1;
  expect(await visit.send({ visit: `page-${String(pages)}`, reports })).toBe(204);
  return visit;
}

test('a web server that restarts continues its counts', async () => {
  const first = await start();
  await count(first, [LOAD, LCP]);
  await count(first, [CRASH]);
  await (
    await TestVisit.open(first)
  ).send({ visit: 'a', reports: [{ part: 'mfe-hubs', version: '9.9.9', loadedIn: 1 }] });
  const before = await readVisits(first);
  await first.close();
  portal.time += 5000;
  const second = await start();
  const at = new Date(portal.began + portal.time).toISOString();
  expect(await readVisits(second)).toEqual({ ...before, startedAt: at, at });
  await count(second, [CRASH]);
  await count(second, [LCP]);
  const { instance, rows, vitals, errors } = await readVisits(second);
  expect(instance).toBe(before.instance);
  expect(rows).toMatchObject([{ visits: 3, failed: [[0, 2]] }]);
  expect(vitals.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0)).toBe(2);
  expect(errors).toMatchObject([{ visits: 2 }]);
});

test('the reports of a page from before the restart count: what failed later belongs to its visit', async () => {
  const first = await start();
  const visit = await count(first, [LOAD]);
  await first.close();
  portal.time += 25_000;
  const second = await start();
  expect(await visit.send({ visit: `page-${String(pages)}`, reports: [{ ...CRASH, follows: 25_000 }] }, second)).toBe(
    204,
  );
  expect((await readVisits(second)).rows).toMatchObject([{ visits: 1, failed: [[1, 1]] }]);
});

test('a web server that is killed has lost a minute of counts at most', async () => {
  const first = await start();
  await count(first, [LOAD]);
  portal.time += 60_000;
  await count(first, [LOAD]);
  while (!(await readdir(stateFolder)).some((name) => name.startsWith('visits-'))) await readVisits(first);
  await count(first, [LOAD]);
  const second = await start();
  expect((await readVisits(second)).rows.reduce((sum, { visits }) => sum + visits, 0)).toBe(2);
});

test('files that cannot be used are made anew, and the log names them', async () => {
  const first = await start();
  await count(first, [LOAD]);
  await first.close();
  const names = (await readdir(stateFolder)).sort();
  expect(names).toEqual(['visit-key', expect.stringMatching(/^visits-.+-0\.json$/)]);
  for (const name of names) await writeFile(join(stateFolder, name), '{}');
  const second = await start();
  expect((await readVisits(second)).rows).toEqual([]);
  expect(portal.logged).toEqual(names.map((name) => expect.stringContaining(join(stateFolder, name))));
  await count(second, [LOAD]);
  await second.close();
  expect((await readVisits(await start())).rows).toMatchObject([{ visits: 1 }]);
});

test('a folder that cannot be written is said once; the web server goes on in memory', async () => {
  const file = join(stateFolder, 'a-file');
  await writeFile(file, '');
  const server = await portal.start({ stateFolder: join(file, 'web-server'), metricsPort: 0 });
  await count(server, [LOAD]);
  expect((await readVisits(server)).rows).toMatchObject([{ visits: 1 }]);
  await server.close();
  expect(portal.logged.filter((line) => line.startsWith(`${join(file, 'web-server')} `))).toEqual([
    expect.stringContaining('ENOTDIR'),
  ]);
});
