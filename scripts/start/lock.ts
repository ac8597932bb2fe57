import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../error-code.ts';

const BETWEEN_TRIES_MS = 200;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** The living process that holds the lock `file`; undefined where there is none. */
function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file appears with its process in it: one that is empty, if only for a moment, would be taken for nobody's. */
function create(file: string): boolean {
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, String(process.pid));
    linkSync(own, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Gives a lock back. */
export type Unlock = () => void;

/** Takes the lock `file`, also from a process that died with it; tells who holds it where another living process does. */
export function tryLock(file: string): { readonly unlock: Unlock } | { readonly holder: number } {
  for (;;) {
    if (create(file)) {
      return {
        unlock: () => {
          rmSync(file, { force: true });
        },
      };
    }
    const holder = holderOf(file);
    if (holder !== undefined) return { holder };
    rmSync(file, { force: true });
  }
}

/** Takes the lock as soon as nobody else holds it. `onWait` hears who does. */
export async function lockWhenFree(
  file: string,
  signal: AbortSignal,
  onWait: (holder: number) => void,
): Promise<Unlock> {
  for (;;) {
    const result = tryLock(file);
    if ('unlock' in result) return result.unlock;
    onWait(result.holder);
    await pause(BETWEEN_TRIES_MS, undefined, { signal });
  }
}
