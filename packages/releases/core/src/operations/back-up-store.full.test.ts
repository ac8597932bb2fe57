import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { StoreDriver } from '../format/driver.ts';
import { fileKey, classifyKey, manifestKey, sourceMapsKey } from '../format/keys.ts';
import { memoryDriver } from '../store/memory-driver.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { createRecord } from '../store/version-records.ts';
import { promoteAll, rollBack, yank } from '../testing.ts';
import { backUpStore } from './back-up-store.ts';
import { pruneStore } from './prune-store.ts';
import { SampleStore } from './testing.ts';
import { verifyStore } from './verify-store.ts';

const LATER = new Date('2126-01-01T00:00:00.000Z');
let sample: SampleStore;
let objects: Map<string, Uint8Array>;
let copy: StoreDriver;

beforeEach(async () => {
  sample = await SampleStore.make();
  objects = new Map();
  copy = memoryDriver(objects);
});
afterEach(() => sample.remove());

const verified = async (driver = copy) => {
  const { problems, notices, log } = await verifyStore(openMemoryStore(driver));
  return { problems, notices, entries: log?.entries };
};
const publishAndPromote = async (version: string) => {
  await sample.publish('mfe-hubs', version);
  await promoteAll(sample.store, { 'mfe-hubs': version });
};

test('a copy is a whole store, and the next one takes only what is new', async () => {
  const { entries, copied, damaged } = await backUpStore(sample.store, copy);
  expect([copied, damaged]).toEqual([objects.size, []]);
  expect(await verified()).toEqual({ problems: [], notices: [], entries });
  expect(await backUpStore(sample.store, copy)).toEqual({ entries, copied: 0, bytes: 0, damaged: [], lost: [] });
  await publishAndPromote('1.1.0');
  // A file, a manifest, a release, and two entries of the log.
  expect(await backUpStore(sample.store, copy)).toMatchObject({ entries: entries + 2, copied: 5, damaged: [] });
  expect(await verified()).toEqual({ problems: [], notices: [], entries: entries + 2 });
  expect(await openMemoryStore(copy).latestRelease()).toEqual(await sample.store.latestRelease());
});

test('while others publish, release and prune, the copy is whole at every moment', async () => {
  // A prune leaves the last ten.
  for (let patch = 1; patch <= 12; patch += 1) await sample.publish('mfe-legal', `1.0.${String(patch)}`);
  let minor = 0;
  const steps: readonly (() => Promise<unknown>)[] = [
    () => publishAndPromote(`1.${String((minor += 1))}.0`),
    () => sample.publish('mfe-legal', `1.${String(minor)}.0`),
    () => rollBack(sample.store, 'mfe-hubs', '1.0.0'),
    () => yank(sample.store, 'mfe-legal', `1.${String(minor)}.0`),
    () => pruneStore(sample.store, { by: 'a test', now: LATER, dryRun: false }),
  ];
  const lost = new Set<string>();
  let [done, others] = [0, Promise.resolve()];
  const busy: StoreDriver = {
    ...copy,
    async create(key, content) {
      const created = await copy.create(key, content);
      if (objects.size % 3 === 0) others = others.then(async () => void (await steps[done++ % steps.length]?.()));
      await others;
      if (/^log\/\d+[05]\./.test(key))
        for (const problem of (await verified(memoryDriver(new Map(objects)))).problems) lost.add(problem.key);
      return created;
    },
  };
  for (let time = 0; time < 3; time += 1) await backUpStore(sample.store, busy);
  expect(done).toBeGreaterThan(steps.length * 2);
  expect(await sample.store.markedVersions('pruned', 'mfe-legal')).not.toEqual([]);
  expect([...lost]).toEqual([]);
  const { entries, damaged, lost: gone } = await backUpStore(sample.store, copy);
  expect([damaged, gone]).toEqual([[], []]);
  expect(await verified()).toMatchObject({ problems: [], entries });
  expect(await openMemoryStore(copy).latestRelease()).toEqual(await sample.store.latestRelease());
});

