import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SOURCE_MAPS_FILE } from '@portal/contract/artifact';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StoreDriver } from '../format/driver.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { pruneStore } from './prune-store.ts';
import { publishVersion } from './publish-version.ts';
import { SampleStore } from './testing.ts';
import { verifyStore } from './verify-store.ts';
import { recordSampleEvidence, promoteAll, publishAhead, rollBack, yank } from '../testing.ts';

const LATER = new Date('2126-01-01T00:00:00.000Z');
const PRUNE = { by: 'a test', now: LATER, dryRun: false };
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
});
afterEach(() => sample.remove());

const readEntry = async (name: string, version: string) => {
  const { entry } = await sample.store.readManifest(name, version);
  return `artifacts/${name}/${entry}`;
};
const problems = async () => (await verifyStore(sample.store)).problems;

describe('verifying', () => {
  test('an intact store has no problem, and every object is counted', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await yank(sample.store, 'mfe-hubs', '1.1.0');
    expect(await verifyStore(sample.store)).toMatchObject({
      objects: 17,
      releases: 1,
      versions: 4,
      problems: [],
      notices: [],
    });
  });

  test('finds one altered byte in a file or a manifest, and lists objects of the live release first [T399]', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    const [idle, live] = [await readEntry('mfe-hubs', '1.1.0'), await readEntry('mfe-hubs', '1.0.0')];
    for (const key of [idle, live]) await sample.write(key, (await sample.read(key)).replace('mfe', 'MFE'));
    expect(await problems()).toMatchObject([
      { key: live, kind: 'damaged', live: true },
      { key: idle, kind: 'damaged', live: false },
    ]);
    const manifest = 'artifacts/mfe-hubs/versions/1.0.0.json';
    await sample.write(manifest, (await sample.read(manifest)).replace('"size": 14', '"size": 15'));
    expect(await problems()).toContainEqual(
      expect.objectContaining({ key: 'artifacts/mfe-hubs/versions/1.0.0.json', kind: 'damaged', live: true }),
    );
  });

  test('finds that a release was altered after it was logged', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    const key = 'releases/000001.json';
    await sample.write(key, (await sample.read(key)).replace('"reason": "the', '"reason": "not the'));
    expect(await problems()).toMatchObject([{ key, kind: 'damaged' }]);
  });

  test('finds that the author of the newest release was altered, that it was removed, and that a yank was', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await yank(sample.store, 'mfe-hubs', '1.1.0');
    const [release, record] = ['releases/000001.json', 'yanked/mfe-hubs/1.1.0.json'];
    const before = await sample.read(release);
    await sample.write(release, before.replace('"createdBy": "a test"', '"createdBy": "nobody"'));
    expect(await problems()).toMatchObject([{ key: release, kind: 'damaged', live: true }]);
    await sample.lose(release);
    expect(await problems()).toMatchObject([{ key: release, kind: 'missing', live: true }]);
    await sample.write(release, before);
    expect(await problems()).toEqual([]);
    await sample.lose(record);
    expect(await problems()).toMatchObject([{ key: record, kind: 'missing' }]);
    await expect(promoteAll(sample.store, { 'mfe-hubs': '1.1.0' })).rejects.toMatchObject({ rule: 'version-yanked' });
  });

  test('finds a missing release, manifest or file', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    const gone = ['releases/000001.json', 'artifacts/mfe-legal/versions/1.0.0.json', await readEntry('shell', '1.0.0')];
    for (const key of gone) await sample.lose(key);
    const found = await problems();
    expect(found.map(({ key, kind }) => [key, kind])).toEqual(
      expect.arrayContaining(gone.map((key) => [key, 'missing'])),
    );
    expect(found).toHaveLength(3);
  });

  test('reports a damaged yank, whose version counts as yanked', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await yank(sample.store, 'mfe-hubs', '1.1.0');
    await sample.write('yanked/mfe-hubs/1.1.0.json', '{}');
    expect(await problems()).toMatchObject([{ key: 'yanked/mfe-hubs/1.1.0.json', kind: 'damaged' }]);
    await expect(promoteAll(sample.store, { 'mfe-hubs': '1.1.0' })).rejects.toMatchObject({ rule: 'version-yanked' });
  });
});

test('a lost manifest may be published again by a later build of the same bytes', async () => {
  await sample.lose('artifacts/mfe-hubs/versions/1.0.0.json');
  expect(await problems()).toMatchObject([{ kind: 'missing' }]);
  await sample.publish('mfe-hubs', '1.0.0', { provenance: { builtAt: '2025-02-02T00:00:00.000Z' } });
  expect(await problems()).toEqual([]);
});

