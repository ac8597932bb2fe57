import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openFolderStore } from '@portal/release/store';
import { publishSample } from '@portal/release/testing';
import { createProgress } from '../progress.mjs';
import { resetIfOlder } from './reset-if-older.ts';
import { readSettings } from './settings.ts';

let root = '';
let printed: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'older-'));
  printed = [];
});
afterEach(async () => {
  await rm(root, { recursive: true });
});

const start = (environment: Readonly<Record<string, string>> = {}) =>
  resetIfOlder({
    settings: readSettings(environment, root),
    progress: { ...createProgress(), print: (line: string) => printed.push(line) },
    signal: new AbortController().signal,
  });

/** Makes a state with a store, of this version or an older one. */
async function makeState(name: string, isOlder = true): Promise<string> {
  const state = join(root, name);
  const store = openFolderStore(join(state, 'store'), { state });
  await publishSample(store, { name: 'shell', version: '1.0.0', contents: { 'entry.js': 'shell' } });
  const entry = join(state, 'store/log/000000.json');
  if (isOlder) await writeFile(entry, (await readFile(entry, 'utf8')).replace(/"schema": \d+/, '"schema": 1'));
  await writeFile(join(state, 'unrelated'), '');
  return state;
}

const contents = async (folder: string) => (await readdir(folder, { recursive: true })).toSorted();

test('the own state begins from scratch if an older version wrote it, and a line says so', async () => {
  const state = await makeState('.portal');
  await start();
  expect(await contents(state)).toEqual(['release-key.pem', 'trusted-keys', 'unrelated']);
  expect(printed).toEqual([expect.stringContaining(state)]);
});

test('a state that somebody has named is refused if an older version wrote it, and stays as it is', async () => {
  const state = await makeState('named');
  const before = await contents(state);
  await expect(start({ PORTAL_STATE: state })).rejects.toMatchObject({ kind: 'older' });
  expect(await contents(state)).toEqual(before);
});

test('a state of this version stays as it is', async () => {
  const state = await makeState('.portal', false);
  const before = await contents(state);
  await start();
  expect(await contents(state)).toEqual(before);
  expect(printed).toEqual([]);
});
