import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { cachedDriver } from './cached-driver.ts';
import type { CachedDriver } from './cached-driver.ts';
import { sha256Hex } from '../format/integrity.ts';
import { memoryDriver } from './memory-driver.ts';

const MINUTE_MS = 60_000;

let folder = '';
let objects: Map<string, Uint8Array>;
/** Keys and prefixes that were asked of the store. */
let asked: string[];
let said: string[];
let time: number;
/** What a store that is away does instead of answering. */
let outage: (() => Promise<never>) | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-cache-'));
  objects = new Map([['a/one.js', Buffer.from('one')]]);
  asked = [];
  said = [];
  time = Date.UTC(2026, 0, 1);
  outage = undefined;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A new process on the folder. */
function open(options: Partial<Parameters<typeof cachedDriver>[1]> = {}): CachedDriver {
  const memory = memoryDriver(objects);
  const ask = async <Answer>(of: string, answer: () => Promise<Answer>) => {
    asked.push(of);
    return outage ? await outage() : await answer();
  };
  const store = {
    ...memory,
    place: 's3://portal',
    get: (key: string) => ask(key, () => memory.get(key)),
    has: (key: string) => ask(key, () => memory.has(key)),
    list: (prefix: string) => ask(prefix, () => memory.list(prefix)),
  };
  return cachedDriver(store, {
    folder,
    clock: () => time,
    // Long enough that a busy machine never makes a test use a copy.
    waitLimitMs: MINUTE_MS,
    onProblem: (problem) => said.push(problem),
    onBack: (sentence) => said.push(sentence),
    ...options,
  });
}

const computeHash = (text: string) => sha256Hex(Buffer.from(text));
const findText = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();
const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:443.'));

describe('an object whose hash is known', () => {
  test('is read from the store once, also over a restart', async () => {
    for (const driver of [open(), open()])
      for (let read = 0; read < 2; read += 1)
        expect(findText(await driver.get('a/one.js', computeHash('one')))).toBe('one');
    expect(asked).toEqual(['a/one.js']);
  });

  test.each([
    ['is damaged', (file: string) => appendFile(file, 'more')],
    ['is empty', (file: string) => writeFile(file, '')],
    ['is another object', (file: string) => writeFile(file, `${computeHash('\u0001x')}\u0001x`)],
    ['is gone', (file: string) => rm(file)],
  ])('is read from the store again if the copy %s', async (_, harm) => {
    await open().get('a/one.js', computeHash('one'));
    const [name = ''] = await readdir(join(folder, 'documents'));
    await harm(join(folder, 'documents', name));
    expect(findText(await open().get('a/one.js', computeHash('one')))).toBe('one');
    expect(findText(await open().get('a/one.js', computeHash('one')))).toBe('one');
    expect(asked).toEqual(['a/one.js', 'a/one.js']);
  });

  test('is not kept as the store has damaged it: what the store repairs is read', async () => {
    objects.set('a/one.js', Buffer.from('damaged'));
    const driver = open();
    expect(findText(await driver.get('a/one.js', computeHash('one')))).toBe('damaged');
    objects.set('a/one.js', Buffer.from('one'));
    expect(findText(await driver.get('a/one.js', computeHash('one')))).toBe('one');
  });
});

test('what may change is asked of the store each time', async () => {
  const driver = open();
  expect(await driver.get('yanked/shell/1.0.0.json')).toBeUndefined();
  expect(await driver.list('a/')).toEqual(['a/one.js']);
  objects.set('yanked/shell/1.0.0.json', Buffer.from('{}')).set('a/two.js', Buffer.from('two'));
  expect(findText(await driver.get('yanked/shell/1.0.0.json'))).toBe('{}');
  expect(await driver.list('a/')).toEqual(['a/one.js', 'a/two.js']);
});

