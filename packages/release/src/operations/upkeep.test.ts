import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StoreDriver } from '../store/driver.ts';
import { sha256Hex } from '../store/integrity.ts';
import { openStore } from '../store/store.ts';
import { pruneStore } from './prune-store.ts';
import { publishVersion } from './publish-version.ts';
import { SampleStore } from './testing.ts';
import { verifyStore } from './verify-store.ts';
import { promoteAll, rollBack, yank } from '../testing.ts';

const LATER = new Date('2126-01-01T00:00:00.000Z');
const PRUNE = { by: 'a test', now: LATER, dryRun: false };
let sample: SampleStore;

beforeEach(async () => {
  sample = await SampleStore.make();
});
afterEach(() => sample.remove());

const entryOf = async (name: string, version: string) => {
  const { entry } = await sample.store.readManifest(name, version);
  return `artifacts/${name}/${entry}`;
};
const problems = async () => (await verifyStore(sample.store)).problems;

describe('verifying', () => {
  test('a store as it is made is whole, and every object is counted', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await yank(sample.store, 'mfe-hubs', '1.1.0');
    expect(await verifyStore(sample.store)).toMatchObject({
      objects: 10,
      releases: 1,
      versions: 4,
      problems: [],
      notices: [],
    });
  });

  test('one altered byte is found in a file, a manifest, and what the live release needs comes first', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    const [idle, live] = [await entryOf('mfe-hubs', '1.1.0'), await entryOf('mfe-hubs', '1.0.0')];
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

  test('a release that was altered after it was created breaks the chain', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    const first = 'releases/000001.json';
    await sample.write(first, (await sample.read(first)).replace('"the first"', '"the FIRST"'));
    expect(await problems()).toMatchObject([
      {
        key: 'releases/000002.json',
        problem: expect.stringContaining('does not contain the hash of releases/000001.json'),
      },
    ]);
  });

  test('the newest release is named with its hash, since nothing in the store would tell that it was altered', async () => {
    const key = 'releases/000001.json';
    const hash = async () => sha256Hex(Buffer.from(await sample.read(key)));
    const before = await hash();
    expect((await verifyStore(sample.store)).newest).toEqual({ number: 1, sha256: before });
    await sample.write(key, (await sample.read(key)).replace('"createdBy": "a test"', '"createdBy": "nobody"'));
    expect(await verifyStore(sample.store)).toMatchObject({
      problems: [],
      newest: { number: 1, sha256: await hash() },
    });
    expect(await hash()).not.toBe(before);
  });

  test('a release, a manifest or a file that is gone is missed', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    const gone = ['releases/000001.json', 'artifacts/mfe-legal/versions/1.0.0.json', await entryOf('shell', '1.0.0')];
    for (const key of gone) await sample.lose(key);
    const found = await problems();
    expect(found.map(({ key, kind }) => [key, kind])).toEqual(
      expect.arrayContaining(gone.map((key) => [key, 'missing'])),
    );
    expect(found).toHaveLength(3);
  });

  test('a file that only looks like a release costs no look at every number before it', async () => {
    await sample.write('releases/20261121080000.json', '{}');
    expect(await problems()).toMatchObject([
      { key: 'releases/20261121080000.json', kind: 'damaged' },
      {
        key: 'releases/000002.json',
        kind: 'missing',
        problem: expect.stringContaining('releases 2 to 20261121079999'),
      },
    ]);
  });

  test('a damaged yank is named, and its version counts as yanked', async () => {
    await sample.publish('mfe-hubs', '1.1.0');
    await yank(sample.store, 'mfe-hubs', '1.1.0');
    await sample.write('yanked/mfe-hubs/1.1.0.json', '{}');
    expect(await problems()).toMatchObject([{ key: 'yanked/mfe-hubs/1.1.0.json', kind: 'damaged' }]);
    await expect(promoteAll(sample.store, { 'mfe-hubs': '1.1.0' })).rejects.toMatchObject({
      rule: 'version-yanked',
      message: expect.stringContaining('Until it is restored, mfe-hubs 1.1.0 counts as yanked.'),
    });
  });
});

/** Published once more, of the same bytes, by a build of another day. */
async function publishAgain(version: string, contents: Readonly<Record<string, string>>): Promise<void> {
  await sample.publish('mfe-hubs', version, { contents, builtAt: '2025-02-02T00:00:00.000Z' });
}

test('a manifest that was lost and published again by a later build is what the releases were made of', async () => {
  await sample.lose('artifacts/mfe-hubs/versions/1.0.0.json');
  expect(await problems()).toMatchObject([{ problem: expect.stringContaining('Publish it again') }]);
  await publishAgain('1.0.0', { 'entry.js': 'mfe-hubs 1.0.0' });
  expect(await problems()).toEqual([]);
});

