import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { toBytes } from '../format/documents.ts';
import { memoryDriver } from '../store/memory-driver.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { openFolderStore } from '../store/store.ts';
import type { SampleBuild } from '../testing.ts';
import { makeBuild, promoteAll, publishSample, writeBuild } from '../testing.ts';
import type { ArtifactManifest } from '@portal/contract/artifact';

/** For tests: who requests a release, and why. */
export const WHO = { by: 'a test', reason: 'to try' };

/** For tests: signatures of names. The shell of the sample store has `own`, and its `useUser` serves `former`, too. */
export const SIGNATURES = { own: '0'.repeat(16), former: 'f'.repeat(16), newer: 'a'.repeat(16) } as const;

function sampleBuild(name: string, version: string, changes: Partial<SampleBuild>): SampleBuild {
  return { name, version, contents: { 'entry.js': `${name} ${version}` }, ...changes };
}

type Objects = ReadonlyMap<string, Uint8Array>;

/**
 * The first sample stores of a process, in memory and as files: the others are copies, because a publication signs, and
 * a folder waits for its disk.
 */
let firstObjects: Objects | undefined;
let firstFiles: Objects | undefined;

async function readFiles(folder: string): Promise<Objects> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length), await readFile(path)] as const)),
  );
}

async function writeFiles(folder: string, files: Objects): Promise<void> {
  for (const [path, bytes] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes, { mode: 0o600 });
  }
}

/** For tests: a store with a shell and two remotes, all live in version 1.0.0 in release 1. */
export class SampleStore {
  /** Of builds, and of the store if it is not in memory. */
  readonly folder: string;
  readonly store: Store;

  constructor(folder: string, store: Store) {
    this.folder = folder;
    this.store = store;
  }

  /** In memory by default; `place` is a store, or 'folder' if the tested command needs one. */
  static async make(place: Store | 'memory' | 'folder' = 'memory'): Promise<SampleStore> {
    const folder = await mkdtemp(join(tmpdir(), 'portal-store-'));
    if (typeof place !== 'string') return new SampleStore(folder, place).#fill();
    if (place === 'folder') {
      const sample = new SampleStore(folder, openFolderStore(join(folder, 'store'), { state: folder }));
      if (firstFiles) await writeFiles(folder, firstFiles);
      else firstFiles = await readFiles((await sample.#fill()).folder);
      return sample;
    }
    const objects = new Map(firstObjects);
    const sample = new SampleStore(folder, openMemoryStore(memoryDriver(objects)));
    if (firstObjects) return sample;
    await sample.#fill();
    firstObjects = new Map(objects);
    return sample;
  }

  /** Publishes and promotes version 1.0.0 of all parts. */
  async #fill(): Promise<this> {
    await this.publish('shell', '1.0.0', {
      shared: {
        provides: { react: '19.3.1', '@portal/unlisted': '1.0.0' },
        exports: { react: ['useState'], '@portal/session': ['useDraft', 'useUser'] },
        signatures: { '@portal/session': { useDraft: [SIGNATURES.own], useUser: [SIGNATURES.own, SIGNATURES.former] } },
      },
    });
    for (const name of ['mfe-hubs', 'mfe-legal']) await this.publish(name, '1.0.0');
    const versions = { shell: '1.0.0', 'mfe-hubs': '1.0.0', 'mfe-legal': '1.0.0' };
    await promoteAll(this.store, versions, { reason: 'the first' });
    return this;
  }

  /** Builds a version and returns its folder. */
  async build(name: string, version: string, changes: Partial<SampleBuild> = {}): Promise<string> {
    const dist = join(this.folder, `${name}-${version}`);
    await writeBuild(dist, sampleBuild(name, version, changes));
    return dist;
  }

  async publish(name: string, version: string, changes: Partial<SampleBuild> = {}): Promise<void> {
    await publishSample(this.store, sampleBuild(name, version, changes));
  }

  /** Stores a version without the rules of publishing, as a checkout with other rules may have done. */
  async smuggle(name: string, version: string, changes: Partial<SampleBuild> = {}): Promise<void> {
    const { manifest, provenance, files } = makeBuild(sampleBuild(name, version, changes));
    for (const [file, bytes] of files) await this.store.createFile(name, file, bytes);
    await this.store.createVersion(manifest, provenance);
  }

  /** The bytes of an object as text. */
  async read(key: string): Promise<string> {
    return Buffer.from((await this.store.driver.get(key)) ?? []).toString();
  }

  /** Overwrites an object, as a broken disk or a careless user does. */
  async write(key: string, text: string): Promise<void> {
    await this.store.driver.remove(key);
    await this.store.driver.create(key, Buffer.from(text));
  }

  /** Replaces a document by one that is logged, as another checkout does. */
  async plant(key: string, document: unknown): Promise<void> {
    await this.store.driver.remove(key);
    await this.store.documents.create(key, toBytes(document));
  }

  async lose(key: string): Promise<void> {
    await this.store.driver.remove(key);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

const NAMES = [
  '../outside.0123456789abcdef.js',
  '/etc/passwd',
  'folder/entry.0123456789abcdef.js',
  String.raw`..\outside.0123456789abcdef.js`,
  '.hidden.0123456789abcdef.js',
  '-rf.0123456789abcdef.js',
  'entry.0123456789abcdef.js\0.png',
  'entry.0123456789abcdef.js\n',
  'entry.0123456789ABCDEF.js',
  'entry.0123456789abcdef.exe',
  'entry.0123456789abcdef.html',
  'entry.js',
  'e\u0301.0123456789abcdef.js',
  '\u202egnp.0123456789abcdef.js',
  'manifest.json',
  'versions',
  'CON.0123456789abcdef.js',
  '%2e%2e.0123456789abcdef.js',
];
const RECORDS: readonly unknown[] = [
  null,
  {},
  { integrity: 'sha256-', size: 4 },
  { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', size: 4 },
  { integrity: 'md5-1B2M2Y8AsgTpgAmY7PhCfg==', size: 4 },
  ...[-1, 0.5, 1e308, '4', null].map((size) => ({ integrity: `sha256-${'A'.repeat(43)}=`, size })),
];
const VERSIONS = [
  '',
  '1',
  '1.0',
  'v1.0.0',
  '01.0.0',
  '1.0.0+build',
  '../1.0.0',
  '1.0.0/..',
  '9999999999999999.0.0',
  '1.0.0-\u0661',
];

type Changes = (manifest: ArtifactManifest) => object;

/** For tests: what a hostile manifest has instead of what a build wrote; `texts` stand for names and versions. */
export const hostileManifests = (texts: readonly string[]): readonly (readonly [what: string, changes: Changes])[] => [
  ...[...NAMES, ...texts].flatMap((name): [string, Changes][] => [
    [
      `a file is called ${JSON.stringify(name.slice(0, 40))}`,
      ({ files }) => ({ files: { ...files, [name]: Object.values(files)[0] } }),
    ],
    [`the entry is called ${JSON.stringify(name.slice(0, 40))}`, () => ({ entry: name })],
  ]),
  ...RECORDS.map((record): [string, Changes] => [
    `a file is listed as ${JSON.stringify(record)}`,
    ({ files, entry }) => ({ files: { ...files, [entry]: record } }),
  ]),
  ...[...VERSIONS, ...texts].map((version): [string, Changes] => [
    `the version is ${JSON.stringify(version.slice(0, 40))}`,
    () => ({ version }),
  ]),
  ...texts.map((name): [string, Changes] => [
    `the part is called ${JSON.stringify(name.slice(0, 40))}`,
    () => ({ name }),
  ]),
];
