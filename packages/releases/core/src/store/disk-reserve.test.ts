import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepReserve } from './disk-reserve.ts';

const RESERVE_BYTES = 4 * 1024 * 1024;
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-reserve-'));
});
afterEach(() => rm(root, { recursive: true }));

const size = async () => (await stat(join(root, '.reserve'))).size;

test('writers that make the reserve at once share one of 4 MiB', async () => {
  await Promise.all(Array.from({ length: 8 }, () => keepReserve(root)));
  expect(await size()).toBe(RESERVE_BYTES);
});

test.each([0, 1000, RESERVE_BYTES * 2])('a reserve of %i bytes becomes 4 MiB', async (before) => {
  await writeFile(join(root, '.reserve'), Buffer.alloc(before));
  await keepReserve(root);
  expect(await size()).toBe(RESERVE_BYTES);
});