describe('pruning', () => {
  const VERSIONS = Array.from({ length: 12 }, (_, index) => `1.${String(index)}.0`);

  /** Twelve versions that share one file. 1.0.0 is live, so only 1.1.0 may be removed. */
  beforeEach(async () => {
    const shared = { 'main.js': 'the same in all' };
    for (const version of VERSIONS.slice(1))
      await sample.publish('mfe-hubs', version, { contents: { 'entry.js': version, ...shared } });
  });

  test('removes versions without a reason to keep them, with the files that no other version has', async () => {
    const entry = await readEntry('mfe-hubs', '1.1.0');
    const planned = await pruneStore(sample.store, { ...PRUNE, dryRun: true });
    expect(planned).toMatchObject({ dryRun: true, removed: [{ name: 'mfe-hubs', version: '1.1.0', files: 1 }] });
    expect(await sample.store.versions('mfe-hubs')).toContain('1.1.0');
    expect(await pruneStore(sample.store, PRUNE)).toEqual({ ...planned, dryRun: false });
    expect(await sample.store.versions('mfe-hubs')).toEqual(VERSIONS.filter((version) => version !== '1.1.0'));
    expect(await sample.store.driver.get(entry)).toBeUndefined();
    expect(await problems()).toEqual([]);
    expect((await pruneStore(sample.store, PRUNE)).removed).toEqual([]);
  });

  test('keeps the known good version that a rollback returns to, however old, unless it is yanked', async () => {
    for (const version of ['1.1.0', '1.11.0', '1.9.0', '1.10.0'])
      await promoteAll(sample.store, { 'mfe-hubs': version });
    await recordSampleEvidence(sample.store, 'mfe-hubs', '1.1.0', { release: 2 });
    const { kept } = await pruneStore(sample.store, { ...PRUNE, dryRun: true });
    expect(kept).toContainEqual({ name: 'mfe-hubs', version: '1.1.0', because: ['known good'] });
    await yank(sample.store, 'mfe-hubs', '1.1.0');
    expect((await pruneStore(sample.store, PRUNE)).removed).toMatchObject([{ version: '1.0.0' }, { version: '1.1.0' }]);
  });

  test('keeps versions that were live within 30 days, and removes older ones', async () => {
    for (const version of ['1.1.0', '1.11.0', '1.9.0', '1.10.0'])
      await promoteAll(sample.store, { 'mfe-hubs': version });
    const soon = await pruneStore(sample.store, { ...PRUNE, now: new Date() });
    expect(soon.removed).toEqual([]);
    const { removed } = await pruneStore(sample.store, PRUNE);
    expect(removed.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0']);
    expect(await problems()).toEqual([]);
  });

  test('a pruned version returns by publishing the same bytes, not by a rollback', async () => {
    await pruneStore(sample.store, PRUNE);
    await expect(rollBack(sample.store, 'mfe-hubs', '1.1.0')).rejects.toMatchObject({ rule: 'not-published' });
    const other = await sample.build('mfe-hubs', '1.1.0', { contents: { 'entry.js': 'other bytes' } });
    await expect(publishVersion(sample.store, { folder: other })).rejects.toMatchObject({ rule: 'version-taken' });
    await rm(other, { recursive: true });
    const same = await sample.build('mfe-hubs', '1.1.0', {
      contents: { 'entry.js': '1.1.0', 'main.js': 'the same in all' },
    });
    expect(await publishVersion(sample.store, { folder: same })).toMatchObject({ result: 'published' });
    expect((await rollBack(sample.store, 'mfe-hubs', '1.1.0')).release.number).toBe(2);
    expect(await problems()).toEqual([]);
  });

  test('prunes nothing while a release is unreadable', async () => {
    await sample.plant('releases/000002.json', {});
    await sample.write('releases/000002.json', '{');
    await expect(pruneStore(sample.store, PRUNE)).rejects.toMatchObject({ kind: 'damaged' });
    expect(await sample.store.versions('mfe-hubs')).toHaveLength(12);
  });

  test.each([1, 2])(
    'a prune interrupted after %d objects leaves an intact store, and the next one finishes it',
    async (count) => {
      const driver = sample.store.driver;
      let left = count;
      const breaking = openMemoryStore({
        ...driver,
        async remove(key) {
          if (left === 0) throw new Error('pulled the plug');
          left -= 1;
          await driver.remove(key);
        },
      });
      const entry = await readEntry('mfe-hubs', '1.1.0');
      // Two versions are removed, with two objects each.
      await sample.publish('mfe-hubs', '1.12.0');
      await expect(pruneStore(breaking, PRUNE)).rejects.toThrow('pulled the plug');
      expect(await problems()).toEqual([]);
      await pruneStore(sample.store, PRUNE);
      expect(await sample.store.driver.get(entry)).toBeUndefined();
      expect(await verifyStore(sample.store)).toMatchObject({ problems: [], notices: [] });
      expect((await pruneStore(sample.store, PRUNE)).removed).toEqual([]);
    },
  );

  /** The same store, but `happens` runs once, before the first object is removed. */
  function storeWhere(happens: () => Promise<unknown>) {
    const driver = sample.store.driver;
    let done = false;
    const meddling: StoreDriver = {
      ...driver,
      async remove(key) {
        if (!done) {
          done = true;
          await happens();
        }
        await driver.remove(key);
      },
    };
    return openMemoryStore(meddling);
  }

  test('restores a version that is promoted during the prune', async () => {
    const store = storeWhere(() => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }));
    await pruneStore(store, PRUNE);
    expect(await sample.store.versions('mfe-hubs')).toContain('1.1.0');
    expect((await sample.store.latestRelease())?.remotes['mfe-hubs']?.version).toBe('1.1.0');
    expect(await problems()).toEqual([]);
  });

  test.each([1, 2])('another prune may remove a version before its manifest is read the %d. time', async (nth) => {
    await sample.publish('mfe-hubs', '1.12.0');
    const driver = sample.store.driver;
    let reads = 0;
    const second = openMemoryStore({
      ...driver,
      async get(key) {
        if (key === 'artifacts/mfe-hubs/versions/1.2.0.json' && (reads += 1) === nth)
          await pruneStore(sample.store, PRUNE);
        return driver.get(key);
      },
    });
    await pruneStore(second, PRUNE);
    expect(reads).toBeGreaterThanOrEqual(nth);
    expect(await sample.store.versions('mfe-hubs')).toHaveLength(11);
    expect(await verifyStore(sample.store)).toMatchObject({ problems: [], notices: [] });
  });

  test('restores a file that a new version shares with a removed one', async () => {
    const store = storeWhere(() =>
      sample.publish('mfe-hubs', '2.0.0', { contents: { 'entry.js': '1.1.0', 'main.js': 'another' } }),
    );
    await pruneStore(store, PRUNE);
    expect(await sample.store.versions('mfe-hubs')).toContain('2.0.0');
    expect(await problems()).toEqual([]);
  });
});

