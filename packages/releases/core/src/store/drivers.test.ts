import { linkSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cachedDriver } from './cached-driver.ts';
import { folderDriver } from './folder-driver.ts';
import { memoryDriver } from './memory-driver.ts';
import { describeS3 } from './testing/describe-s3.ts';
import { describeDriver } from './testing/driver-conformance.ts';
import { newS3Place, openS3, overwriteS3 } from './testing/s3-servers.ts';

describeDriver('memory', async () => {
  const objects = new Map<string, Uint8Array>();
  return {
    driver: memoryDriver(objects),
    damage: async (key, bytes) => void objects.set(key, bytes),
    remove: async () => {},
  };
});

describeDriver('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-conformance-'));
  return {
    driver: folderDriver(folder),
    async damage(key, bytes) {
      const file = join(folder, key);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    },
    remove: () => rm(folder, { recursive: true }),
  };
});

describeDriver('a driver with copies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-cache-'));
  const objects = new Map<string, Uint8Array>();
  return {
    driver: cachedDriver(memoryDriver(objects), { folder, onProblem: () => {}, onBack: () => {} }),
    damage: async (key, bytes) => void objects.set(key, bytes),
    remove: () => rm(folder, { recursive: true }),
  };
});

describeS3((server) => {
  beforeAll(() => {
    Object.assign(process.env, server().environment);
  });

  describeDriver('S3', async () => {
    const place = newS3Place(server());
    return {
      driver: openS3(place),
      damage: (key, bytes) => overwriteS3(server(), place, key, bytes),
      remove: async () => {},
    };
  });
});

describe('a folder as a store', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('makes an existing object durable, because its writer may have been interrupted', async () => {
    await folderDriver(folder).create('a/one', Buffer.from('1'));
    const moments: string[] = [];
    const driver = folderDriver(folder, { onMoment: (moment) => moments.push(moment) });
    expect(await driver.create('a/one', Buffer.from('2'))).toBe('exists');
    expect(moments).toEqual(['folder-synced']);
  });

  test('recognizes its own object if the file system reports an error for a link that was made', async () => {
    const onMoment = (moment: string) => {
      if (moment !== 'synced') return;
      const [temporary = ''] = readdirSync(join(folder, '.incoming'));
      linkSync(join(folder, '.incoming', temporary), join(folder, 'one'));
    };
    expect(await folderDriver(folder, { onMoment }).create('one', Buffer.from('1'))).toBe('created');
    expect(Buffer.from((await folderDriver(folder).get('one')) ?? []).toString()).toBe('1');
    expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  });

  test('removes files of interrupted writers after a day, but not those of running ones', async () => {
    const driver = folderDriver(folder);
    await driver.create('one', Buffer.from('1'));
    const [old, fresh] = ['old', 'fresh'].map((name) => join(folder, '.incoming', name));
    for (const file of [old, fresh]) await writeFile(file ?? '', 'half');
    const daysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    await utimes(old ?? '', daysAgo, daysAgo);
    await driver.create('two', Buffer.from('2'));
    expect(await readdir(join(folder, '.incoming'))).toEqual(['fresh']);
  });

  test('lists no hidden files', async () => {
    const driver = folderDriver(folder);
    await driver.create('a/one', Buffer.from('1'));
    await writeFile(join(folder, 'a', '.hidden'), '');
    expect(await driver.list('')).toEqual(['a/one']);
  });

  test.each(['../outside', 'a/../../outside', '/etc/passwd', 'a//b', '.incoming/x', '', 'a\0b'])(
    'refuses %j as a key',
    async (key) => {
      await expect(folderDriver(folder).get(key)).rejects.toThrow(RangeError);
      await expect(folderDriver(folder).create(key, Buffer.from('x'))).rejects.toThrow(RangeError);
    },
  );
});
