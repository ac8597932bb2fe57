import { linkSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { folderDriver } from './folder-driver.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a folder as a store', () => {
  test('makes an existing object durable, because its writer may have been interrupted', async () => {
    await folderDriver(folder).create('a/one', bytes('1'));
    const moments: string[] = [];
    const driver = folderDriver(folder, { onMoment: (moment) => moments.push(moment) });
    expect(await driver.create('a/one', bytes('2'))).toBe('exists');
    expect(moments).toEqual(['folder-synced']);
  });

  test('recognizes its own object if the file system reports an error for a link that was made', async () => {
    const onMoment = (moment: string) => {
      if (moment !== 'synced') return;
      const [temporary = ''] = readdirSync(join(folder, '.incoming'));
      linkSync(join(folder, '.incoming', temporary), join(folder, 'one'));
    };
    expect(await folderDriver(folder, { onMoment }).create('one', bytes('1'))).toBe('created');
    expect(Buffer.from((await folderDriver(folder).get('one')) ?? []).toString()).toBe('1');
    expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  });

  test('removes files of interrupted writers after a day, but not those of running ones', async () => {
    const driver = folderDriver(folder);
    await driver.create('one', bytes('1'));
    const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, '.incoming', name));
    for (const file of [old, fresh]) await writeFile(file ?? '', 'half');
    const daysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    await utimes(old ?? '', daysAgo, daysAgo);
    await driver.create('two', bytes('2'));
    expect(await readdir(join(folder, '.incoming'))).toEqual(['fresh']);
  });

  test('lists no hidden files', async () => {
    const driver = folderDriver(folder);
    await driver.create('a/one', bytes('1'));
    await writeFile(join(folder, 'a', '.hidden'), '');
    expect(await driver.list('')).toEqual(['a/one']);
  });

  test.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', '.incoming/x', '', 'a\0b'])(
    'refuses %j as a key',
    async (key) => {
      await expect(folderDriver(folder).get(key)).rejects.toThrow(RangeError);
      await expect(folderDriver(folder).create(key, bytes('x'))).rejects.toThrow(RangeError);
    },
  );
});