const MAPS = { sourceMaps: { 'entry.js': { version: 3, sources: [], names: [], mappings: '' } } };
const stored = async () => [...(await sample.store.driver.list('artifacts/mfe-hubs/source-maps/'))].sort();

test('publishing the same bytes again restores lost source maps', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0', MAPS);
  await publishAhead(sample.store, folder);
  const [key = ''] = await stored();
  await sample.lose(key);
  expect(await verifyStore(sample.store)).toMatchObject({ problems: [{ key, kind: 'missing', live: false }] });
  expect((await publishAhead(sample.store, folder)).result).toBe('unchanged');
  expect(await verifyStore(sample.store)).toMatchObject({ problems: [] });
});

test('source maps that are missing, altered or not listed are refused', async () => {
  const folder = await sample.build('mfe-hubs', '1.1.0', MAPS);
  await writeFile(join(folder, SOURCE_MAPS_FILE), 'altered');
  await expect(publishAhead(sample.store, folder)).rejects.toMatchObject({ rule: 'files-differ' });
  await rm(join(folder, SOURCE_MAPS_FILE));
  await expect(publishAhead(sample.store, folder)).rejects.toMatchObject({ rule: 'files-differ' });
  const plain = await sample.build('mfe-hubs', '1.2.0');
  await writeFile(join(plain, SOURCE_MAPS_FILE), 'not listed');
  await expect(publishAhead(sample.store, plain)).rejects.toMatchObject({ rule: 'files-differ' });
  expect(await stored()).toEqual([]);
});

test('a prune removes the source maps of a version, and those that an interrupted prune has left', async () => {
  for (let minor = 1; minor <= 12; minor += 1)
    await sample.publish('mfe-hubs', `1.${String(minor)}.0`, { ...MAPS, contents: { 'entry.js': String(minor) } });
  const [first = ''] = await stored();
  const bytes = (await sample.store.driver.get(first)) ?? new Uint8Array();
  const prune = () => pruneStore(sample.store, PRUNE);
  await prune();
  expect(await stored()).toHaveLength(10);
  await sample.store.driver.create('artifacts/mfe-hubs/source-maps/1.1.0.0123456789abcdef.zip', bytes);
  await sample.store.driver.create(first, bytes);
  expect((await prune()).removed).toMatchObject([{ name: 'mfe-hubs' }]);
  expect(await sample.store.driver.get(first)).toBeUndefined();
  expect(await verifyStore(sample.store)).toMatchObject({
    notices: [{ key: 'artifacts/mfe-hubs/source-maps/1.1.0.0123456789abcdef.zip' }],
  });
});
