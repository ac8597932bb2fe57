import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Bindings } from './bindings.ts';

const NOW = 1_000_000;
let folder: string;
let file: string;
let reported: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-bindings-'));
  file = join(folder, 'used-tokens');
  reported = [];
});
afterEach(() => rm(folder, { recursive: true }));

const open = () =>
  new Bindings(
    file,
    () => NOW * 1000,
    (problem) => reported.push(problem),
  );

test('another key cannot use a token, also after a restart', () => {
  expect(open().bind('hash', 'mine', NOW + 60)).toBe(true);
  const again = open();
  expect([again.bind('hash', 'mine', NOW + 60), again.bind('hash', 'other', NOW + 60)]).toEqual([true, false]);
  expect(reported).toEqual([]);
});

test('a folder that cannot be used is named by its variable', () => {
  file = '/dev/null/portal/used-tokens';
  expect(open).toThrow(/^PORTAL_STATE .*ENOTDIR/);
});

test('an expired token is forgotten', async () => {
  open().bind('hash', 'mine', NOW - 3600);
  open();
  expect(await readFile(file, 'utf8')).toBe('');
});

test('people sign in although nothing can be written, which is said; meanwhile no other key can use the token', async () => {
  const bindings = open();
  await rm(file);
  await mkdir(file);
  expect(bindings.bind('hash', 'mine', NOW + 60)).toBe(true);
  expect(bindings.bind('hash', 'other', NOW + 60)).toBe(false);
  expect(reported).toEqual([expect.stringContaining('used-tokens')]);
});

test('a start that cannot write keeps what is known', async () => {
  open().bind('hash', 'mine', NOW + 60);
  await mkdir(`${file}.new`);
  expect(open().bind('hash', 'other', NOW + 60)).toBe(false);
  expect(reported).toHaveLength(1);
  expect(await readFile(file, 'utf8')).toContain('hash mine');
});
