import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  DownloadResponseSchema,
  FIRMWARE_STATES,
  FirmwareListResponseSchema,
  PIECE_BYTES,
} from '@portal/staff-api/wire';
import * as v from 'valibot';
import { refusalIn } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { FirmwareSender, newName, progressIn, sampleZip, sha256 } from './testing/firmware-sender.ts';

/** Tests of the upload of firmware, for each kind of database. */
export function testFirmware(client: () => BackendClient): void {
  const sender = async (who = 'firmware') => new FirmwareSender(client(), await client().token(who));
  const list = async () => {
    const { body } = await client().call('staff/firmware', await client().token('firmware'));
    return v.parse(FirmwareListResponseSchema, body).data;
  };
  const stored = (folder: string) => readdir(join(client().stateFolder, folder));
  const anotherAccount = async () => (await client().newPerson({ account: { roles: ['firmware'] } })).email;

  describe('firmware', () => {
    test('is listed from the first start on, the newest first, with all states', async () => {
      const all = await list();
      const times = all.map(({ uploadedAt }) => uploadedAt.getTime());
      expect(times).toEqual(times.toSorted((one, other) => other - one));
      expect(new Set(all.map(({ state }) => state))).toEqual(new Set(FIRMWARE_STATES));
    });

    test.each([
      [false, 'testing'],
      [true, 'released'],
    ])('comes in pieces; if it skips the testing phase (%s), it is %s [T132]', async (skipsTesting, state) => {
      const sample = { fileName: newName('1.10.0', '2.3'), bytes: sampleZip(2.5 * PIECE_BYTES) };
      const answer = await (await sender()).upload(sample, { skipsTesting });
      const { fileName, bytes } = sample;
      const product = fileName.split('_')[0];
      expect(answer).toMatchObject({
        status: 200,
        body: {
          data: {
            fileName,
            product,
            hubVersion: '1.10.0',
            busVersion: '2.3',
            size: bytes.length,
            hash: sha256(bytes),
            state,
          },
        },
      });
      const steps = [{ state, by: 'firmware@example.com', reason: null }];
      expect((await list())[0]).toMatchObject({ fileName, state, history: steps });
      expect(bytes.equals(await readFile(join(client().stateFolder, 'firmware', fileName)))).toBe(true);
    });
  });

  describe('the state of firmware', () => {
    const change = async (fileName: string, body: object) =>
      client().call(`staff/firmware/${fileName}/state`, await client().token('firmware'), { method: 'POST', body });

    test('goes from testing to released to withdrawn, by whom and why is kept, and it stays listed', async () => {
      const fileName = newName();
      await (await sender()).upload({ fileName, bytes: sampleZip() });
      const changed = { status: 409, error: 'STATE_HAS_CHANGED' };
      expect((await change(fileName, { state: 'released', reason: ' Tests are done ' })).status).toBe(200);
      expect(refusalIn(await change(fileName, { state: 'released', reason: 'Again' }))).toEqual(changed);
      const answer = await change(fileName, { state: 'withdrawn', reason: 'Hubs stop' });
      expect(answer).toMatchObject({ status: 200, body: { data: { fileName, state: 'withdrawn' } } });
      for (const state of ['released', 'withdrawn'])
        expect(refusalIn(await change(fileName, { state, reason: 'Once more' }))).toEqual(changed);
      const by = 'firmware@example.com';
      expect((await list()).find((each) => each.fileName === fileName)?.history).toMatchObject([
        { state: 'testing', by, reason: null },
        { state: 'released', by, reason: 'Tests are done' },
        { state: 'withdrawn', by, reason: 'Hubs stop' },
      ]);
      expect(refusalIn(await (await sender()).begin({ fileName, bytes: sampleZip() }))).toMatchObject({
        error: 'firmware_already_exists',
      });
    });

    test('can be changed for a reason only, and to no other', async () => {
      const { fileName = '' } = (await list()).find(({ state }) => state === 'testing') ?? {};
      for (const body of [
        { state: 'released' },
        { state: 'testing', reason: 'Back' },
        { state: 'withdrawn', reason: 'a' },
      ])
        expect((await change(fileName, body)).status).toBe(400);
      expect(refusalIn(await change(newName(), { state: 'released', reason: 'Tests are done' }))).toEqual({
        status: 404,
        error: 'FIRMWARE_NOT_FOUND',
      });
    });
  });

  describe('the download of firmware', () => {
    const link = async (fileName: string) =>
      client().call(`staff/firmware/${fileName}/download`, await client().token('firmware'), { method: 'POST' });

    test('works without a token, once, with the hash of what was uploaded', async () => {
      const sample = { fileName: newName(), bytes: sampleZip() };
      await (await sender()).upload(sample);
      const { url } = v.parse(DownloadResponseSchema, (await link(sample.fileName)).body).data;
      const answer = await fetch(url);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename*=UTF-8''${sample.fileName}`,
        'content-length': String(sample.bytes.length),
        'repr-digest': `sha-256=:${sha256(sample.bytes)}:`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect(sample.bytes.equals(await answer.bytes())).toBe(true);
      expect((await fetch(url)).status).toBe(404);
    });

    test('of the demo has the hash that the list names', async () => {
      const smallest = (await list()).find(({ fileName }) => fileName.startsWith('rearlight'));
      const { url } = v.parse(DownloadResponseSchema, (await link(smallest?.fileName ?? '')).body).data;
      expect(sha256(await (await fetch(url)).bytes())).toBe(smallest?.hash);
    });

    test('is refused for what nobody has uploaded', async () => {
      expect(refusalIn(await link(newName()))).toEqual({ status: 404, error: 'FIRMWARE_NOT_FOUND' });
    });
  });

  describe('the name of firmware', () => {
    test.each([
      ['x_ota_hub_1.2.3_bus_1.2.3.zip.exe'],
      ['../x_ota_hub_1.2.3_bus_1.2.3.zip'],
      ['x_ota_hub_1.2.3_bus_1.2.3.zip\u0000'],
    ])('must follow the pattern: %j does not [T212]', async (fileName) => {
      const answer = await (await sender()).begin({ fileName, bytes: sampleZip() });
      expect(refusalIn(answer)).toEqual({ status: 400, error: 'invalid_filename' });
    });

    test('must be new: versions are compared as numbers, whatever the case of letters [T213]', async () => {
      const from = await sender();
      const fileName = newName('1.9.0', '2.0');
      const product = fileName.split('_')[0] ?? '';
      const begin = async (name: string) => refusalIn(await from.begin({ fileName: name, bytes: sampleZip() }));
      expect(await from.upload({ fileName, bytes: sampleZip() })).toMatchObject({ status: 200 });
      expect(await begin(fileName)).toEqual({ status: 400, error: 'firmware_already_exists' });
      for (const same of [
        `${product.toUpperCase()}_ota_hub_1.9.0_bus_2.0.zip`,
        `${product}_ota_hub_1.09_bus_2.0.0.zip`,
      ])
        expect(await begin(same)).toEqual({ status: 400, error: 'firmware_already_exists' });
      expect(await begin(`${product}_ota_hub_1.8.12_bus_3.0.zip`)).toEqual({
        status: 400,
        error: 'more_recent_version_available',
        detail: '1.9.0',
      });
      expect(await begin(`${product}_ota_hub_1.9_bus_1.99.zip`)).toEqual({
        status: 400,
        error: 'more_recent_version_available',
        detail: '1.9.0, bus 2.0',
      });
      const newer = { fileName: `${product}_ota_hub_1.10.0_bus_1.0.zip`, bytes: sampleZip() };
      expect(await from.upload(newer)).toMatchObject({ status: 200 });
    });

    test('is checked again at the end: of two uploads of a version, one becomes firmware [T309]', async () => {
      const [one, other] = [await sender(), await sender(await anotherAccount())];
      const [sample, second] = [{ fileName: newName('2.0'), bytes: sampleZip() }, sampleZip(3000, 9)];
      const [first, last] = [
        progressIn(await one.begin(sample)),
        progressIn(await other.begin({ ...sample, bytes: second })),
      ];
      await one.sendFrom(first.id, sample.bytes);
      await other.sendFrom(last.id, second);
      const answers = await Promise.all([one.complete(first.id), other.complete(last.id)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
      expect(answers.filter(({ status }) => status === 400).map(refusalIn)).toMatchObject([
        { error: 'firmware_already_exists' },
      ]);
      const kept = (await list()).find(({ fileName }) => fileName === sample.fileName);
      const bytes = await readFile(join(client().stateFolder, 'firmware', sample.fileName));
      expect(sha256(bytes)).toBe(kept?.hash);
      expect(await stored('firmware-uploads')).not.toContain(first.id);
      expect(await stored('firmware-uploads')).not.toContain(last.id);
    });
  });

  describe('an upload', () => {
    test('goes on where it stopped if the same account begins with the same file again', async () => {
      const from = await sender();
      const sample = { fileName: newName(), bytes: sampleZip(2 * PIECE_BYTES) };
      const { id, received } = progressIn(await from.begin(sample));
      expect(received).toBe(0);
      await from.put(id, 0, sample.bytes.subarray(0, PIECE_BYTES));
      expect(progressIn(await from.begin(sample, { skipsTesting: true }))).toEqual({ id, received: PIECE_BYTES });
      await from.sendFrom(id, sample.bytes, PIECE_BYTES);
      expect(await from.complete(id)).toMatchObject({ status: 200, body: { data: { state: 'released' } } });
    });

    test('begins anew with another file of that name, and the former one ends', async () => {
      const from = await sender();
      const sample = { fileName: newName(), bytes: sampleZip() };
      const { id } = progressIn(await from.begin(sample));
      await from.put(id, 0, sample.bytes.subarray(0, 100));
      const again = progressIn(await from.begin({ ...sample, bytes: sampleZip(3000, 4) }));
      expect(again).toEqual({ id: expect.not.stringMatching(id), received: 0 });
      expect((await from.put(id, 100, sample.bytes.subarray(100))).status).toBe(404);
      expect(await stored('firmware-uploads')).not.toContain(id);
    });

    test('ends when it is cancelled, with what has come', async () => {
      const from = await sender();
      const { id } = progressIn(await from.begin({ fileName: newName(), bytes: sampleZip() }));
      await from.put(id, 0, sampleZip().subarray(0, 100));
      expect(await stored('firmware-uploads')).toContain(id);
      expect((await from.cancel(id)).status).toBe(200);
      expect(await stored('firmware-uploads')).not.toContain(id);
      expect((await from.put(id, 100, sampleZip().subarray(100))).status).toBe(404);
      expect((await from.cancel(id)).status).toBe(404);
    });

    test('belongs to its account: others find none [T375]', async () => {
      const from = await sender();
      const stranger = await sender(await anotherAccount());
      const sample = { fileName: newName(), bytes: sampleZip() };
      const { id } = progressIn(await from.begin(sample));
      expect((await stranger.put(id, 0, sample.bytes)).status).toBe(404);
      expect((await stranger.complete(id)).status).toBe(404);
      expect((await stranger.cancel(id)).status).toBe(404);
      expect(progressIn(await stranger.begin(sample)).id).not.toBe(id);
      expect(progressIn(await from.begin(sample))).toEqual({ id, received: 0 });
    });

    test('is one of at most five of an account: the oldest makes room [T419]', async () => {
      const from = await sender(await anotherAccount());
      const ids: string[] = [];
      for (let index = 0; index < 6; index += 1)
        ids.push(progressIn(await from.begin({ fileName: newName(), bytes: sampleZip() })).id);
      const answers = await Promise.all(ids.map((id) => from.put(id, 0, new Uint8Array(1))));
      expect(answers.map(({ status }) => status)).toEqual([404, 200, 200, 200, 200, 200]);
    });

    test('is refused if it is too large, empty or not described [T348]', async () => {
      const from = await sender();
      const sample = { fileName: newName(), bytes: sampleZip() };
      for (const changes of [
        { size: 200 * 1024 * 1024 + 1 },
        { size: 0 },
        { size: 1.5 },
        { firstPiece: 'x' },
        { skipsTesting: 1 },
      ])
        expect((await from.begin(sample, changes)).status).toBe(400);
    });
  });
}
