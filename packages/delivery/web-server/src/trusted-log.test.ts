import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { memoryDriver } from '@portal/release/memory-driver';
import { askWebServers, CHECKPOINT_PATH } from '@portal/release/release-log/served-log';
import { openMemoryStore } from '@portal/release/memory-store';
import { restoreStore } from '@portal/release/operations/restore-store';
import { promoteAll } from '@portal/release/testing';
import type { WebServer } from './server.ts';
import { SamplePortal } from './testing/sample-portal.ts';
import { readMetric, readVisits } from './testing/test-visit.ts';

let objects: Map<string, Uint8Array>;
let portal: SamplePortal;
let stateFolder: string;
let trusted: readonly string[];

beforeEach(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'portal-web-'));
  objects = new Map();
  portal = new SamplePortal(openMemoryStore(memoryDriver(objects)));
  await portal.publishAll();
  await portal.publish('mfe-hubs', { version: '1.1.0', contents: { 'main.js': 'export const newer = true;' } });
  await portal.release();
  trusted = (await portal.store.log()).keys.map(({ key }) => key);
});
afterEach(async () => {
  await portal.remove();
  await rm(stateFolder, { recursive: true });
});

const start = (folder = stateFolder): Promise<WebServer> =>
  portal.start({
    store: portal.store.driver,
    access: { trusted: () => Promise.resolve(trusted) },
    stateFolder: folder,
    metricsPort: 0,
  });

/** The store as it is now, as a backup has it. @returns a function that puts it back. */
function backUp(): () => void {
  const kept = new Map(objects);
  return () => {
    objects.clear();
    for (const [key, bytes] of kept) objects.set(key, bytes);
  };
}

const checkpoints = async () => (await readdir(stateFolder)).filter((name) => name.startsWith('checkpoint-'));
const refusal = async (server: WebServer) => (await readVisits(server)).refuses;
const readStatus = async ({ url }: WebServer) => (await fetch(`${url}/settings`)).status;
/** Whether the server gives out what it has seen of the log. */
const checkpointStatus = async ({ metricsUrl }: WebServer) =>
  (await fetch(new URL(CHECKPOINT_PATH, metricsUrl))).status;

test('a log that is shorter than the one before is refused, with one line in the log; the last good release stays', async () => {
  const putBack = backUp();
  const server = await start();
  await portal.release({ hubs: '1.1.0' });
  portal.time += 1000;
  expect(await server.liveNumber()).toBe(2);
  const newer = backUp();
  putBack();
  for (let look = 0; look < 3; look += 1) {
    portal.time += 1000;
    expect(await server.liveNumber()).toBe(2);
  }
  expect(await readStatus(server)).toBe(200);
  expect(await refusal(server)).toBe('shorter');
  expect(await readMetric(server, 'portal_log_refused{reason="shorter"}')).toBe(1);
  expect(portal.logged).toEqual([
    expect.stringMatching(/^Release 2 /),
    expect.stringMatching(/memory has \d+ entries/),
  ]);
  newer();
  portal.time += 1000;
  expect(await server.liveNumber()).toBe(2);
  expect(await refusal(server)).toBeUndefined();
});

test('it is refused after a restart, too; then there is no release, as without a store', async () => {
  const putBack = backUp();
  await (await startAndRelease()).close();
  putBack();
  const server = await start();
  expect(await readStatus(server)).toBe(503);
  expect(await refusal(server)).toBe('shorter');
  const elsewhere = await start(join(stateFolder, 'new'));
  expect(await readStatus(elsewhere)).toBe(200);
});

/** Starts a web server, which then serves release 2. */
async function startAndRelease(): Promise<WebServer> {
  const server = await start();
  await portal.release({ hubs: '1.1.0' });
  portal.time += 1000;
  expect(await server.liveNumber()).toBe(2);
  return server;
}

test('it gives out what it has seen of the log, so that nobody writes to an older backup', async () => {
  const putBack = backUp();
  const server = await startAndRelease();
  putBack();
  const askOthers = () => askWebServers([server.metricsUrl ?? '']);
  const restored = openMemoryStore(memoryDriver(objects), { askOthers });
  await expect(promoteAll(restored, { 'mfe-hubs': '1.1.0' })).rejects.toMatchObject({ kind: 'shorter' });
  expect(objects.has('releases/000002.json')).toBe(false);
  await promoteAll(openMemoryStore(memoryDriver(objects)), { 'mfe-hubs': '1.1.0' });
  portal.time += 1000;
  await server.liveNumber();
  expect(await refusal(server)).toBe('forked');
  const [seen] = await askOthers();
  if (!seen) throw new Error('the web server answers');
  await restoreStore(openMemoryStore(memoryDriver(objects)), seen.savedCheckpoint, 'an older backup');
  await promoteAll(restored, { 'mfe-hubs': '1.0.0' });
  portal.time += 1000;
  expect([await server.liveNumber(), await refusal(server)]).toEqual([3, undefined]);
});

test('a log that no trusted key has signed is refused, and not given out, until its key is trusted', async () => {
  const [keys] = [trusted];
  trusted = [];
  const server = await start();
  expect([await readStatus(server), await refusal(server)]).toEqual([503, 'untrusted']);
  expect(await checkpointStatus(server)).toBe(404);
  trusted = keys;
  portal.time += 1000;
  expect(await readStatus(server)).toBe(200);
  expect(await checkpointStatus(server)).toBe(200);
  expect(await refusal(server)).toBeUndefined();
});

test('a release that somebody put beside the log is not served', async () => {
  const server = await start();
  const first = Buffer.from(objects.get('releases/000001.json') ?? []).toString();
  const forged = first.replace('a secret reason', 'a better reason');
  expect(forged).not.toBe(first);
  objects.set('releases/000002.json', Buffer.from(forged.replace('"number": 1', '"number": 2')));
  portal.time += 1000;
  expect(await server.liveNumber()).toBe(1);
  objects.set('releases/000001.json', Buffer.from(forged));
  expect(await readStatus(await start(join(stateFolder, 'new')))).toBe(503);
});

test('servers that share a folder keep the newest checkpoint that one of them has seen', async () => {
  const ahead = await start();
  const behind = await start();
  const [before] = await checkpoints();
  await portal.release({ hubs: '1.1.0' });
  portal.time += 1000;
  expect(await ahead.liveNumber()).toBe(2);
  const [after, ...others] = await checkpoints();
  expect(others).toEqual([]);
  expect((after ?? '') > (before ?? '')).toBe(true);
  expect(await behind.liveNumber()).toBe(2);
  expect(await checkpoints()).toEqual([after]);
  // Of a server that is further ahead than these two.
  const newest = 'checkpoint-000000999.json';
  await writeFile(join(stateFolder, newest), await readFile(join(stateFolder, after ?? ''), 'utf8'));
  await portal.release({ hubs: '1.0.0' });
  portal.time += 1000;
  expect(await behind.liveNumber()).toBe(3);
  expect(await checkpoints()).toContain(newest);
});

test('a damaged checkpoint is named in the log, and made anew', async () => {
  await (await start()).close();
  const [name = ''] = await checkpoints();
  await writeFile(join(stateFolder, name), '{}');
  const server = await start();
  expect(await readStatus(server)).toBe(200);
  expect(portal.logged).toEqual([expect.stringContaining(join(stateFolder, name))]);
  await portal.release({ hubs: '1.1.0' });
  portal.time += 1000;
  expect(await server.liveNumber()).toBe(2);
  expect(await checkpoints()).toHaveLength(1);
});
