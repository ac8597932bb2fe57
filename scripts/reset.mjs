import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatText } from '../packages/node-kit/src/settings.mjs';
import { clearState, STATE_LOCK } from './start/state.mjs';

/** `npm run reset`: removes database, keys, releases and the build cache. It refuses while a portal uses them. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(ROOT, formatText(process.env, 'PORTAL_STATE') || '.portal');
const holderFile = join(folder, `${STATE_LOCK}.pid`);

/**
 * Checks the process id instead of the lock, because this also runs on versions of Node without SQLite. @param {number}
 * pid
 */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const holder = existsSync(holderFile) ? Number(readFileSync(holderFile, 'utf8')) : 0;
if (holder > 0 && isAlive(holder)) {
  console.error(`A portal runs on ${folder} (process ${holder}). Stop it first.`);
  process.exitCode = 1;
} else {
  clearState(folder);
  rmSync(join(folder, 'build-cache'), { recursive: true, force: true });
  console.log(`The data in ${folder} is deleted; the next start begins from scratch.`);
}
