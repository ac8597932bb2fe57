import { beforeEach, expect, test } from '@jest/globals';
import { toBytes } from '../format/documents.ts';
import { ReleaseConflictError } from './errors.ts';
import { sha256Hex } from '../format/integrity.ts';
import type { Store } from './store.ts';
import { openMemoryStore } from './memory-store.ts';
import { memoryDriver } from './memory-driver.ts';
import { promoteAll, publishSample } from '../testing.ts';

let objects: Map<string, Uint8Array>;
let store: Store;

beforeEach(async () => {
  objects = new Map();
  store = openMemoryStore(memoryDriver(objects));
  await publishSample(store, { name: 'shell', version: '1.0.0', contents: { 'entry.js': 'shell' } });
});

function write(key: string, content: string | Buffer): void {
  objects.set(key, Buffer.from(content));
}

/** Replaces a document by another one, which the log has. */
async function plant(key: string, document: unknown): Promise<void> {
  objects.delete(key);
  await store.documents.create(key, toBytes(document));
}

test('of twenty writers based on one release one wins; every other gets a conflict that names the live release [T307]', async () => {
  const { release: first } = await promoteAll(store, { shell: '1.0.0' });
  const plannedReleases = Array.from({ length: 20 }, (_, index) => ({
    ...first,
    number: 2,
    createdBy: `manager ${String(index)}`,
  }));
  const results = await Promise.allSettled(
    plannedReleases.map(({ previous: _, ...planned }) => store.createRelease(planned)),
  );
  const won = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const lost = results.filter((result) => result.status === 'rejected').map(({ reason }): unknown => reason);
  expect(won).toHaveLength(1);
  expect(lost).toHaveLength(19);
  for (const error of lost) {
    expect(error).toBeInstanceOf(ReleaseConflictError);
    expect(error).toMatchObject({ live: { number: 2, createdBy: won[0]?.createdBy } });
  }
  expect(await store.latestRelease()).toEqual(won[0]);
});

test('a release contains the hash of the one before it', async () => {
  const { release: first } = await promoteAll(store, { shell: '1.0.0' });
  const { previous: _, ...planned } = first;
  const second = await store.createRelease({ ...planned, number: 2 });
  const bytes = objects.get('releases/000001.json');
  expect(first.previous).toBeNull();
  expect(second.previous).toBe(sha256Hex(bytes ?? new Uint8Array()));
});

test('a release that was overtaken before its entry was written leaves nothing behind', async () => {
  const { release: first } = await promoteAll(store, { shell: '1.0.0' });
  const { previous: _, ...planned } = first;
  const driver = memoryDriver(objects);
  const [slow, fast] = [
    openMemoryStore({
      ...driver,
      async create(key, content) {
        const created = await driver.create(key, content);
        if (key === 'releases/000002.json') await fast.createRelease({ ...planned, number: 2 });
        return created;
      },
    }),
    openMemoryStore(driver, { patienceMs: 0 }),
  ];
  await expect(slow.createRelease({ ...planned, number: 2 })).rejects.toThrow(ReleaseConflictError);
  expect([...objects.keys()].filter((key) => key.startsWith('releases/'))).toEqual([
    'releases/000001.json',
    'releases/000003.json',
  ]);
});

test.each([
  ['truncated', '{"schema": 1, "num'],
  ['of another shape', '{"schema": 1}'],
  ['not UTF-8', Buffer.from([0xff, 0xfe])],
])('reports a release that is %s', async (_, content) => {
  await promoteAll(store, { shell: '1.0.0' });
  await plant('releases/000002.json', {});
  write('releases/000002.json', content);
  await expect(store.readRelease(2)).rejects.toMatchObject({ kind: 'damaged', key: 'releases/000002.json' });
});

test('a release under another number counts as damaged', async () => {
  const { release } = await promoteAll(store, { shell: '1.0.0' });
  await plant('releases/000009.json', release);
  await expect(store.readRelease(9)).rejects.toMatchObject({ kind: 'damaged', key: 'releases/000009.json' });
});

test('lists versions in the order of Semantic Versioning', async () => {
  const versions = ['1.10.0', '1.9.0', '1.10.0-rc.10', '1.10.0-rc.2', '1.10.0-local.1a'];
  for (const version of versions) await plant(`artifacts/mfe-hubs/versions/${version}.json`, {});
  write('artifacts/mfe-hubs/versions/2.0.0.json', 'not in the log');
  expect(await store.versions('mfe-hubs')).toEqual([
    '1.9.0',
    '1.10.0-local.1a',
    '1.10.0-rc.2',
    '1.10.0-rc.10',
    '1.10.0',
  ]);
});

test('reports a manifest that is missing or of another version', async () => {
  await expect(store.readManifest('shell', '9.0.0')).rejects.toMatchObject({ kind: 'missing' });
  const first = Buffer.from(objects.get('artifacts/shell/versions/1.0.0.json') ?? []).toString();
  await plant('artifacts/shell/versions/2.0.0.json', JSON.parse(first));
  await expect(store.readManifest('shell', '2.0.0')).rejects.toMatchObject({ kind: 'damaged' });
});

test('refuses a release with the manifest of another part, also as a canary', async () => {
  const { release } = await promoteAll(store, { shell: '1.0.0' });
  const { previous: _, ...planned } = release;
  const canaries = {
    'mfe-hubs': { ...release.shell, percent: 5, since: release.createdAt, bucketingKey: 'mfe-hubs-2' },
  };
  const remotes = { 'mfe-hubs': { ...release.shell, fallback: null } };
  for (const wrong of [{ canaries }, { remotes }])
    await expect(store.createRelease({ ...planned, number: 2, ...wrong })).rejects.toThrow('"shell" 1.0.0');
});

test('does not return a file that differs from its manifest', async () => {
  const { files, entry } = await store.readManifest('shell', '1.0.0');
  const record = files[entry];
  if (!record) throw new Error('the sample has no entry');
  write(`artifacts/shell/${entry}`, 'shelf');
  await expect(store.readFile('shell', entry, record)).rejects.toMatchObject({
    kind: 'damaged',
    key: `artifacts/shell/${entry}`,
  });
  objects.delete(`artifacts/shell/${entry}`);
  await expect(store.readFile('shell', entry, record)).rejects.toMatchObject({ kind: 'missing' });
});

test.each(['..', '../shell', 'mfe-hubs/../shell', 'SHELL', ''])(
  'refuses %j as the name of a part [T352]',
  async (name) => {
    for (const read of [async () => store.versions(name), async () => store.readManifest(name, '1.0.0')])
      await expect(read).rejects.toThrow('"mfe-hubs"');
  },
);

test.each(['../../releases/000001.json', 'versions/1.0.0.json', 'manifest.json'])(
  'refuses %j as the name of a file',
  async (file) => {
    await expect(async () => store.readFile('shell', file, { integrity: '', size: 1 })).rejects.toThrow('must be like');
  },
);
