/**
 * `npm run lab -- first-day` plays the first day of docs/first-day.md and docs/another-repository.md, from a clone of the
 * last commit and from an empty folder, and says how long each step takes. Home and caches are empty; `--filled` uses
 * those of this machine. `--steps 3` ends after three steps, `--without-check` checks types alone.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeError } from '@portal/node-kit/plain-error';
import { SamplePortal } from '@portal/web-server/testing';
import {
  playAnotherRepository,
  playFirstDay,
  publishFromDocument,
  releaseAnotherRepository,
} from '../../tools/documents/first-day.ts';
import type { Day } from '../../tools/documents/first-day.ts';
import { startTestRegistry } from '../../tools/libraries/testing-registry.ts';

const ROOT = join(import.meta.dirname, '../..');

/** All steps that were asked for are done. */
class EnoughError extends Error {}

const { values } = parseArgs({
  options: {
    filled: { type: 'boolean', default: false },
    steps: { type: 'string' },
    'without-check': { type: 'boolean', default: false },
  },
});
const last = Number(values.steps ?? Infinity);

let count = 0;
let since = performance.now();
function done(step: string): void {
  const seconds = ((performance.now() - since) / 1000).toFixed(0);
  console.log(`| ${step.padEnd(50)} | ${seconds.padStart(4)} s |`);
  count += 1;
  if (count >= last) throw new EnoughError();
  since = performance.now();
}

/** A home without caches, whose npm is set as that of this machine. */
async function emptyHome(folder: string): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder);
  return {
    HOME: folder,
    XDG_CACHE_HOME: join(folder, '.cache'),
    XDG_DATA_HOME: join(folder, '.local/share'),
    npm_config_cache: join(folder, '.npm'),
    npm_config_userconfig: join(homedir(), '.npmrc'),
  };
}

async function play(folder: string): Promise<void> {
  const home = async (name: string) => (values.filled ? {} : await emptyHome(join(folder, name)));
  const day = (where: string, env: Day['env']): Day => ({ folder: join(folder, where), env, done });
  const clone = day('portal', await home('home'));
  execFileSync('git', ['clone', '--quiet', ROOT, clone.folder]);
  done('Clone');
  await playFirstDay(clone, { checks: !values['without-check'] });
  const registry = await startTestRegistry();
  const elsewhere = await SamplePortal.released();
  try {
    // Of another team, on a machine of its own.
    const another = day('another', { ...(await home('another-home')), PORTAL_REGISTRY: registry.url });
    await mkdir(another.folder);
    await publishFromDocument(clone.folder, { ...clone.env, PORTAL_REGISTRY: registry.url });
    const { url } = await elsewhere.start();
    since = performance.now();
    await playAnotherRepository(another, url);
    await releaseAnotherRepository(another, clone.folder);
  } finally {
    await elsewhere.remove();
    await registry.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'portal-first-day-'));
try {
  await play(folder);
} catch (error) {
  if (!(error instanceof EnoughError)) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
