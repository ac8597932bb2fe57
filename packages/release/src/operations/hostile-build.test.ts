import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCommandLine } from '../cli/run.ts';
import { RefusedError } from '../policy/refusal.ts';
import { integrityOf } from '../store/integrity.ts';
import type { Store } from '../store/store.ts';
import { openFolderStore } from '../store/store.ts';
import type { SampleBuild } from '../testing.ts';
import { publishAhead, writeBuild } from '../testing.ts';

const HUBS: SampleBuild = { name: 'mfe-hubs', version: '1.0.0', contents: { 'entry.js': 'hubs', 'main.js': 'page' } };
const MIB = 1024 * 1024;
let folder = '';
let dist = '';
let store: Store;
let manifest: ArtifactManifest;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-hostile-'));
  dist = join(folder, 'dist');
  store = openFolderStore(join(folder, 'store'), { state: folder });
  manifest = await writeBuild(dist, HUBS);
});
afterEach(() => rm(folder, { recursive: true }));

const entry = () => join(dist, manifest.entry);
const writeManifest = (changes: object) =>
  writeFile(join(dist, 'manifest.json'), JSON.stringify({ ...manifest, ...changes }));

async function makePipe(file: string): Promise<void> {
  await rm(file);
  expect(spawnSync('mkfifo', [file]).status).toBe(0);
}

async function linkOutside(file: string): Promise<void> {
  await rename(file, join(folder, 'outside'));
  await symlink(join(folder, 'outside'), file);
}

/** Makes the entry a file of this size, as the manifest says or not. The file takes no space. */
async function enlarge(size: number, listed = size): Promise<void> {
  await truncate(entry(), size);
  const record = { integrity: integrityOf(Buffer.from('')), size: listed };
  await writeManifest({ files: { ...manifest.files, [manifest.entry]: record } });
}

/** Adds a file with the bytes of the entry and this name. */
async function addFile(name: string): Promise<void> {
  await copyFile(entry(), join(dist, name));
  const record = manifest.files[manifest.entry];
  await writeManifest({ files: { ...manifest.files, [name]: record } });
}

