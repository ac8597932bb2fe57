import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@portal/node-kit/testing';
import { installPackages } from '../../scripts/system-packages.ts';
import type { PackageMachine } from '../../scripts/system-packages.ts';

/** A PostgreSQL server for one run of the tests. */
interface TestPostgres {
  /** Tests may create databases on it. */
  readonly url: string;
  stop(): Promise<void>;
}

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const READY_TRIES = 100;
const READY_PAUSE_MS = 100;

async function findBinaries(): Promise<string | undefined> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a)).at(0);
  return newest === undefined ? undefined : join(DEBIAN_FOLDER, newest, 'bin');
}

/**
 * The user that the package of PostgreSQL created, because PostgreSQL refuses to run as root; undefined if this process
 * is not root.
 */
function ownerOfServer(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function waitUntilReady(binaries: string, port: number): Promise<void> {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const { status } = spawnSync(join(binaries, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
    if (status === 0) return;
    await pause(READY_PAUSE_MS);
  }
  throw new Error('PostgreSQL does not answer.');
}

async function run(binaries: string): Promise<TestPostgres> {
  const owner = ownerOfServer();
  const folder = await mkdtemp(join(tmpdir(), 'portal-postgres-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const port = await freePort();
  const data = join(folder, 'data');
  execFileSync(join(binaries, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync'], {
    stdio: 'ignore',
    cwd: folder,
    ...owner,
  });
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'full_page_writes=off'].flatMap((each) => ['-c', each]);
  const args = ['-D', data, '-p', String(port), '-k', folder, ...settings];
  const server = spawn(join(binaries, 'postgres'), args, { stdio: 'ignore', cwd: folder, ...owner });
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGINT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(binaries, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

/**
 * A server only for this run, from Debian's package. Undefined if there is none; then the tests that need it are
 * skipped.
 */
export async function startTestPostgres(machine: PackageMachine): Promise<TestPostgres | undefined> {
  let binaries = await findBinaries();
  if (binaries === undefined && installPackages(['postgresql'], "the backend's tests on PostgreSQL", machine)) {
    binaries = await findBinaries();
  }
  return binaries === undefined ? undefined : await run(binaries);
}