describe('pruning', () => {
  const VERSIONS = Array.from({ length: 12 }, (_, index) => `1.${String(index)}.0`);

  /** Twelve versions that share one file; 1.0.0 is live, so that of the older two 1.1.0 alone may go. */
  beforeEach(async () => {
    const shared = { 'main.js': 'the same in all' };
    for (const version of VERSIONS.slice(1))
      await sample.publish('mfe-hubs', version, { contents: { 'entry.js': version, ...shared } });
  });

  test('removes what nothing keeps, with the files that no other version has', async () => {
    const entry = await entryOf('mfe-hubs', '1.1.0');
    const planned = await pruneStore(sample.store, { ...PRUNE, dryRun: true });
    expect(planned).toMatchObject({ dryRun: true, removed: [{ name: 'mfe-hubs', version: '1.1.0', files: 1 }] });
    expect(await sample.store.versions('mfe-hubs')).toContain('1.1.0');
    expect(await pruneStore(sample.store, PRUNE)).toEqual({ ...planned, dryRun: false });
    expect(await sample.store.versions('mfe-hubs')).toEqual(VERSIONS.filter((version) => version !== '1.1.0'));
    expect(await sample.store.driver.get(entry)).toBeUndefined();
    expect(await problems()).toEqual([]);
    expect((await pruneStore(sample.store, PRUNE)).removed).toEqual([]);
  });

  test('what was live within 30 days stays, until it is older than that', async () => {
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    await promoteAll(sample.store, { 'mfe-hubs': '1.11.0' });
    await promoteAll(sample.store, { 'mfe-hubs': '1.10.0' });
    const soon = await pruneStore(sample.store, { ...PRUNE, now: new Date() });
    expect(soon.removed).toEqual([]);
    const { removed } = await pruneStore(sample.store, PRUNE);
    expect(removed.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0']);
    expect(await problems()).toEqual([]);
  });

  test('a pruned version cannot come back by a rollback, only by publishing the same bytes', async () => {
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

  test('a pruned version that releases name may be published again by a later build', async () => {
    for (const version of ['1.1.0', '1.11.0']) await promoteAll(sample.store, { 'mfe-hubs': version });
    await pruneStore(sample.store, PRUNE);
    expect(await sample.store.versions('mfe-hubs')).not.toContain('1.0.0');
    await publishAgain('1.0.0', { 'entry.js': 'mfe-hubs 1.0.0' });
    expect(await problems()).toEqual([]);
  });

  test('where a release cannot be read nothing is removed: nobody can say what is needed', async () => {
    await sample.write('releases/000002.json', '{');
    await expect(pruneStore(sample.store, PRUNE)).rejects.toMatchObject({ kind: 'damaged' });
    expect(await sample.store.versions('mfe-hubs')).toHaveLength(12);
  });

  test.each([1, 2])(
    'a prune that breaks off after %d objects leaves a store that is whole, and the next one ends it',
    async (count) => {
      const driver = sample.store.driver;
      let left = count;
      const breaking = openStore({
        ...driver,
        async remove(key) {
          if (left === 0) throw new Error('pulled the plug');
          left -= 1;
          await driver.remove(key);
        },
      });
      const entry = await entryOf('mfe-hubs', '1.1.0');
      // Two versions go, of two objects each.
      await sample.publish('mfe-hubs', '1.12.0');
      await expect(pruneStore(breaking, PRUNE)).rejects.toThrow('pulled the plug');
      expect(await problems()).toEqual([]);
      await pruneStore(sample.store, PRUNE);
      expect(await sample.store.driver.get(entry)).toBeUndefined();
      expect(await verifyStore(sample.store)).toMatchObject({ problems: [], notices: [] });
      expect((await pruneStore(sample.store, PRUNE)).removed).toEqual([]);
    },
  );

  /** The same store, where something happens once, right before the first object is removed. */
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
    return openStore(meddling);
  }

  test('a version that is promoted while it goes comes back', async () => {
    const store = storeWhere(() => promoteAll(sample.store, { 'mfe-hubs': '1.1.0' }));
    await pruneStore(store, PRUNE);
    expect(await sample.store.versions('mfe-hubs')).toContain('1.1.0');
    expect((await sample.store.latestRelease())?.remotes['mfe-hubs']?.version).toBe('1.1.0');
    expect(await problems()).toEqual([]);
  });

  test.each([1, 2])(
    'another prune at once may remove a version before its manifest is read the %d. time',
    async (nth) => {
      await sample.publish('mfe-hubs', '1.12.0');
      const driver = sample.store.driver;
      let reads = 0;
      const second = openStore({
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
    },
  );

  test('a file that a new version shares with one that goes comes back', async () => {
    const store = storeWhere(() =>
      sample.publish('mfe-hubs', '2.0.0', { contents: { 'entry.js': '1.1.0', 'main.js': 'another' } }),
    );
    await pruneStore(store, PRUNE);
    expect(await sample.store.versions('mfe-hubs')).toContain('2.0.0');
    expect(await problems()).toEqual([]);
  });
});