test('a copy that was interrupted at any moment is whole, and is completed by the next one', async () => {
  await backUpStore(sample.store, copy);
  const before = new Map(objects);
  await publishAndPromote('1.1.0');
  for (const moment of [0, 2, 4]) {
    objects.clear();
    for (const [key, bytes] of before) objects.set(key, bytes);
    let written = 0;
    const failing: StoreDriver = {
      ...copy,
      create: (key, content) => {
        if (written === moment) throw new Error('the disk is full');
        written += 1;
        return copy.create(key, content);
      },
    };
    await expect(backUpStore(sample.store, failing)).rejects.toThrow('the disk is full');
    expect((await verified()).problems).toEqual([]);
    await backUpStore(sample.store, copy);
    expect(await verified()).toMatchObject({ problems: [], notices: [] });
  }
});

test('what is damaged in the store is named, and neither copied nor put over a good copy', async () => {
  await backUpStore(sample.store, copy);
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.0.0');
  const [file, release] = [`artifacts/mfe-hubs/${entry}`, 'releases/000001.json'];
  await sample.write(file, 'altered');
  await sample.write(release, '{}');
  expect(await backUpStore(sample.store, copy)).toMatchObject({ copied: 0 });
  expect((await verified()).problems).toEqual([]);
  const second = memoryDriver();
  expect(await backUpStore(sample.store, second)).toMatchObject({ damaged: [file, release] });
  expect(await Promise.all([file, release].map((key) => second.has(key)))).toEqual([false, false]);
});

test.each([
  ['before', []],
  ['after', ['releases/000002.json']],
])(
  'a damaged release that a later one has skipped is no fault in a copy that was begun %s the damage',
  async (begun, damaged) => {
    const key = 'releases/000002.json';
    await publishAndPromote('1.1.0');
    if (begun === 'before') await backUpStore(sample.store, copy);
    await sample.write(key, 'altered');
    expect(await backUpStore(sample.store, copy)).toMatchObject({ damaged });
    await promoteAll(sample.store, { 'mfe-hubs': '1.1.0' });
    expect(await backUpStore(sample.store, copy)).toMatchObject({ damaged: [], lost: [] });
    expect(await verified()).toMatchObject({ problems: [], notices: [{ key }] });
    expect(await backUpStore(sample.store, copy)).toMatchObject({ copied: 0, damaged: [], lost: [] });
  },
);

test('a store that others write to without pause is not looked at without end because something in it is damaged', async () => {
  const { entry } = await sample.store.readManifest('mfe-hubs', '1.0.0');
  await sample.store.driver.remove(fileKey('mfe-hubs', entry));
  let written = 0;
  const busy: StoreDriver = {
    ...copy,
    async create(key, content) {
      written += 1;
      if (written > 500) throw new Error('without end');
      await createRecord(sample.store, 'checks', 'mfe-hubs', '1.0.0', { schema: 1, written });
      return copy.create(key, content);
    },
  };
  expect(await backUpStore(sample.store, busy)).toMatchObject({
    damaged: expect.arrayContaining([fileKey('mfe-hubs', entry)]) as unknown,
  });
});

test('what the store has lost is named: what the copy has stays there, and no version is copied without its files', async () => {
  await sample.publish('mfe-hubs', '1.1.0', { sourceMaps: { 'entry.js': { version: 3 } } });
  await backUpStore(sample.store, copy);
  const before = new Map(objects);
  const { entry, sourceMaps } = await sample.store.readManifest('mfe-hubs', '1.1.0');
  if (!sourceMaps) throw new Error('the sample has no source maps');
  const [file, maps] = [fileKey('mfe-hubs', entry), sourceMapsKey('mfe-hubs', '1.1.0', sourceMaps)];
  const lost = [file, maps, 'releases/000001.json'];
  for (const key of lost) await sample.lose(key);
  expect(await backUpStore(sample.store, copy)).toMatchObject({ copied: 0, damaged: [], lost });
  expect(objects).toEqual(before);
  const second = memoryDriver();
  expect(await backUpStore(sample.store, second)).toMatchObject({ damaged: lost, lost: [] });
  expect(await second.has(manifestKey('mfe-hubs', '1.1.0'))).toBe(false);
  expect(await second.has(manifestKey('mfe-hubs', '1.0.0'))).toBe(true);
  // Once the store has it again, the next backup is complete.
  for (const key of lost) await sample.store.driver.create(key, before.get(key) ?? new Uint8Array());
  expect(await backUpStore(sample.store, second)).toMatchObject({ copied: 4, damaged: [], lost: [] });
  expect((await verified(second)).problems).toEqual([]);
  const version = [file, maps, manifestKey('mfe-hubs', '1.1.0')];
  for (const key of version) await sample.lose(key);
  expect(await backUpStore(sample.store, copy)).toMatchObject({ damaged: [], lost: version });
  // The other way round it brings them back.
  expect(await backUpStore(openMemoryStore(copy), sample.store.driver)).toMatchObject({
    copied: 3,
    damaged: [],
    lost: [],
  });
  expect((await verified(sample.store.driver)).problems).toEqual([]);
});

