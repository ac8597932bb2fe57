import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll } from '@jest/globals';
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
