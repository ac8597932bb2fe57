import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { computeIntegrity } from '../format/integrity.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import type { SampleBuild } from '../testing.ts';
import { publishAhead, sampleProvenance, writeBuild } from '../testing.ts';
import { storeFile } from './publish-version.ts';

const HUBS: SampleBuild = { name: 'mfe-hubs', version: '1.0.0', contents: { 'entry.js': 'hubs', 'main.js': 'page' } };
const MIB = 1024 * 1024;
let folder = '';
let dist = '';
let store: Store;
let manifest: ArtifactManifest;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-publish-'));
  dist = join(folder, 'dist');
  store = openMemoryStore();
  manifest = await writeBuild(dist, HUBS);
});
afterEach(() => rm(folder, { recursive: true }));

test('publishes every file and the manifest, and reads them back', async () => {
  expect(await publishAhead(store, dist)).toMatchObject({ result: 'published', published: { manifest } });
  expect(await store.readManifest('mfe-hubs', '1.0.0')).toEqual(manifest);
  for (const [file, record] of Object.entries(manifest.files))
    expect(await store.readFile('mfe-hubs', file, record)).toBeDefined();
});

test('files that the store has are compared one after the other, because each is in memory as a whole', async () => {
  const bytes = Buffer.from('hubs');
  let [reading, most] = [0, 0];
  const watched: Store = {
    ...store,
    createFile: () => Promise.resolve('exists'),
    readFile: async () => {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise(setImmediate);
      reading -= 1;
      return bytes;
    },
  };
  const again = () => storeFile(watched, 'mfe-hubs', 'entry.js', bytes);
  expect(await Promise.all(Array.from({ length: 5 }, again))).toEqual(Array.from({ length: 5 }, () => 'exists'));
  expect(most).toBe(1);
});

test('publishing the same bytes again, built from another commit, changes nothing: the first provenance stays', async () => {
  const { published } = await publishAhead(store, dist);
  const source = { repository: null, commit: 'd'.repeat(40), clean: false };
  await writeBuild(dist, { ...HUBS, provenance: { builtAt: '2030-01-01T00:00:00.000Z', source } });
  expect(await publishAhead(store, dist)).toEqual({ result: 'unchanged', published });
  expect(await store.readVersion('mfe-hubs', '1.0.0')).toEqual({
    manifest: published.manifest,
    builtAt: '2025-01-01T00:00:00.000Z',
    provenance: sampleProvenance(),
  });
});

test('refuses other bytes under a published version, and names the differences and the remedy', async () => {
  await publishAhead(store, dist);
  const other = join(folder, 'other');
  await writeBuild(other, { ...HUBS, contents: { ...HUBS.contents, 'main.js': 'another page' } });
  const publishing = publishAhead(store, other);
  await expect(publishing).rejects.toThrow(
    /^\[version-taken\] mfe-hubs 1\.0\.0 .*files\.main\.[0-9a-f]{16}\.js.*pages\.main\.0.*mfe-hubs\/package\.json/,
  );
});

