import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Provenance } from '@portal/contract/provenance';
import type { Store } from '../store/store.ts';
import { openFolderStore } from '../store/store.ts';
import type { SampleBuild } from '../testing.ts';
import { storeFile } from './publish-version.ts';
import { publishAhead, sampleProvenance, writeBuild } from '../testing.ts';

const HUBS: SampleBuild = { name: 'mfe-hubs', version: '1.0.0', contents: { 'entry.js': 'hubs', 'main.js': 'page' } };
let folder = '';
let dist = '';
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-publish-'));
  dist = join(folder, 'dist');
  store = openFolderStore(join(folder, 'store'), { state: folder });
});
afterEach(() => rm(folder, { recursive: true }));

const publishedVersions = () => store.versions('mfe-hubs');

test('publishes every file and the manifest, and reads them back', async () => {
  const manifest = await writeBuild(dist, HUBS);
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
  await writeBuild(dist, HUBS);
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

test('publishing the same bytes again restores a missing file', async () => {
  const { entry } = await writeBuild(dist, HUBS);
  await publishAhead(store, dist);
  await rm(join(folder, 'store/artifacts/mfe-hubs', entry));
  expect((await publishAhead(store, dist)).result).toBe('unchanged');
  expect(await readdir(join(folder, 'store/artifacts/mfe-hubs'))).toContain(entry);
});

test('refuses other bytes under a published version, and names the differences and the remedy', async () => {
  await writeBuild(dist, HUBS);
  await publishAhead(store, dist);
  const other = join(folder, 'other');
  await writeBuild(other, { ...HUBS, contents: { ...HUBS.contents, 'main.js': 'another page' } });
  const publishing = publishAhead(store, other);
  await expect(publishing).rejects.toMatchObject({ name: 'RefusedError', rule: 'version-taken' });
  await expect(publishing).rejects.toThrow(
    /mfe-hubs 1\.0\.0 was published before.*files\.main\.[0-9a-f]{16}\.js.*pages\.main\.0.*raise "version" in mfe-hubs\/package\.json/,
  );
});

test('of two publications of one version at once, one wins, and its version is complete [T304]', async () => {
  const other = join(folder, 'other');
  await writeBuild(dist, HUBS);
  await writeBuild(other, { ...HUBS, contents: { 'entry.js': 'other hubs', 'main.js': 'page' } });
  const results = await Promise.allSettled([publishAhead(store, dist), publishAhead(store, other)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { files } = await store.readManifest('mfe-hubs', '1.0.0');
  for (const [file, record] of Object.entries(files))
    expect(await store.readFile('mfe-hubs', file, record)).toBeDefined();
});

test('refuses a file that was changed after the build, and publishes nothing', async () => {
  const { entry } = await writeBuild(dist, HUBS);
  await writeFile(join(dist, entry), 'evil');
  const publishing = publishAhead(store, dist);
  await expect(publishing).rejects.toMatchObject({ rule: 'file-differs' });
  await expect(publishing).rejects.toThrow(entry);
  expect(await publishedVersions()).toEqual([]);
});

test('refuses a missing file, and one that the manifest does not list', async () => {
  const { entry } = await writeBuild(dist, HUBS);
  await writeFile(join(dist, 'notes.txt'), 'x');
  await expect(publishAhead(store, dist)).rejects.toMatchObject({ rule: 'file-unlisted' });
  await rm(join(dist, 'notes.txt'));
  await rm(join(dist, entry));
  await expect(publishAhead(store, dist)).rejects.toMatchObject({ rule: 'file-missing' });
});

test('refuses a build without a valid manifest', async () => {
  await expect(publishAhead(store, dist)).rejects.toMatchObject({ rule: 'manifest' });
  await writeBuild(dist, HUBS);
  await writeFile(join(dist, 'manifest.json'), '{"schema": 2}');
  await expect(publishAhead(store, dist)).rejects.toThrow(/"schema"/);
});

test.each<readonly [string, Partial<Provenance>]>([
  ['a password', { source: { repository: 'https://me:secret@host/portal.git', commit: 'c'.repeat(40), clean: true } }],
  ['a user', { source: { repository: 'me@host:portal.git', commit: 'c'.repeat(40), clean: true } }],
  ['something that is no commit', { source: { repository: null, commit: '--upload-pack=evil', clean: true } }],
])('refuses a provenance with %s, and publishes nothing', async (_, provenance) => {
  await writeBuild(dist, { ...HUBS, provenance });
  await expect(publishAhead(store, dist)).rejects.toMatchObject({ rule: 'provenance' });
  expect(await publishedVersions()).toEqual([]);
});

test('refuses a build without a provenance', async () => {
  await writeBuild(dist, HUBS);
  await rm(join(dist, 'provenance.json'));
  await expect(publishAhead(store, dist)).rejects.toThrow(/\[provenance\].*provenance\.json.*Build the part again/);
});

test.each(['01.00.00', '99999999999999999999.0.0', '1.0.0-rc.01', 'v1.0.0', '1.0.0+build'])(
  'refuses version %s, which is not valid in Semantic Versioning',
  async (version) => {
    const manifest = await writeBuild(dist, HUBS);
    await writeFile(join(dist, 'manifest.json'), JSON.stringify({ ...manifest, version }));
    const publishing = publishAhead(store, dist);
    await expect(publishing).rejects.toMatchObject({ rule: 'manifest' });
    await expect(publishing).rejects.toThrow(/"version".*such as "1.2.3"/s);
    expect(await publishedVersions()).toEqual([]);
  },
);

test('refuses a remote built for another contract', async () => {
  await writeBuild(dist, { ...HUBS, declaration: { contract: '^9.0.0' } });
  const publishing = publishAhead(store, dist);
  await expect(publishing).rejects.toMatchObject({ rule: 'contract-range' });
  await expect(publishing).rejects.toThrow('mfe-hubs 1.0.0 was built for the contract ^9.0.0');
});

test('refuses a file whose name the store has with other bytes', async () => {
  const { entry } = await writeBuild(dist, HUBS);
  await store.createFile('mfe-hubs', entry, Buffer.from('other'));
  await expect(publishAhead(store, dist)).rejects.toMatchObject({ rule: 'name-taken' });
  expect(await publishedVersions()).toEqual([]);
});

test('versions share unchanged files', async () => {
  await writeBuild(dist, HUBS);
  await publishAhead(store, dist);
  const other = join(folder, 'other');
  await writeBuild(other, { ...HUBS, version: '1.1.0', contents: { ...HUBS.contents, 'main.js': 'new page' } });
  await publishAhead(store, other);
  const files = await readdir(join(folder, 'store/artifacts/mfe-hubs'));
  expect(files.filter((file) => file.endsWith('.js'))).toHaveLength(3);
});
