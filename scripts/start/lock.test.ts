import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lockWhenFree, tryLock } from './lock.ts';

/** Where the watching thread counts the locks that it has read, and those of them that were empty. */
const [READ, EMPTY] = [0, 1];

const WATCHER = `
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const counts = new Int32Array(workerData.seen);
  parentPort.postMessage('ready');
  for (;;) {
    try {
      const text = readFileSync(workerData.file, 'utf8');
      Atomics.add(counts, ${READ}, 1);
      if (text === '') Atomics.add(counts, ${EMPTY}, 1);
    } catch {}
  }
`;

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

test('a lock never lies there without its process: it would be taken for nobody’s, and removed', async () => {
  // Another process would look while this one is between two steps; a thread does the same.
  const seen = new SharedArrayBuffer(8);
  const watcher = new Worker(WATCHER, { eval: true, workerData: { file, seen } });
  await once(watcher, 'message');
  const counts = new Int32Array(seen);
  while (Atomics.load(counts, READ) < 2000) take()();
  await watcher.terminate();
  expect(Atomics.load(counts, EMPTY)).toBe(0);
});
