import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { lockWhenFree, tryLock } from './process-lock.ts';

let folder = '';
let name = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  name = join(folder, 'work');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function take(): () => void {
  const result = tryLock(name);
  if ('holder' in result) throw new Error(`held by ${result.holder}`);
  return result.unlock;
}

/** Another process, which takes and releases the lock on request. */
const CONTENDER = `
  import { tryLock } from '${new URL('process-lock.ts', import.meta.url).href}';
  let unlock;
  process.on('message', (order) => {
    if (order === 'release') {
      unlock?.();
      process.send('released');
    } else {
      const result = tryLock(process.argv[2]);
      unlock = result.unlock;
      process.send(unlock ? 'got it' : 'held');
    }
  });
`;

async function startContender() {
  const file = join(folder, 'contender.mjs');
  await writeFile(file, CONTENDER);
  const child = fork(file, [name], { execArgv: [], env: { ...process.env, NODE_OPTIONS: '' } });
  return {
    async ask(order: 'take' | 'release'): Promise<unknown> {
      child.send(order);
      const [answer] = (await once(child, 'message')) as readonly unknown[];
      return answer;
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Rounds. A lock that checks first and then removes a stale file was held twice within 100 of them. */
const ROUNDS = 10 * Number(process.env['TEST_REPEATS'] ?? 1);

/** The id of a process that has ended. */
const deadProcess = () => String(spawnSync(process.execPath, ['-e', '']).pid);

test('a lock is held until it is released', () => {
  const unlock = take();
  expect(tryLock(name)).toEqual({ holder: String(process.pid) });
  unlock();
  expect(take).not.toThrow();
});

test('of two processes that find a stale lock, only one gets it', async () => {
  const [one, other] = await Promise.all([startContender(), startContender()]);
  const stale = deadProcess();
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await writeFile(`${name}.pid`, stale);
      const answers = await Promise.all([one.ask('take'), other.ask('take')]);
      expect(new Set(answers)).toEqual(new Set(['got it', 'held']));
      await Promise.all([one.ask('release'), other.ask('release')]);
    }
  } finally {
    await Promise.all([one.kill(), other.kill()]);
  }
});

test('the lock of a process that was killed is free', async () => {
  const contender = await startContender();
  expect(await contender.ask('take')).toBe('got it');
  expect(take).toThrow('held by');
  await contender.kill();
  expect(take).not.toThrow();
});

test('a waiting process gets the lock when it is released', async () => {
  const unlock = take();
  const holders: string[] = [];
  const unlockLater = await lockWhenFree(name, new AbortController().signal, (holder) => {
    holders.push(holder);
    unlock();
  });
  expect(holders).toEqual([String(process.pid)]);
  unlockLater();
});

test('waiting can be aborted', async () => {
  const unlock = take();
  const controller = new AbortController();
  const waiting = lockWhenFree(name, controller.signal, () => {
    controller.abort();
  });
  await expect(waiting).rejects.toThrow('aborted');
  unlock();
});

test('a folder that does not exist is an error, not a held lock', () => {
  expect(() => tryLock(join(folder, 'missing/work'))).toThrow('unable to open database file');
});
