import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { WebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';
import { readMetric } from './testing/test-visit.ts';

const HOUR_MS = 60 * 60 * 1000;

let portal: SamplePortal;
let cacheFolder: string;
let isAway: boolean;

const withFallback = SamplePortal.prepared(async (made) => {
  await made.publishAll();
  for (const version of ['1.1.0', '1.2.0'])
    await made.publish('mfe-hubs', { version, contents: { 'main.js': `export const version = "${version}";` } });
  await made.release();
  await made.release({ hubs: '1.1.0' });
});

beforeEach(async () => {
  cacheFolder = await mkdtemp(join(tmpdir(), 'portal-web-'));
  isAway = false;
  portal = await withFallback();
});
afterEach(async () => {
  await portal.remove();
  // A read that was under way may still leave its copy there.
  await rm(cacheFolder, { recursive: true, maxRetries: 5 });
});

async function start(): Promise<WebServer> {
  const { driver } = portal.storeWith(async () => {
    if (isAway) throw new Error('connect ECONNREFUSED 10.0.0.7:443');
  });
  const trusted = (await portal.store.log()).keys.map(({ key }) => key);
  return portal.start({ store: driver, access: { trusted }, cacheFolder, metricsPort: 0 });
}

/** What a visitor gets of a page, and of files of the live version, of its fallback and of a document. */
async function visit({ url }: WebServer): Promise<unknown> {
  const page = await fetch(`${url}/settings`);
  const files = await Promise.all([
    portal.fileLike('mfe-hubs', 'main.', '1.1.0'),
    portal.fileLike('mfe-hubs', 'main.'),
  ]);
  const answers = await Promise.all(files.map((file) => fetch(`${url}/assets/mfe-hubs/${file}`)));
  return [
    page.status,
    await page.text(),
    await Promise.all(answers.map(async (each) => [each.status, await each.text()])),
  ];
}

test('while the store is away for hours visitors notice nothing, also after a restart; metrics and log say it', async () => {
  const first = await start();
  const before = await visit(first);
  expect(before).toMatchObject([
    200,
    expect.stringMatching(/"mfe-hubs":.*"fallback":\{"version":"1\.0\.0"/),
    [
      [200, expect.any(String)],
      [200, expect.any(String)],
    ],
  ]);
  isAway = true;
  portal.time += 1000;
  expect(await visit(first)).toEqual(before);
  const second = await start();
  for (let hour = 0; hour < 5; hour += 1) {
    for (const server of [first, second]) expect(await visit(server)).toEqual(before);
    portal.time += HOUR_MS;
  }
  expect(await readMetric(second, 'portal_store_readable')).toBe(0);
  expect(await readMetric(second, 'portal_store_away_seconds')).toBe((5 * HOUR_MS) / 1000);
  expect(await readMetric(second, 'portal_release_damaged')).toBe(0);
  const line = expect.stringContaining('ECONNREFUSED 10.0.0.7:443');
  expect(portal.logged).toEqual([line, line]);
});

test('when the store is back the web server follows its releases again', async () => {
  const server = await start();
  await portal.release({ hubs: '1.2.0' });
  isAway = true;
  portal.time += 1000;
  expect(await server.liveNumber()).toBe(2);
  isAway = false;
  while ((await readMetric(server, 'portal_store_readable')) === 0) portal.time += 1000;
  portal.time += 1000;
  expect(await server.liveNumber()).toBe(3);
  expect(await readMetric(server, 'portal_store_away_seconds')).toBe(0);
  expect(portal.logged).toContainEqual(expect.stringMatching(/ \d+ s\.$/));
});
