import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect } from '@jest/globals';
import { FOLDER_MOMENTS } from './folder-driver.ts';
import { S3_MOMENTS } from './s3/s3-driver.ts';
import { describeS3 } from './testing/describe-s3.ts';
import type { SharedLocation, SmallLocation } from './testing/durable-driver-conformance.ts';
import { describeDurableDriver } from './testing/durable-driver-conformance.ts';
import { newS3Place } from './testing/s3-servers.ts';

const TOO_MUCH = 8_000_000;

function locationIn(folder: string, kind: 'folder' | 'full' = 'folder'): SharedLocation {
  return {
    source: { kind, place: folder },
    leftBehind: () => readdir(join(folder, '.incoming')),
    remove: () => rm(folder, { recursive: true }),
  };
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'portal-conformance-'));

async function writeUntilFull(file: string): Promise<void> {
  for (const chunk of [65_536, 1]) {
    await expect(
      (async () => {
        for (;;) await appendFile(file, Buffer.alloc(chunk));
      })(),
    ).rejects.toMatchObject({ code: 'ENOSPC' });
  }
}

/** A file system that is too small; undefined if this user may not mount one. */
async function mountSmall(folder: string): Promise<SmallLocation | undefined> {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder]);
  if (status !== 0) return undefined;
  const location = locationIn(join(folder, 'store'));
  return {
    ...location,
    tooMuch: TOO_MUCH,
    fill: () => writeUntilFull(join(folder, 'filler')),
    makeRoom: async () => void spawnSync('mount', ['-o', 'remount,size=24m', folder]),
    async remove() {
      spawnSync('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Without a small file system: a driver that fails in the middle of a write as if there were no space left. */
async function simulateFull(folder: string): Promise<SmallLocation> {
  const location = locationIn(folder, 'full');
  const fill = () => writeFile(join(folder, '.full'), '');
  return { ...location, tooMuch: TOO_MUCH, fill, makeRoom: () => rm(join(folder, '.full')) };
}

describeDurableDriver({
  name: 'a folder',
  moments: FOLDER_MOMENTS,
  visibleFrom: 'linked',
  make: async () => locationIn(await makeFolder()),
  async makeSmall() {
    const folder = await makeFolder();
    return (await mountSmall(folder)) ?? simulateFull(folder);
  },
});

describeS3((server) => {
  beforeAll(() => {
    // Processes that write take over the environment.
    Object.assign(process.env, server().environment);
  });

  describeDurableDriver({
    name: 'S3',
    moments: S3_MOMENTS,
    visibleFrom: 'answered',
    make: () =>
      Promise.resolve({
        source: { kind: 'S3', place: newS3Place(server()) },
        leftBehind: () => Promise.resolve([]),
        remove: () => Promise.resolve(),
      }),
  });
});