test('of two publications of one version at once, one wins, and its version is complete [T304]', async () => {
  const other = join(folder, 'other');
  await writeBuild(other, { ...HUBS, contents: { 'entry.js': 'other hubs', 'main.js': 'page' } });
  const results = await Promise.allSettled([publishAhead(store, dist), publishAhead(store, other)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { files } = await store.readManifest('mfe-hubs', '1.0.0');
  for (const [file, record] of Object.entries(files))
    expect(await store.readFile('mfe-hubs', file, record)).toBeDefined();
});

test('of two publications of the same bytes at once, one finds the other', async () => {
  jest.spyOn(store, 'createVersion').mockImplementationOnce(async (...version) => {
    await publishAhead(store, dist);
    return await store.createVersion(...version);
  });
  expect(await publishAhead(store, dist)).toMatchObject({ result: 'unchanged', published: { manifest } });
});

test('does not publish over a manifest that is damaged', async () => {
  await publishAhead(store, dist);
  const key = 'artifacts/mfe-hubs/versions/1.0.0.json';
  await store.driver.remove(key);
  await store.driver.create(key, Buffer.from('{'));
  await expect(publishAhead(store, dist)).rejects.toMatchObject({ name: 'StoreError', kind: 'damaged', key });
});

test('refuses a file whose name the store has with other bytes', async () => {
  const { entry } = manifest;
  await store.createFile('mfe-hubs', entry, Buffer.from('other'));
  await expect(publishAhead(store, dist)).rejects.toMatchObject({ rule: 'name-taken' });
  expect(await store.versions('mfe-hubs')).toEqual([]);
});

test('versions share unchanged files', async () => {
  await publishAhead(store, dist);
  const other = join(folder, 'other');
  await writeBuild(other, { ...HUBS, version: '1.1.0', contents: { ...HUBS.contents, 'main.js': 'new page' } });
  await publishAhead(store, other);
  const files = await store.driver.list('artifacts/mfe-hubs/');
  expect(files.filter((file) => file.endsWith('.js'))).toHaveLength(3);
});

const entryFile = () => join(dist, manifest.entry);
const writeManifest = (changes: object) =>
  writeFile(join(dist, 'manifest.json'), JSON.stringify({ ...manifest, ...changes }));

const record = () => manifest.files[manifest.entry];
const writeFiles = (files: object) => writeManifest({ files: { ...manifest.files, ...files } });

/** Builds what says that it comes from these sources. */
const buildFrom = (repository: string | null, commit = 'c'.repeat(40)) =>
  writeBuild(dist, { ...HUBS, provenance: { source: { repository, commit, clean: true } } });

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
  await truncate(entryFile(), size);
  await writeFiles({ [manifest.entry]: { integrity: computeIntegrity(Buffer.from('')), size: listed } });
}

/** Adds a file with the bytes of the entry and this name. */
async function addFile(name: string): Promise<void> {
  await copyFile(entryFile(), join(dist, name));
  await writeFiles({ [name]: record() });
}

describe('a publication refuses with a rule, names what is wrong, and writes nothing:', () => {
  const MANIFEST = 'manifest.json';
  const OVERLONG = `${'x'.repeat(230)}.0123456789abcdef.js`;
  const many = () =>
    Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${String(index)}.0123456789abcdef.js`, record()]));

  test.each<[string, () => Promise<unknown>, rule: string, named: string]>([
    ['other bytes than at the build', () => writeFile(entryFile(), 'evil'), 'files-differ', 'entry.'],
    ['a missing file', () => rm(entryFile()), 'files-differ', 'entry.'],
    ['a file that is not listed', () => writeFile(join(dist, 'notes.txt'), 'x'), 'files-differ', 'notes.txt'],
    ['no provenance', () => rm(join(dist, 'provenance.json')), 'provenance', 'provenance.json'],
    ['a password in the provenance', () => buildFrom('https://me:secret@host/portal.git'), 'provenance', 'repository'],
    ['a user in the provenance', () => buildFrom('me@host:portal.git'), 'provenance', 'repository'],
    ['no commit in the provenance', () => buildFrom(null, '--upload-pack=evil'), 'provenance', 'commit'],
    ['a pipe', () => makePipe(entryFile()), 'files-differ', 'entry.'],
    ['a symbolic link', () => linkOutside(entryFile()), 'files-differ', 'entry.'],
    ['a symbolic link for a manifest', () => linkOutside(join(dist, MANIFEST)), 'manifest', MANIFEST],
    ['no manifest', () => rm(join(dist, MANIFEST)), 'manifest', MANIFEST],
    ['an endless manifest', () => truncate(join(dist, MANIFEST), 3 * 1024 * MIB), 'manifest', MANIFEST],
    ['the hash of other bytes', () => addFile('other.0123456789abcdef.js'), 'file-name', 'other.0123456789abcdef.js'],
    ['names alike', () => addFile(manifest.entry.replace('entry', 'ENTRY')), 'file-name', 'ENTRY.'],
    ['an overlong name', () => addFile(OVERLONG), 'over-limit', '250'],
    ['a file of 300 MB', () => enlarge(300 * MIB), 'over-limit', '16777216'],
    ['a file called small', () => enlarge(3 * 1024 * MIB, 10), 'files-differ', '10'],
    ['a thousand files', () => writeFiles(many()), 'over-limit', '1002'],
    ['an overlong version', () => writeManifest({ version: `1.0.0-${'x'.repeat(300)}` }), 'over-limit', '306'],
    ...['__proto__', 'constructor'].map((name): [string, () => Promise<unknown>, string, string] => [
      `a file called ${name}, which the schema would leave out`,
      () => writeFiles({ [name]: record() }),
      'manifest',
      name,
    ]),
    ...['1.0.0-RC.1', '1.0.0--', '1.0.0-a.-b', '1.0.0-01', '01.0.0', 'v1.0.0', '1.0.0+build'].map(
      (version): [string, () => Promise<unknown>, string, string] => [
        `the version ${version}`,
        () => writeManifest({ version }),
        'manifest',
        '"1.2.3"',
      ],
    ),
  ])('%s [T347]', async (_, spoil, rule, named) => {
    await spoil();
    const error = await publishAhead(store, dist).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'RefusedError', rule, message: expect.stringContaining(named) });
    expect(String(error)).toMatch(/^.{1,700}$/);
    expect(await store.driver.list('')).toEqual([]);
  });

  test('a file whose name differs only in case from one of an earlier version', async () => {
    await publishAhead(store, dist);
    const before = await store.driver.list('');
    const other = manifest.entry.replace('entry', 'Entry');
    await writeFile(join(dist, other), 'hubs');
    await rm(entryFile());
    const files = { ...manifest.files, [other]: manifest.files[manifest.entry] };
    delete files[manifest.entry];
    await writeManifest({ version: '1.1.0', entry: other, files });
    await expect(publishAhead(store, dist)).rejects.toMatchObject({ rule: 'file-name' });
    expect(await store.driver.list('')).toEqual(before);
  });
});
