import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LocalFile, StoreDriver } from '../driver.ts';
import { DriverError } from '../driver.ts';
import { ReleaseConflictError } from '../errors.ts';
import { sha256Hex } from '../integrity.ts';
import { pruneStore } from '../../operations/prune-store.ts';
import { readHistory } from '../../operations/read-history.ts';
import { readStatus } from '../../operations/read-status.ts';
import { verifyStore } from '../../operations/verify-store.ts';
import { SampleStore } from '../../operations/testing.ts';
import { MARKS } from '../keys.ts';
import { openMemoryStore } from '../memory-store.ts';
import { promoteAll, rollBack, yank } from '../../testing.ts';

/** Where the objects of a store are, for one test. */
export interface StoreLocation {
  readonly driver: StoreDriver;
  /** Overwrites an object from outside, as a broken disk or a careless user does. */
  damage(key: string, bytes: Uint8Array): Promise<void>;
  remove(): Promise<void>;
}

const WRITERS = 20;
/** More than a driver reads in one step. */
const LARGE = 200_000;
const SET_BACK = new Date('2001-01-01T00:00:00.000Z');
const ALL_BUT_THE_DATE = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
] as const;

/** The tests that every driver has to pass; a driver's test file calls it. */
export function describeDriver(place: string, locate: () => Promise<StoreLocation>): void {
  describe(`a store on ${place}`, () => {
    let location: StoreLocation;
    let sample: SampleStore;

    beforeEach(async () => {
      location = await locate();
      sample = await SampleStore.make(openMemoryStore(location.driver));
      for (const version of ['1.1.0', '1.2.0']) await sample.publish('mfe-hubs', version);
    });
    afterEach(async () => {
      await sample.remove();
      await location.remove();
    });

    const problems = async () => (await verifyStore(sample.store)).problems;

    test('reads created objects, finds no others, and never overwrites', async () => {
      const { driver } = location;
      expect(await driver.create('a/b/one.json', Buffer.from('first'))).toBe('created');
      expect(await driver.create('a/b/one.json', Buffer.from('second'))).toBe('exists');
      expect(Buffer.from((await driver.get('a/b/one.json')) ?? []).toString()).toBe('first');
      for (const key of ['a/b/two.json', 'a/b/one.json/under']) expect(await driver.get(key)).toBeUndefined();
    });

    /** A file of this machine. */
    const fileOf = async (name: string, bytes: Uint8Array): Promise<LocalFile> => {
      const path = join(sample.folder, name);
      await writeFile(path, bytes);
      return { path, size: bytes.length, sha256: sha256Hex(bytes) };
    };

    test.each([0, 10, LARGE])('creates an object of %i bytes from a file, and never overwrites', async (size) => {
      const { driver } = location;
      const bytes = randomBytes(size);
      expect(await driver.create('a/one.js', await fileOf('one', bytes))).toBe('created');
      expect(await driver.create('a/one.js', await fileOf('two', randomBytes(size + 1)))).toBe('exists');
      expect(Buffer.from((await driver.get('a/one.js')) ?? Buffer.of(1)).equals(bytes)).toBe(true);
    });

    test('creates nothing from a file that has changed since it was hashed', async () => {
      const { driver } = location;
      const file = await fileOf('one', randomBytes(LARGE));
      await writeFile(file.path, randomBytes(LARGE));
      await expect(driver.create('a/one.js', file)).rejects.toThrow(DriverError);
      expect(await driver.get('a/one.js')).toBeUndefined();
      expect(await driver.list('a/')).toEqual([]);
    });

    test('knows whether there is an object', async () => {
      const { driver } = location;
      await driver.create('a/b/one.js', Buffer.from('one'));
      await driver.create('a/b/empty.js', new Uint8Array());
      const keys = ['a/b/one.js', 'a/b/empty.js', 'a/b/two.js', 'a/b', 'a/b/one.js/under'];
      expect(await Promise.all(keys.map((key) => driver.has(key)))).toEqual([true, true, false, false, false]);
      await driver.remove('a/b/one.js');
      expect(await driver.has('a/b/one.js')).toBe(false);
    });

    test(`lets exactly one of ${String(WRITERS)} writers create an object, from bytes or files`, async () => {
      const texts = Array.from({ length: WRITERS }, (_, index) => `writer ${String(index)}`);
      const contents = await Promise.all(
        texts.map(async (text, index) => (index % 2 === 0 ? Buffer.from(text) : fileOf(text, Buffer.from(text)))),
      );
      const results = await Promise.all(contents.map((content) => location.driver.create('race', content)));
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      const bytes = await location.driver.get('race');
      expect(Buffer.from(bytes ?? []).toString()).toBe(texts[results.indexOf('created')]);
    });

    test('lists the objects below a prefix', async () => {
      const { driver } = location;
      for (const key of ['a/one', 'a/b/two', 'ab/three']) await driver.create(key, Buffer.from(key));
      expect([...(await driver.list('a/'))].sort()).toEqual(['a/b/two', 'a/one']);
      expect(await driver.list('')).toEqual(expect.arrayContaining(['a/one', 'ab/three', 'releases/000001.json']));
      expect(await driver.list('nothing/')).toEqual([]);
    });

    test('a truncated release is reported; the next one skips it and is based on the last good one', async () => {
      const first = await sample.store.latestRelease();
      if (!first) throw new Error('the sample has no release');
      const { previous: _, ...planned } = first;
      await sample.store.createRelease({ ...planned, number: 2 });
      const bytes = await sample.store.driver.get('releases/000002.json');
      const cut = (bytes ?? Buffer.alloc(0)).subarray(0, 100);
      await location.damage('releases/000002.json', cut);
      expect(await sample.store.latestRelease()).toEqual(first);
      await expect(sample.store.readRelease(2)).rejects.toMatchObject({ kind: 'damaged', key: 'releases/000002.json' });
      expect(await problems()).toMatchObject([{ key: 'releases/000002.json', kind: 'damaged', live: true }]);
      const writers = ['a', 'b'].map((reason) => sample.store.createRelease({ ...planned, number: 2, reason }));
      const outcomes = await Promise.allSettled(writers);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await sample.store.latestRelease()).toMatchObject({ number: 3, previous: sha256Hex(cut) });
      expect(await problems()).toEqual([]);
    });

    test('skips foreign files; a verification lists them', async () => {
      const marks = MARKS.flatMap((mark) => [`${mark}/mfe-hubs/notes.txt`, `${mark}/mfe-hubs/old/1.0.0.json`]);
      const releases = ['notes.txt', '7.json', '000000.json', '000002.json.bak'].map((name) => `releases/${name}`);
      const foreign = [...releases, ...marks, 'readme', 'artifacts/x/y', 'artifacts/shell/versions/latest.json'];
      for (const key of foreign) await location.damage(key, Buffer.from('foreign'));
      expect(await sample.store.releaseNumbers()).toEqual([1]);
      expect(await sample.store.versions('shell')).toEqual(['1.0.0']);
      expect(await sample.store.partNames()).toEqual(['mfe-hubs', 'mfe-legal', 'shell']);
      for (const mark of MARKS) expect(await sample.store.markedVersions(mark, 'mfe-hubs')).toEqual([]);
      expect(await pruneStore(sample.store, { by: 'a test', now: new Date(), dryRun: false })).toMatchObject({
        removed: [],
      });
      const { problems: found, notices } = await verifyStore(sample.store);
      expect(found).toEqual([]);
      expect(notices.map(({ key }) => key).sort()).toEqual([...foreign].sort());
    });

    test('the highest number is live, whatever the clock said', async () => {
      const first = await sample.store.latestRelease();
      if (!first) throw new Error('the sample has no release');
      const { previous: _, ...planned } = first;
      await sample.store.createRelease({
        ...planned,
        number: 2,
        createdAt: '2001-01-01T00:00:00.000Z',
        reason: 'set back',
      });
      expect(await sample.store.latestRelease()).toMatchObject({ number: 2, reason: 'set back' });
      const late = sample.store.createRelease({ ...planned, number: 2, createdAt: '2099-01-01T00:00:00.000Z' });
      await expect(late).rejects.toThrow(ReleaseConflictError);
      expect(await problems()).toEqual([]);
    });

    test('every operation works after the clock was set back, and the last change counts', async () => {
      jest.useFakeTimers({ now: SET_BACK, doNotFake: [...ALL_BUT_THE_DATE] });
      try {
        const { store } = sample;
        const { release } = await promoteAll(store, { 'mfe-hubs': '1.1.0' });
        expect(release).toMatchObject({ number: 2, createdAt: SET_BACK.toISOString() });
        await promoteAll(store, { 'mfe-hubs': '1.2.0' }, { percent: 10 });
        await promoteAll(store, { 'mfe-hubs': '1.2.0' }, { expect: 3 });
        const back = await rollBack(store, 'mfe-hubs', undefined, { expect: 4 });
        expect(back.release).toMatchObject({ number: 5, remotes: { 'mfe-hubs': { version: '1.1.0' } } });
        await yank(store, 'mfe-hubs', '1.2.0');
        const status = await readStatus(store);
        expect(status).toMatchObject({ release: { number: 5, at: SET_BACK.toISOString() }, damaged: [] });
        expect(status.parts.find(({ name }) => name === 'mfe-hubs')?.live).toMatchObject({ version: '1.1.0' });
        expect((await readHistory(store)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
        expect(await pruneStore(store, { by: 'a test', now: new Date(), dryRun: false })).toMatchObject({
          removed: [],
        });
        expect(await problems()).toEqual([]);
      } finally {
        jest.useRealTimers();
      }
    });

    test('removes an object, and accepts a second removal', async () => {
      const { driver: objects } = location;
      await objects.create('a/one', Buffer.from('1'));
      await objects.remove('a/one');
      await objects.remove('a/one');
      expect(await objects.get('a/one')).toBeUndefined();
      expect(await objects.list('a/')).toEqual([]);
      expect(await objects.create('a/one', Buffer.from('2'))).toBe('created');
    });
  });
}
