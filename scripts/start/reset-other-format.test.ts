import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openFolderStore } from '@portal/release/store';
import { publishSample } from '@portal/release/testing';
import { createProgress } from '../progress.mjs';
import { resetOtherFormat } from './reset-other-format.ts';
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
  resetOtherFormat({
    settings: readSettings(environment, root),
    progress: { ...createProgress(), print: (line: string) => printed.push(line) },
    signal: new AbortController().signal,
  });

/** Makes a state with a store, of this version, or in another format. */
async function makeState(name: string, hasOtherFormat = true): Promise<string> {
  const state = join(root, name);
  const store = openFolderStore(join(state, 'store'), { state });
  await publishSample(store, { name: 'shell', version: '1.0.0', contents: { 'entry.js': 'shell' } });
  const entry = join(state, 'store/log/000000.json');
  if (hasOtherFormat) await writeFile(entry, (await readFile(entry, 'utf8')).replace(/"schema": \d+/, '"schema": 5'));
  await writeFile(join(state, 'unrelated'), '');
  return state;
}

const contents = async (folder: string) => (await readdir(folder, { recursive: true })).toSorted();

test('the own state begins from scratch if it has another format, and a line says so', async () => {
  const state = await makeState('.portal');
  await start();
  expect(await contents(state)).toEqual(['release-key.pem', 'trusted-keys', 'unrelated']);
  expect(printed).toEqual([expect.stringContaining(state)]);
});

test('a state that somebody has named is refused if it has another format, and stays as it is', async () => {
  const state = await makeState('named');
  const before = await contents(state);
  await expect(start({ PORTAL_STATE: state })).rejects.toMatchObject({ kind: 'format' });
  expect(await contents(state)).toEqual(before);
});

test('a state of this version stays as it is', async () => {
  const state = await makeState('.portal', false);
  const before = await contents(state);
  await start();
  expect(await contents(state)).toEqual(before);
  expect(printed).toEqual([]);
});
