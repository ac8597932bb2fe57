import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { PIECE_BYTES } from '@portal/staff-api/wire';
import { startDevBackend } from './index.ts';
import type { DevBackend } from './index.ts';
import { BackendClient, PORTAL } from './testing/demo-backend.ts';
import { FirmwareSender, newName, progressIn, sampleZip, sha256 } from './testing/firmware-sender.ts';

// A limit for what hangs on a busy machine.
jest.setTimeout(60_000);

const DAY = 86_400_000;
const clock = { ahead: 0 };
let stateFolder = '';
let backend: DevBackend;

async function start(): Promise<void> {
  backend = await startDevBackend({
    port: 0,
    stateFolder,
    portalOrigins: [PORTAL],
    log: () => undefined,
    record: () => undefined,
    now: () => Date.now() + clock.ahead,
  });
}

async function sender(): Promise<FirmwareSender> {
  const client = new BackendClient(backend.url, stateFolder);
  return new FirmwareSender(client, await client.token('firmware'));
}

async function restart(): Promise<FirmwareSender> {
  await backend.close();
  await start();
  return sender();
}

beforeAll(async () => {
  stateFolder = await mkdtemp(join(tmpdir(), 'firmware-restart-'));
  await start();
});
afterAll(async () => {
  await backend.close();
  await rm(stateFolder, { recursive: true });
});

const sample = { fileName: newName(), bytes: sampleZip(2 * PIECE_BYTES) };
const pathOf = (id: string) => join(stateFolder, 'firmware-uploads', id);

test('an upload goes on after a restart', async () => {
  const before = await sender();
  const { id } = progressIn(await before.begin(sample));
  await before.put(id, 0, sample.bytes.subarray(0, PIECE_BYTES));
  const after = await restart();
  expect(progressIn(await after.begin(sample))).toEqual({ id, received: PIECE_BYTES });
  await after.sendFrom(id, sample.bytes, PIECE_BYTES);
  expect(await after.complete(id)).toMatchObject({ status: 200, body: { data: { hash: sha256(sample.bytes) } } });
});

test('uploads that began more than a day ago end with a restart, and files of none are removed', async () => {
  const bytes = sampleZip();
  const before = await sender();
  const old = { fileName: newName(), bytes };
  const { id } = progressIn(await before.begin(old));
  await before.put(id, 0, bytes);
  await writeFile(pathOf('left-behind'), 'x');
  clock.ahead = DAY - 60_000;
  const young = progressIn(await (await restart()).begin({ fileName: newName(), bytes }));
  await expect(access(pathOf('left-behind'))).rejects.toMatchObject({ code: 'ENOENT' });
  await access(pathOf(id));
  clock.ahead = DAY + 60_000;
  const after = await restart();
  expect((await after.complete(id)).status).toBe(404);
  await expect(access(pathOf(id))).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await after.put(young.id, 0, bytes)).status).toBe(200);
});
