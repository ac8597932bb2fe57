import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LocalFile, StoreDriver } from '../../format/driver.ts';
import { DriverError } from '../../format/driver.ts';
import { sha256Hex } from '../../format/integrity.ts';
import { pruneStore } from '../../operations/prune-store.ts';
import { verifyStore } from '../../operations/verify-store.ts';
import { SampleStore } from '../../operations/testing.ts';
import { MARKS } from '../../format/keys.ts';
import { openMemoryStore } from '../memory-store.ts';

/** Where the objects of a store are, for one test. */
interface StoreLocation {
  readonly driver: StoreDriver;
  /** Overwrites an object from outside, as a broken disk or a careless user does. */
  damage(key: string, bytes: Uint8Array): Promise<void>;
  remove(): Promise<void>;
}

const WRITERS = 20;
/** More than a driver reads in one step. */
const LARGE = 200_000;
/** The tests that every driver has to pass; a driver's test file calls it. */
export function describeDriver(place: string, locate: () => Promise<StoreLocation>): void {
  describe(`a store on ${place}`, () => {
    let location: StoreLocation;
    let folder = '';

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'portal-files-'));
    });
    afterAll(() => rm(folder, { recursive: true }));
    beforeEach(async () => {
      location = await locate();
    });
    afterEach(() => location.remove());

    test('reads created objects, finds no others, and never overwrites', async () => {
      const { driver } = location;
      expect(await driver.create('a/b/one.json', Buffer.from('first'))).toBe('created');
      expect(await driver.create('a/b/one.json', Buffer.from('second'))).toBe('exists');
      expect(Buffer.from((await driver.get('a/b/one.json')) ?? []).toString()).toBe('first');
      for (const key of ['a/b/two.json', 'a/b/one.json/under']) expect(await driver.get(key)).toBeUndefined();
    });

    /** A file of this machine. */
    const readFile = async (name: string, bytes: Uint8Array): Promise<LocalFile> => {
      const path = join(folder, name);
      await writeFile(path, bytes);
      return { path, size: bytes.length, sha256: sha256Hex(bytes) };
    };

    test.each([0, 10, LARGE])('creates an object of %i bytes from a file, and never overwrites', async (size) => {
      const { driver } = location;
      const bytes = randomBytes(size);
      expect(await driver.create('a/one.js', await readFile('one', bytes))).toBe('created');
      expect(await driver.create('a/one.js', await readFile('two', randomBytes(size + 1)))).toBe('exists');
      expect(Buffer.from((await driver.get('a/one.js')) ?? Buffer.of(1)).equals(bytes)).toBe(true);
    });

    test('creates nothing from a file that has changed since it was hashed', async () => {
      const { driver } = location;
      const file = await readFile('one', randomBytes(LARGE));
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
        texts.map(async (text, index) => (index % 2 === 0 ? Buffer.from(text) : readFile(text, Buffer.from(text)))),
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
      expect([...(await driver.list(''))].sort()).toEqual(['a/b/two', 'a/one', 'ab/three']);
      expect(await driver.list('nothing/')).toEqual([]);
    });

    test('skips foreign files; a verification lists them', async () => {
      const { store, folder: own } = await SampleStore.make(openMemoryStore(location.driver));
      await rm(own, { recursive: true });
      const marks = MARKS.flatMap((mark) => [`${mark}/mfe-hubs/notes.txt`, `${mark}/mfe-hubs/old/1.0.0.json`]);
      const releases = ['notes.txt', '7.json', '000000.json', '000002.json.bak'].map((name) => `releases/${name}`);
      const foreign = [...releases, ...marks, 'readme', 'artifacts/x/y', 'artifacts/shell/versions/latest.json'];
      for (const key of foreign) await location.damage(key, Buffer.from('foreign'));
      expect(await store.releaseNumbers()).toEqual([1]);
      expect(await store.versions('shell')).toEqual(['1.0.0']);
      expect(await store.partNames()).toEqual(['mfe-hubs', 'mfe-legal', 'shell']);
      for (const mark of MARKS) expect(await store.markedVersions(mark, 'mfe-hubs')).toEqual([]);
      expect(await pruneStore(store, { by: 'a test', now: new Date(), dryRun: false })).toMatchObject({ removed: [] });
      const { problems, notices } = await verifyStore(store);
      expect(problems).toEqual([]);
      expect(notices.map(({ key }) => key).sort()).toEqual([...foreign].sort());
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
