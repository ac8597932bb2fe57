import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lockWhenFree, tryLock } from './lock.ts';

let folder = '';
let file = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  file = join(folder, 'lock');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function take(): () => void {
  const result = tryLock(file);
  if ('holder' in result) throw new Error(`held by ${result.holder}`);
  return result.unlock;
}

test('a lock is held until it is given back', () => {
  const unlock = take();
  expect(tryLock(file)).toEqual({ holder: process.pid });
  unlock();
  expect(take).not.toThrow();
});

test('the lock of a process that is gone is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await writeFile(file, String(pid));
  expect(take).not.toThrow();
});

test('a lock file without a process is taken over', async () => {
  await writeFile(file, '');
  expect(take).not.toThrow();
});

test('whoever waits gets the lock when it is given back', async () => {
  const unlock = take();
  const holders: number[] = [];
  const unlockLater = await lockWhenFree(file, new AbortController().signal, (holder) => {
    holders.push(holder);
    unlock();
  });
  expect(holders).toEqual([process.pid]);
  unlockLater();
});

test('waiting can be broken off', async () => {
  const unlock = take();
  const controller = new AbortController();
  const waiting = lockWhenFree(file, controller.signal, () => {
    controller.abort();
  });
  await expect(waiting).rejects.toThrow('aborted');
  unlock();
});