test('what a prune has removed, or is just removing, is not lost, unless it was published again', async () => {
  // A prune leaves the last ten.
  for (let patch = 1; patch <= 12; patch += 1) await sample.publish('mfe-legal', `1.0.${String(patch)}`);
  await backUpStore(sample.store, copy);
  const { driver } = sample.store;
  const before = await driver.list('');
  const { removed } = await pruneStore(sample.store, { by: 'a test', now: LATER, dryRun: false });
  const manifests = before.filter((key) => classifyKey(key).is === 'manifest');
  const list = async (prefix: string) => [
    ...new Set([...(await driver.list(prefix)), ...(prefix === '' ? manifests : [])]),
  ];
  const amidst = openMemoryStore({ ...driver, list });
  for (const store of [sample.store, amidst])
    for (const place of [copy, memoryDriver()])
      expect(await backUpStore(store, place)).toMatchObject({ damaged: [], lost: [] });
  const again = removed[0]?.version ?? '';
  await sample.publish('mfe-legal', again);
  const file = fileKey('mfe-legal', (await sample.store.readManifest('mfe-legal', again)).entry);
  await sample.lose(file);
  expect(await backUpStore(sample.store, copy)).toMatchObject({ damaged: [], lost: [file] });
});

test('what was pruned is not brought back the other way round, unless another version needs it or it was published again', async () => {
  const shared = { 'entry.js': 'of two versions' };
  await sample.publish('mfe-legal', '1.0.1', { contents: shared });
  for (let patch = 2; patch <= 11; patch += 1) await sample.publish('mfe-legal', `1.0.${String(patch)}`);
  await sample.publish('mfe-legal', '1.0.12', { contents: shared });
  await backUpStore(sample.store, copy);
  const { removed } = await pruneStore(sample.store, { by: 'a test', now: LATER, dryRun: false });
  expect(removed.map(({ version }) => version)).toEqual(['1.0.1', '1.0.2']);
  await backUpStore(sample.store, copy);
  const reverse = () => backUpStore(openMemoryStore(copy), sample.store.driver);
  expect(await reverse()).toMatchObject({ copied: 0, damaged: [], lost: [] });
  const file = fileKey('mfe-legal', (await sample.store.readManifest('mfe-legal', '1.0.12')).entry);
  await sample.lose(file);
  expect(await reverse()).toMatchObject({ copied: 1, damaged: [], lost: [] });
  await sample.publish('mfe-legal', '1.0.2');
  await backUpStore(sample.store, copy);
  await sample.lose(manifestKey('mfe-legal', '1.0.2'));
  expect(await reverse()).toMatchObject({ copied: 1, damaged: [], lost: [] });
  expect(await sample.store.versions('mfe-legal')).not.toContain('1.0.1');
  expect((await verified(sample.store.driver)).problems).toEqual([]);
});

test('a store that has lost something, or is another one, is never copied over a backup', async () => {
  const earlier = memoryDriver();
  await backUpStore(sample.store, earlier);
  await publishAndPromote('1.1.0');
  await backUpStore(sample.store, copy);
  const before = new Map(objects);
  const rolledBack = openMemoryStore(earlier);
  await expect(backUpStore(rolledBack, copy)).rejects.toMatchObject({ kind: 'shorter' });
  await promoteAll(rolledBack, { 'mfe-hubs': null });
  await promoteAll(rolledBack, { 'mfe-hubs': '1.0.0' });
  await expect(backUpStore(rolledBack, copy)).rejects.toMatchObject({ kind: 'forked' });
  await expect(backUpStore(openMemoryStore(), copy)).rejects.toMatchObject({ kind: 'missing' });
  expect(objects).toEqual(before);
});
