import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { writeFileAtomic } from './write-file-atomic.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-'));
  file = join(folder, 'state', 'seen.json');
});
afterEach(() => rm(folder, { recursive: true }));

test('a file is replaced as a whole, is its owner’s alone, and nothing else is left', async () => {
  await writeFileAtomic(file, 'a longer first text');
  await writeFileAtomic(file, 'second');
  expect(await readFile(file, 'utf8')).toBe('second');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'state'))).toEqual(['seen.json']);
});

test('of several who create it at once, one counts for all', async () => {
  const texts = ['a', 'b', 'c', 'd'];
  await Promise.all(texts.map((text) => writeFileAtomic(file, text, { createOnly: true })));
  const first = await readFile(file, 'utf8');
  expect(texts).toContain(first);
  await writeFileAtomic(file, 'late', { createOnly: true });
  expect(await readFile(file, 'utf8')).toBe(first);
  expect(await readdir(join(folder, 'state'))).toEqual(['seen.json']);
});

test('a failure leaves nothing behind', async () => {
  await mkdir(join(file, 'in the way'), { recursive: true });
  await expect(writeFileAtomic(file, 'text')).rejects.toMatchObject({ syscall: 'rename' });
  expect(await readdir(join(folder, 'state'))).toEqual(['seen.json']);
});
