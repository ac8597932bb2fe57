import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CACHE, PREPARE } from './pglite.ts';

let state = '';
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'cluster-'));
});
afterEach(() => rm(state, { recursive: true }));

const prepare = async () =>
  promisify(execFile)(process.execPath, ['--liftoff-only', PREPARE, CACHE, join(state, 'database')]);

test('one that goes on after its backend was killed, and that of the next backend, prepare one database', async () => {
  await Promise.all([prepare(), prepare()]);
  expect(existsSync(join(state, 'database/PG_VERSION'))).toBe(true);
  expect(await readdir(state)).not.toContain('database.unfinished');
});

test('what one that was killed has left is replaced', async () => {
  await mkdir(join(state, 'database.unfinished/base'), { recursive: true });
  await prepare();
  expect(existsSync(join(state, 'database/PG_VERSION'))).toBe(true);
});