describe('a publication refuses in one sentence, and writes nothing:', () => {
  test.each<[string, () => Promise<unknown>, rule: string, words: RegExp]>([
    ['a pipe', () => makePipe(entry()), 'file-unusable', /entry\.\w+\.js is not a regular file\. Remove it/],
    ['a pipe for a manifest', () => makePipe(join(dist, 'manifest.json')), 'manifest', /is not a regular file/],
    ['a symbolic link', () => linkOutside(entry()), 'file-unusable', /entry\.\w+\.js is a symbolic link\. Remove it/],
    [
      'a symbolic link for a manifest',
      () => linkOutside(join(dist, 'manifest.json')),
      'manifest',
      /is a symbolic link/,
    ],
    [
      'a folder with the name of a file',
      async () => {
        await rm(entry());
        await mkdir(entry());
      },
      'file-unusable',
      /is not a regular file/,
    ],
    [
      'a folder with the name of the manifest',
      async () => {
        await rm(join(dist, 'manifest.json'));
        await mkdir(join(dist, 'manifest.json'));
      },
      'manifest',
      /is not a regular file/,
    ],
    [
      'a name with the hash of other bytes',
      () => addFile('other.0123456789abcdef.js'),
      'file-name',
      /other\.0123456789abcdef\.js has the hash 0123456789abcdef in its name, and its bytes have [0-9a-f]{16}\./,
    ],
    [
      'names that differ only in case',
      () => addFile(manifest.entry.replace('entry', 'ENTRY')),
      'file-name',
      /has a file ENTRY\.\w+\.js, and there is entry\.\w+\.js: the names differ only in case/,
    ],
    [
      'an overlong name',
      () => addFile(`${'x'.repeat(230)}.0123456789abcdef.js`),
      'over-limit',
      /the name of the file x+ has 250 characters, and at most 200 are allowed/,
    ],
    [
      'a file of 300 MB',
      () => enlarge(300 * MIB),
      'over-limit',
      /the file entry\.\w+\.js has 314572800 bytes, and at most 16777216 are allowed/,
    ],
    ['a file of 3 GiB', () => enlarge(3 * 1024 * MIB), 'over-limit', /has 3221225472 bytes, and at most 16777216/],
    [
      'a file of 3 GiB that the manifest calls small',
      () => enlarge(3 * 1024 * MIB, 10),
      'file-differs',
      /entry\.\w+\.js is too large: it has 3221225472 bytes, and at most 10 are expected/,
    ],
    ['an endless manifest', () => truncate(join(dist, 'manifest.json'), 3 * 1024 * MIB), 'manifest', /is too large/],
    [
      'more than a thousand files',
      () => {
        const names = Array.from({ length: 1000 }, (_, index) => `f${String(index)}.0123456789abcdef.js`);
        const record = manifest.files[manifest.entry];
        return writeManifest({
          files: { ...manifest.files, ...Object.fromEntries(names.map((name) => [name, record])) },
        });
      },
      'over-limit',
      /its list of files has 1002 entries, and at most 1000 are allowed/,
    ],
    [
      'an overlong version',
      () => writeManifest({ version: `1.0.0-${'x'.repeat(300)}` }),
      'over-limit',
      /its version has 306 characters, and at most 64 are allowed/,
    ],
    ...['__proto__', 'constructor', 'prototype'].map((name): [string, () => Promise<unknown>, string, RegExp] => [
      `a file called ${name}, which the schema would leave out`,
      () => writeManifest({ files: { ...manifest.files, [name]: manifest.files[manifest.entry] } }),
      'manifest',
      new RegExp(`it has a field "${name}", and no field may be called so`),
    ]),
    ...['1.0.0-RC.1', '1.0.0--', '1.0.0-a-', '1.0.0-a.-b', '1.0.0-01'].map(
      (version): [string, () => Promise<unknown>, string, RegExp] => [
        `the version ${version}`,
        () => writeManifest({ version }),
        'manifest',
        /"version" is "1\.0\.0-.*such as "1\.2\.3"/,
      ],
    ),
  ])('%s [T347]', async (_, spoil, rule, words) => {
    await spoil();
    const error = await publishAhead(store, dist).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ rule, message: expect.stringMatching(words) });
    expect(String(error)).toMatch(/^.{1,700}$/);
    expect(await store.driver.list('')).toEqual([]);
  });

  test('a file whose name differs only in case from one of an earlier version', async () => {
    await publishAhead(store, dist);
    const before = await store.driver.list('');
    const other = manifest.entry.replace('entry', 'Entry');
    await writeFile(join(dist, other), 'hubs');
    await rm(entry());
    const files = { ...manifest.files, [other]: manifest.files[manifest.entry] };
    delete files[manifest.entry];
    await writeManifest({ version: '1.1.0', entry: other, files });
    await expect(publishAhead(store, dist)).rejects.toMatchObject({ rule: 'file-name' });
    expect(await store.driver.list('')).toEqual(before);
  });
});

test('the command says why, without a stack, and exits with 3', async () => {
  await makePipe(entry());
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_STATE: folder });
  const printed: unknown[] = [];
  const terminal = { log: (line: unknown) => printed.push(line), error: (line: unknown) => printed.push(line) };
  expect(await runCommandLine(['publish', dist, '--store', join(folder, 'store')], terminal)).toBe(3);
  expect(printed).toEqual([
    expect.stringMatching(/^\[file-unusable\] .* is not a regular file\. Remove it, or build the part again\.$/),
  ]);
});

test('a version whose name is too long for the store is not published, instead of an error of the disk', async () => {
  jest.replaceProperty(process, 'env', { ...process.env, PORTAL_STATE: folder });
  const printed: unknown[] = [];
  const terminal = { log: (line: unknown) => printed.push(line), error: (line: unknown) => printed.push(line) };
  await publishAhead(store, dist);
  const version = `mfe-hubs@1.0.0-${'x'.repeat(400)}`;
  for (const command of [
    ['promote', version],
    ['yank', version],
    ['rollback', 'mfe-hubs', '--to', version.slice(9)],
  ])
    expect(await runCommandLine([...command, '--reason', 'x', '--store', join(folder, 'store')], terminal)).toBe(3);
  expect(printed.join('\n')).toContain('[not-published]');
});
