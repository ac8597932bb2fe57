import { randomUUID } from 'node:crypto';
import { link, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { hasCode } from '@portal/node-kit/error-code';
import type { StoreDriver } from '../store/driver.ts';
import type { Store } from '../store/store.ts';
import { openStore } from '../store/store.ts';
import type { SampleBuild } from '../testing.ts';
import { makeBuild, promoteAll, publishSample, writeBuild } from '../testing.ts';

/** For tests: who requests a release, and why. */
export const WHO = { by: 'a test', reason: 'to try' };

async function unlessAbsent<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** A folder as the real driver writes it, without waiting for the disk: most of a test's time would be spent there. */
function unsyncedDriver(root: string): StoreDriver {
  return {
    place: root,
    get: (key) => unlessAbsent(readFile(join(root, key))),
    async list(prefix) {
      const entries = await unlessAbsent(readdir(join(root, prefix), { recursive: true, withFileTypes: true }));
      return (entries ?? [])
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    },
    async create(key, bytes) {
      const [file, temporary] = [join(root, key), `${root}-${randomUUID()}`];
      await mkdir(dirname(file), { recursive: true });
      await writeFile(temporary, bytes);
      try {
        await link(temporary, file);
        return 'created';
      } catch (error) {
        if (hasCode(error, 'EEXIST')) return 'exists';
        throw error;
      } finally {
        await rm(temporary);
      }
    },
    remove: (key) => rm(join(root, key), { force: true }),
  };
}

function sampleBuild(name: string, version: string, changes: Partial<SampleBuild>): SampleBuild {
  return { name, version, contents: { 'entry.js': `${name} ${version}` }, ...changes };
}

/** For tests: a store in a folder of its own, with a shell and two remotes of which version 1.0.0 is live in release 1. */
export class SampleStore {
  readonly folder: string;
  readonly store: Store;

  constructor(folder: string, store: Store) {
    this.folder = folder;
    this.store = store;
  }

  /** In a folder, unless a store is given. */
  static async make(store?: Store): Promise<SampleStore> {
    const folder = await mkdtemp(join(tmpdir(), 'portal-store-'));
    const sample = new SampleStore(folder, store ?? openStore(unsyncedDriver(join(folder, 'store'))));
    await sample.publish('shell', '1.0.0', { shared: { provides: { react: '19.3.1' } } });
    for (const name of ['mfe-hubs', 'mfe-legal']) await sample.publish(name, '1.0.0');
    const versions = { shell: '1.0.0', 'mfe-hubs': '1.0.0', 'mfe-legal': '1.0.0' };
    await promoteAll(sample.store, versions, { reason: 'the first' });
    return sample;
  }

  /** Builds a version; the folder that it lies in. */
  async build(name: string, version: string, changes: Partial<SampleBuild> = {}): Promise<string> {
    const dist = join(this.folder, `${name}-${version}`);
    await writeBuild(dist, sampleBuild(name, version, changes));
    return dist;
  }

  async publish(name: string, version: string, changes: Partial<SampleBuild> = {}): Promise<void> {
    await publishSample(this.store, sampleBuild(name, version, changes));
  }

  /** Puts a version into the store past the rules of publishing, as a checkout with another contract may have done. */
  async smuggle(name: string, version: string, changes: Partial<SampleBuild> = {}): Promise<void> {
    const { manifest, files } = makeBuild(sampleBuild(name, version, changes));
    for (const [file, bytes] of files) await this.store.createFile(name, file, bytes);
    await this.store.createManifest(manifest);
  }

  /** Path of an object, in a folder. */
  file(key: string): string {
    return join(this.folder, 'store', key);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}