describe('while the store is away', () => {
  /** What a reader saw before. */
  async function readAll(driver: CachedDriver) {
    return [
      findText(await driver.get('a/one.js', computeHash('one'))),
      findText(await driver.get('a/one.js')),
      findText(await driver.get('a/none.js')),
      await driver.has('a/one.js'),
      await driver.has('a/none.js'),
      await driver.list('a/'),
      await driver.list('b/'),
    ];
  }

  test('its last answers are used for hours, also after a restart, and it is said once', async () => {
    const before = await readAll(open());
    outage = away;
    const driver = open();
    for (let hour = 0; hour < 5; hour += 1) {
      expect(await readAll(driver)).toEqual(before);
      time += 60 * MINUTE_MS;
    }
    expect(await readAll(open())).toEqual(before);
    expect(driver.away).toEqual({ since: Date.UTC(2026, 0, 1), reason: 'connect ECONNREFUSED 10.0.0.7:443' });
    const line = expect.stringMatching(/s3:\/\/portal .*connect ECONNREFUSED 10\.0\.0\.7:443\. /);
    expect(said).toEqual([line, line]);
  });

  test('an object that was read is known to be there, although nobody has asked that before', async () => {
    await open().get('a/one.js', computeHash('one'));
    outage = away;
    expect(await open().has('a/one.js')).toBe(true);
    await expect(open().has('a/none.js')).rejects.toThrow('ECONNREFUSED');
  });

  test('it is asked once a second, and what it has is read when it is back', async () => {
    const driver = open();
    await driver.list('a/');
    outage = away;
    for (let read = 0; read < 10; read += 1) await driver.list('a/');
    expect(asked).toHaveLength(3);
    outage = undefined;
    objects.set('a/two.js', Buffer.from('two'));
    time += 1000;
    while (driver.away) await driver.list('a/');
    expect(await driver.list('a/')).toEqual(['a/one.js', 'a/two.js']);
    expect(said.at(-1)).toMatch(/s3:\/\/portal .*\b1 s/);
  });

  test('what nobody has read fails with the reason of the store', async () => {
    const driver = open();
    await driver.get('a/one.js');
    outage = away;
    await expect(driver.get('a/two.js')).rejects.toThrow('ECONNREFUSED');
    await expect(driver.get('a/one.js', computeHash('other'))).rejects.toThrow('ECONNREFUSED');
  });

  test('a store that hangs delays one reader, and those after it not at all', async () => {
    const driver = open({ waitLimitMs: 5 });
    await driver.list('a/');
    const hung = Promise.withResolvers<never>();
    outage = () => hung.promise;
    expect(await driver.list('a/')).toEqual(['a/one.js']);
    expect(driver.away).toBeDefined();
    expect(await driver.list('a/')).toEqual(['a/one.js']);
    hung.reject(new Error('socket hang up'));
  });

  test('a store that comes and goes is said once a minute', async () => {
    const driver = open();
    await driver.list('a/');
    for (let round = 0; round < 3; round += 1) {
      outage = away;
      await driver.list('a/');
      outage = undefined;
      time += 1000;
      while (driver.away) await driver.list('a/');
    }
    expect(said).toEqual([expect.stringContaining('ECONNREFUSED'), expect.stringContaining('1 s')]);
  });
});

describe('the folder', () => {
  const CONTENT = 'x'.repeat(10_000);

  async function fill(driver: CachedDriver, names: readonly string[]): Promise<void> {
    for (const key of names) {
      objects.set(key, Buffer.from(key + CONTENT));
      await driver.get(key, computeHash(key + CONTENT));
      time += 60 * MINUTE_MS;
    }
  }

  test('has a limit for files; what was used the longest ago goes first, and documents stay', async () => {
    const driver = open({ mostBytes: 50_000 });
    const key = (name: string) => `artifacts/${name}`;
    await driver.get('a/one.js', computeHash('one'));
    await fill(driver, ['a', 'b', 'c'].map(key));
    await driver.get(key('a'), computeHash(key('a') + CONTENT));
    await fill(driver, ['d', 'e', 'f'].map(key));
    const files = await readdir(join(folder, 'artifacts'));
    const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, 'artifacts', name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(50_000);
    asked = [];
    await driver.get('a/one.js', computeHash('one'));
    for (const name of ['a', 'f'].map(key)) await driver.get(name, computeHash(name + CONTENT));
    expect(asked).toEqual([]);
    await driver.get(key('b'), computeHash(key('b') + CONTENT));
    expect(asked).toEqual([key('b')]);
  });

  test('loses the half-written files of processes that were killed an hour ago', async () => {
    await mkdir(join(folder, 'documents'));
    await writeFile(join(folder, 'documents', '.half'), 'half');
    time = Date.now() + 2 * 60 * MINUTE_MS;
    await open().get('a/one.js');
    expect(await readdir(join(folder, 'documents'))).toHaveLength(1);
  });

  test('that cannot be written is said, and the store is read instead', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file');
    const driver = open();
    for (let read = 0; read < 2; read += 1)
      expect(findText(await driver.get('a/one.js', computeHash('one')))).toBe('one');
    const line = expect.stringMatching(new RegExp(`${folder}/documents .*ENOTDIR`));
    expect(said).toEqual([line, line]);
    expect(await readFile(folder, 'utf8')).toBe('a file');
  });
});
