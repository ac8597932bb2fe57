import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@jest/globals';
import { FOLDER_MOMENTS, folderDriver } from './folder-driver.ts';
import { describeDriver } from './testing/driver-conformance.ts';
import type { SharedLocation, SmallLocation } from './testing/durable-driver-conformance.ts';
import { describeDurableDriver } from './testing/durable-driver-conformance.ts';

const FULL = { module: import.meta.resolve('./testing/full-driver.ts'), create: 'fullDriver' } as const;
const FOLDER = { module: import.meta.resolve('./folder-driver.ts'), create: 'folderDriver' } as const;
const TOO_MUCH = 8_000_000;

function locationIn(folder: string, source: typeof FOLDER | typeof FULL = FOLDER): SharedLocation {
  return {
    source: { ...source, place: folder },
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
  const location = locationIn(folder, FULL);
  const fill = () => writeFile(join(folder, '.full'), '');
  return { ...location, tooMuch: TOO_MUCH, fill, makeRoom: () => rm(join(folder, '.full')) };
}

describeDriver('a folder', async () => {
  const folder = await makeFolder();
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
