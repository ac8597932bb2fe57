import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from './error-code.ts';

const BETWEEN_TRIES_MS = 200;
/**
 * How long SQLite waits for the lock, in milliseconds: two processes that try at the same moment block each other
 * briefly.
 */
const BUSY_MS = 100;
/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** Releases a lock. */
export type Unlock = () => void;

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // The holder has the lock, but has not written its id yet.
    if (hasCode(error, 'ENOENT')) return 'unknown';
    throw error;
  }
}

/**
 * Takes a lock between processes: NAME.lock in an existing folder, with the holder's process id in NAME.pid. It is a
 * lock of SQLite, so the operating system releases it however the process ends, and no lock is ever stale.
 * @returns a function that releases it, or the id of the process that holds it.
 */
export function tryLock(name: string): { readonly unlock: Unlock } | { readonly holder: string } {
  const holderFile = `${name}.pid`;
  const lock = new DatabaseSync(`${name}.lock`, { timeout: BUSY_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return { holder: readHolder(holderFile) };
    throw error;
  }
  writeFileSync(holderFile, String(process.pid));
  return {
    unlock: () => {
      if (!lock.isOpen) return;
      rmSync(holderFile, { force: true });
      lock.close();
    },
  };
}

/** Takes the lock as soon as it is free. `onWait` receives the id of the process that holds it. */
export async function lockWhenFree(
  name: string,
  signal: AbortSignal,
  onWait: (holder: string) => void,
): Promise<Unlock> {
  for (;;) {
    const result = tryLock(name);
    if ('unlock' in result) return result.unlock;
    onWait(result.holder);
    await pause(BETWEEN_TRIES_MS, undefined, { signal });
  }
}
