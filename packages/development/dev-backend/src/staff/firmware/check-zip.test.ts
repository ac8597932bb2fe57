import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { noise, createZip } from '../../testing/zips.ts';
import { problemOfZip } from './check-zip.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-zip-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readProblem(zip: Uint8Array) {
  const path = join(folder, 'firmware.zip');
  await writeFile(path, zip);
  return problemOfZip(path);
}

const files = { 'bus/image.bin': noise(20_000), 'notes.txt': Buffer.from('ok\n'.repeat(900)) };
/** A zip of which the directory says something else of its first file. */
function withEntry(field: number, value: number): Buffer {
  const zip = createZip(files);
  zip.writeUInt32LE(value, zip.indexOf('PK\u0001\u0002') + field);
  return zip;
}
const manyFiles = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${index}.bin`, noise(1)]));

test('a zip is accepted, compressed or not, with folders', async () => {
  expect(await readProblem(createZip(files))).toBeUndefined();
  expect(
    await readProblem(createZip({ 'a.bin': [noise(5000), { level: 0 }], 'empty/': new Uint8Array() })),
  ).toBeUndefined();
});

test.each<readonly [string, () => Uint8Array]>([
  ['noise', () => noise(5000)],
  ['a page', () => Buffer.from('<!doctype html><title>PK</title>')],
  ['a zip without files', () => createZip({})],
  ['a zip that was cut off', () => createZip(files).subarray(0, -40)],
  ['an encrypted file', () => withEntry(8, 1)],
  ['a name that leads out of the folder', () => createZip({ '../image.bin': noise(10) })],
])('%s is no zip [T350]', async (_what, make) => {
  expect(await readProblem(make())).toBe('not_a_zip');
});

test.each<readonly [string, () => Uint8Array]>([
  ['a thousand times its size', () => createZip({ 'a.bin': new Uint8Array(16 * 1024 * 1024) })],
  ['more than is allowed', () => withEntry(24, 900 * 1024 * 1024)],
  ...(IS_FULL_RUN ? [['too many files', () => createZip(manyFiles)] as const] : []),
])('a zip with %s inside is too large [T351]', async (_what, make) => {
  expect(await readProblem(make())).toBe('too_large_inside');
});

test('a file that cannot be read is no fault of its sender', async () => {
  await expect(problemOfZip(join(folder, 'missing.zip'))).rejects.toMatchObject({ code: 'ENOENT' });
});
