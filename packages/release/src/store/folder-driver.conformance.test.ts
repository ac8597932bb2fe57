import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FOLDER_MOMENTS } from './folder-driver.ts';
import type { NarrowPlace, Place } from './testing/driver-conformance.ts';
import { describeDriver } from './testing/driver-conformance.ts';

const NARROW = { module: import.meta.resolve('./testing/narrow-driver.ts'), create: 'narrowDriver' } as const;
const FOLDER = { module: import.meta.resolve('./folder-driver.ts'), create: 'folderDriver' } as const;
const TOO_MUCH = 300_000;

async function placeIn(folder: string, source: typeof FOLDER | typeof NARROW = FOLDER): Promise<Place> {
  return {
    source: { ...source, place: folder },
    async damage(key, bytes) {
      const file = join(folder, key);
      await mkdir(dirname(file), { recursive: true });
      if (bytes) await writeFile(file, bytes);
      else await rm(file);
    },
    leftBehind: () => readdir(join(folder, '.incoming')),
    remove: () => rm(folder, { recursive: true }),
  };
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'portal-conformance-'));

/** A file system that is too small, where this user may mount one. */
async function mountNarrow(folder: string): Promise<NarrowPlace | undefined> {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]);
  if (status !== 0) return undefined;
  const place = await placeIn(join(folder, 'store'));
  return {
    ...place,
    tooMuch: TOO_MUCH,
    makeRoom: async () => void spawnSync('mount', ['-o', 'remount,size=4m', folder]),
    async remove() {
      spawnSync('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Elsewhere the driver is told that there is no space left, in the middle of a write. */
async function injectNarrow(folder: string): Promise<NarrowPlace> {
  await writeFile(join(folder, '.full'), '');
  const place = await placeIn(folder, NARROW);
  return { ...place, tooMuch: TOO_MUCH, makeRoom: () => rm(join(folder, '.full')) };
}

describeDriver({
  name: 'a folder',
  moments: FOLDER_MOMENTS,
  thereFrom: 'linked',
  make: async () => placeIn(await makeFolder()),
  async makeNarrow() {
    const folder = await makeFolder();
    return (await mountNarrow(folder)) ?? injectNarrow(folder);
  },
});
