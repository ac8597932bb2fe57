import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { SourceCopy } from '../../../scripts/testing/source-copy.ts';
import { releaseCommand } from './parts.ts';
import type { PortalProcess } from './portal-process.ts';

/** A part as `npm run release -- status --json` tells of it, as far as tests ask. */
interface PartStatus {
  readonly name: string;
  readonly live: { readonly version: string } | null;
  readonly canary: { readonly version: string; readonly percent: number } | null;
}

interface Status {
  readonly release: { readonly number: number; readonly by: string; readonly reason: string };
  readonly parts: readonly PartStatus[];
}

/** What is live in the store of a portal, by the command line. */
export async function readStatus(stateFolder: string): Promise<Status> {
  // The command is the tests' own; its answer is trusted here.
  return JSON.parse(await releaseCommand(stateFolder, 'status', '--json')) as Status;
}

/** The version of a part that everybody gets. */
export async function liveVersion(stateFolder: string, part: string): Promise<string | undefined> {
  const { parts } = await readStatus(stateFolder);
  return parts.find(({ name }) => name === part)?.live?.version;
}

/** A release as it lies in the store. */
export interface StoredRelease {
  readonly number: number;
  readonly createdBy: string;
  readonly shell: unknown;
  readonly remotes: Readonly<Record<string, { readonly version: string } | undefined>>;
}

/** The newest release, byte for byte as the web server reads it. */
export async function readLiveRelease(stateFolder: string): Promise<StoredRelease> {
  const { release } = await readStatus(stateFolder);
  const file = join(stateFolder, 'store/releases', `${String(release.number).padStart(6, '0')}.json`);
  return JSON.parse(await readFile(file, 'utf8')) as StoredRelease;
}

/** Waits until the running web server serves the newest release: it looks for one once a second. */
export async function untilServed({ url, stateFolder }: PortalProcess): Promise<void> {
  const { number } = await readLiveRelease(stateFolder);
  await expect
    .poll(async () => (await fetch(`${url}/release.json`)).json() as Promise<unknown>, { intervals: [50] })
    .toMatchObject({ number });
}

/** Builds a version of a part, with another text in English where `texts` says so, and publishes it. */
export async function publishVersion(
  stateFolder: string,
  sources: SourceCopy,
  {
    part,
    version,
    texts,
  }: { readonly part: string; readonly version: string; readonly texts?: readonly [string, string] },
): Promise<void> {
  await sources.edit(`${part}/package.json`, (text) => text.replace(/"version": "[^"]+"/, `"version": "${version}"`));
  const [before, after] = texts ?? ['', ''];
  await sources.edit(`${part}/src/locales/en.json`, (text) => {
    if (!text.includes(before)) throw new Error(`${part} does not say "${before}".`);
    return text.replace(before, after);
  });
  await releaseCommand(stateFolder, 'publish', await sources.build(part));
}
