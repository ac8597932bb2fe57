import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { configureAccess } from '../access/configuration.ts';
import { memoryDriver } from '../store/memory-driver.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { rememberLog } from './remember-log.ts';

let folder: string;
const problems: string[] = [];
const objects = new Map<string, Uint8Array>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-service-'));
});
afterEach(async () => {
  objects.clear();
  problems.length = 0;
  await rm(folder, { recursive: true });
});

/** The store, as a service has it that has just begun. */
async function begin(file = join(folder, 'state', 'checkpoint.json')) {
  return openMemoryStore(
    memoryDriver(objects),
    rememberLog(file, (problem) => problems.push(problem)),
  );
}
const configure = async (store: Awaited<ReturnType<typeof begin>>) =>
  configureAccess(store, {
    access: { issuers: [], rules: [], approvals: [], requires: {} },
    by: 'an operator',
    reason: 'to try',
  });

test('a store that was rolled back to older access rules is refused after a restart, and nothing is signed on top', async () => {
  await configure(await begin());
  const before = new Map(objects);
  await configure(await begin());
  objects.clear();
  for (const [key, bytes] of before) objects.set(key, bytes);
  const after = await begin();
  await expect(after.log()).rejects.toMatchObject({ kind: 'shorter' });
  await expect(configure(after)).rejects.toMatchObject({ kind: 'shorter' });
  expect([...objects.keys()]).toEqual([...before.keys()]);
  expect(await readdir(join(folder, 'state'))).toEqual(['checkpoint.json']);
});

test('a damaged file is not taken for none', async () => {
  const file = join(folder, 'checkpoint.json');
  await writeFile(file, '{');
  await expect(begin(file)).rejects.toThrow(`${file} cannot be used`);
});

test('where it cannot be written, that is said once, nothing is left of it, and changes go on', async () => {
  const store = await begin(join(folder, 'checkpoint.json'));
  // No file takes the place of a folder.
  await mkdir(join(folder, 'checkpoint.json'));
  for (const number of [1, 2]) expect(await configure(store)).toMatchObject({ number });
  expect(problems).toEqual([expect.stringContaining('cannot be written')]);
  expect(await readdir(folder)).toEqual(['checkpoint.json']);
});

test('several processes at once each keep what they have seen in the same file', async () => {
  await configure(openMemoryStore(memoryDriver(objects)));
  const stores = await Promise.all(Array.from({ length: 8 }, () => begin()));
  await Promise.all(stores.map((store) => store.log()));
  expect(problems).toEqual([]);
  expect(await readdir(join(folder, 'state'))).toEqual(['checkpoint.json']);
});
