import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { appendPiece } from './append-piece.ts';

let folder = '';
let path = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'append-piece-'));
  path = join(folder, 'upload');
});
afterAll(() => rm(folder, { recursive: true }));

const text = () => readFile(path, 'utf8');
const bytes = (...chunks: readonly string[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

test('a piece is appended without what is there already', async () => {
  await writeFile(path, 'abcd');
  await appendPiece(path, { body: bytes('bc', 'de', 'fg'), length: 6 }, 3);
  expect(await text()).toBe('abcdefg');
});

test('of a piece that does not come whole, nothing stays', async () => {
  await writeFile(path, 'abcd');
  await expect(appendPiece(path, { body: bytes('ef'), length: 3 }, 0)).rejects.toMatchObject({
    message: 'wrong_piece',
  });
  expect(await text()).toBe('abcd');
});

test('a sender that pauses for too long is cut off', async () => {
  await writeFile(path, 'abcd');
  const body = new PassThrough();
  body.write('ef');
  await expect(appendPiece(path, { body, length: 3 }, 0, 20)).rejects.toMatchObject({ message: 'wrong_piece' });
  expect(body.destroyed).toBe(true);
  expect(await text()).toBe('abcd');
});

test('a disk that fails is no fault of the sender, who gets an answer', async () => {
  const body = bytes('ef');
  await expect(appendPiece(join(folder, 'missing', 'upload'), { body, length: 2 }, 0)).rejects.toMatchObject({
    code: 'ENOENT',
  });
  expect(body.destroyed).toBe(false);
});
