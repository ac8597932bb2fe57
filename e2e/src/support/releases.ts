import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { testProgram } from '@portal/node-kit/testing';

const run = promisify(execFile);
const MAIN = testProgram(
  'release-command',
  join(import.meta.dirname, '../../../packages/releases/core/src/cli/main.ts'),
);

/** What a web server serves, and the store that it reads. */
export interface Delivery {
  /** "http://localhost:40123", without a slash at the end. */
  readonly url: string;
  /** Folder of the store. */
  readonly stateFolder: string;
}

/** A release in the store. */
interface StoredRelease {
  readonly number: number;
  readonly createdBy: string;
  readonly reason: string;
  readonly shell: unknown;
  readonly remotes: Readonly<Record<string, { readonly version: string } | undefined>>;
  readonly canaries?: unknown;
}

/** Runs `npm run release -- …` on the store of a portal. @throws with its output when it refuses. */
export async function releaseCommand(stateFolder: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [MAIN, ...words, '--store', join(stateFolder, 'store')], {
    env: { ...process.env, PORTAL_STATE: stateFolder },
  });
  return stdout;
}

/** The newest release in the store, as the web server reads it. */
export async function readLiveRelease(stateFolder: string): Promise<StoredRelease> {
  const folder = join(stateFolder, 'store/releases');
  const files = (await readdir(folder)).filter((file) => /^\d+\.json$/.test(file)).toSorted();
  return JSON.parse(await readFile(join(folder, files.at(-1) ?? ''), 'utf8')) as StoredRelease;
}

/** The version of a remote that everybody gets. */
export async function liveVersion(stateFolder: string, remote: string): Promise<string | undefined> {
  return (await readLiveRelease(stateFolder)).remotes[remote]?.version;
}

/** What the store has of the version of a part that everybody gets, besides its files. */
export async function liveDocument(stateFolder: string, part: string): Promise<string> {
  const version = (await liveVersion(stateFolder, part)) ?? 'none';
  return await readFile(join(stateFolder, 'store/artifacts', part, 'versions', `${version}.json`), 'utf8');
}

/** Waits until the running web server serves the newest release: it looks for one once a second. */
export async function untilServed({ url, stateFolder }: Delivery): Promise<number> {
  const { number } = await readLiveRelease(stateFolder);
  await expect
    .poll(async () => (await fetch(`${url}/release.json`)).json() as Promise<unknown>, { intervals: [50] })
    .toMatchObject({ number });
  return number;
}

/** Runs a release command that changes what is live, and waits until the web server serves it. */
export async function release(delivery: Delivery, ...words: string[]): Promise<number> {
  await releaseCommand(delivery.stateFolder, ...words, '--reason', 'A test of the run time');
  return await untilServed(delivery);
}
