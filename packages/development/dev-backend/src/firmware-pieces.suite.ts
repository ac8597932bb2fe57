import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { PIECE_BYTES } from '@portal/staff-api/wire';
import { refusalIn } from './testing/demo-backend.ts';
import type { BackendClient } from './testing/demo-backend.ts';
import { FirmwareSender, newName, progressIn, sampleZip, sha256 } from './testing/firmware-sender.ts';
import { toId, REASON, getStaff } from './testing/staff.ts';

/** Tests of the pieces of firmware and of what they make together, for each kind of database. */
export function testFirmwarePieces(client: () => BackendClient): void {
  const sender = async () => new FirmwareSender(client(), await client().token('firmware'));
  const stored = (folder: string) => readdir(join(client().stateFolder, folder));

  test.each(['by its owner', 'by staff'])(
    'an upload goes with its account, with its bytes, when that is deleted %s',
    async (how) => {
      const { email } = await client().newPerson({ account: { roles: ['firmware'] } });
      const token = await client().token(email);
      const from = new FirmwareSender(client(), token);
      const bytes = sampleZip();
      const { id } = progressIn(await from.begin({ fileName: newName(), bytes }));
      await from.put(id, 0, bytes);
      expect(await stored('firmware-uploads')).toContain(id);
      const body = { reason: REASON, deleteObcAccount: false };
      const { status } =
        how === 'by staff'
          ? await getStaff(client).post('admin', `people/${toId({ email })}/delete`, body)
          : await client().call('account/destroy', token, { method: 'POST', body: { password: '' } });
      expect([status, await stored('firmware-uploads')]).toEqual([200, expect.not.arrayContaining([id])]);
    },
  );

  describe('a piece', () => {
    const begun = async (bytes = sampleZip(6000)) => {
      const from = await sender();
      const sample = { fileName: newName(), bytes };
      return { from, bytes, sample, ...progressIn(await from.begin(sample)) };
    };

    test('is refused behind what is there, and the answer says how much that is', async () => {
      const { from, id, bytes } = await begun();
      await from.put(id, 0, bytes.subarray(0, 1000));
      expect(refusalIn(await from.put(id, 1001, bytes.subarray(1001, 2000)))).toEqual({
        status: 400,
        error: 'wrong_offset',
        detail: '1000',
      });
    });

    test('may come again, also with more in it', async () => {
      const { from, id, bytes } = await begun();
      for (const [offset, end, received] of [
        [0, 1000, 1000],
        [0, 1000, 1000],
        [500, 900, 1000],
        [500, 3000, 3000],
      ] as const)
        expect(progressIn(await from.put(id, offset, bytes.subarray(offset, end)))).toEqual({ id, received });
      await from.sendFrom(id, bytes, 3000);
      expect(await from.complete(id)).toMatchObject({ status: 200, body: { data: { hash: sha256(bytes) } } });
    });

    test('is never mixed with one that comes at the same time', async () => {
      const { from, id, bytes } = await begun(sampleZip(PIECE_BYTES - 500));
      const pieces = [
        [0, 400_000],
        [0, 500_000],
        [0, 700_000],
        [0, 300_000],
      ] as const;
      const answers = await Promise.all(
        pieces.map(([offset, end]) => from.put(id, offset, bytes.subarray(offset, end))),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await from.sendFrom(id, bytes, 700_000);
      expect(await from.complete(id)).toMatchObject({ status: 200, body: { data: { hash: sha256(bytes) } } });
    });

    test('must not lead beyond the size, be empty or too large, or be anything but bytes [T349]', async () => {
      const { from, id, bytes } = await begun();
      const beyond = await from.put(id, 0, new Uint8Array(bytes.length + 1));
      expect(refusalIn(beyond)).toEqual({ status: 400, error: 'wrong_size', detail: '0' });
      for (const length of [0, PIECE_BYTES + 1])
        expect(refusalIn(await from.put(id, 0, new Uint8Array(length)))).toEqual({ status: 400, error: 'wrong_piece' });
      expect(refusalIn(await from.put(id, 0, Buffer.from('{}'), 'application/json'))).toMatchObject({ status: 400 });
      expect((await from.put(id, 0, bytes, 'application/zip')).status).toBe(415);
      expect((await from.put('x', 0, bytes)).status).toBe(400);
      expect(progressIn(await from.put(id, 0, bytes))).toEqual({ id, received: bytes.length });
    });
  });

  describe('what was uploaded', () => {
    test('must be whole; what has come stays', async () => {
      const from = await sender();
      const sample = { fileName: newName(), bytes: sampleZip() };
      const { id } = progressIn(await from.begin(sample));
      expect(refusalIn(await from.complete(id))).toEqual({ status: 400, error: 'wrong_size', detail: '0' });
      await from.put(id, 0, sample.bytes.subarray(0, 1000));
      expect(refusalIn(await from.complete(id))).toEqual({ status: 400, error: 'wrong_size', detail: '1000' });
      expect(progressIn(await from.begin(sample))).toEqual({ id, received: 1000 });
    });

    test('is refused, and removed, when it is no firmware', async () => {
      const from = await sender();
      const sample = { fileName: newName(), bytes: new Uint8Array(5000) };
      const { id } = progressIn(await from.begin(sample));
      await from.sendFrom(id, sample.bytes);
      expect(refusalIn(await from.complete(id))).toEqual({ status: 400, error: 'not_a_zip' });
      expect((await from.complete(id)).status).toBe(404);
      expect(await stored('firmware-uploads')).not.toContain(id);
      expect(await stored('firmware')).not.toContain(sample.fileName);
    });
  });
}
