import { spawnSync } from 'node:child_process';
import { appendFile, link, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Release } from '../format/release.ts';
import { HOSTILE_TEXTS, INPUTS_LIMIT_MS, tryEach, tryInputs } from '@portal/node-kit/testing/inputs';
import { mutate, mutation } from '@portal/node-kit/testing/mutations';
import { RefusedError } from '../policy/refusal.ts';
import { StoreError } from '../store/errors.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { promoteAll, publishAhead, writeBuild } from '../testing.ts';
import { hostileManifests, SampleStore } from './testing.ts';

const SECRET = 'kept outside the build';
const CONTENTS = { 'entry.js': 'hubs', 'main.js': 'page', 'hubs.css': '.a{}', 'locale-de.js': 'de' };

/** A build on the disk. */
interface Upload {
  readonly dist: string;
  readonly outside: string;
  readonly manifest: ArtifactManifest;
}
type Attack = (upload: Upload) => Promise<unknown>;

const fileLike = ({ dist, manifest }: Upload, start: string): string =>
  join(
    dist,
    start === 'manifest' ? 'manifest.json' : (Object.keys(manifest.files).find((file) => file.startsWith(start)) ?? ''),
  );

/** What stands in the place of a file of the build. */
const ON_DISK: Readonly<Record<string, (file: string, upload: Upload) => Promise<unknown>>> = {
  missing: (file) => rm(file),
  empty: (file) => truncate(file),
  cut: (file) => truncate(file, 1),
  'one byte more': (file) => appendFile(file, '\0'),
  'other bytes': (file) => writeFile(file, SECRET),
  '3 GiB': (file) => truncate(file, 3 * 1024 ** 3),
  'a folder': (file) => rm(file).then(() => mkdir(file)),
  'a pipe': async (file) => {
    await rm(file);
    expect(spawnSync('mkfifo', [file]).status).toBe(0);
  },
  'a socket': async (file) => {
    await rm(file);
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(file, resolve);
    });
    // The socket's file stays when it is moved away from its server.
    await rename(file, `${file}.moved`);
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await rename(`${file}.moved`, file);
  },
  'a link to nothing': (file) => rm(file).then(() => symlink('/nowhere/at/all', file)),
  'a link to itself': (file) => rm(file).then(() => symlink(file, file)),
  'a link to a secret': (file, { outside }) => rm(file).then(() => symlink(outside, file)),
  'a link to a device': (file) => rm(file).then(() => symlink('/dev/zero', file)),
  'a link to its own bytes': async (file, { outside }) => {
    await rename(file, outside);
    await symlink(outside, file);
  },
  'another name of a secret': (file, { outside }) => rm(file).then(() => link(outside, file)),
};

const rewrite = ({ dist, manifest }: Upload, changes: object) =>
  writeFile(join(dist, 'manifest.json'), JSON.stringify({ ...manifest, ...changes }));

const CASES: readonly (readonly [what: string, attack: Attack])[] = [
  ...['entry.', 'hubs.', 'locale-', 'manifest'].flatMap((start) =>
    Object.entries(ON_DISK).map(([what, place]): [string, Attack] => [
      `${start} is ${what}`,
      (upload) => place(fileLike(upload, start), upload),
    ]),
  ),
  ...hostileManifests(HOSTILE_TEXTS).map(([what, changes]): [string, Attack] => [
    what,
    (upload) => rewrite(upload, changes(upload.manifest)),
  ]),
];

test(
  'a hostile build is refused in one line that names the rule, and nothing of it or from outside gets into the store',
  async () => {
    expect(CASES.length).toBeGreaterThan(100);
    await tryEach('Hostile builds, published', CASES, async ([, attack]) => {
      const folder = await mkdtemp(join(tmpdir(), 'portal-hostile-'));
      const upload = { dist: join(folder, 'dist'), outside: join(folder, 'outside') };
      try {
        await writeFile(upload.outside, SECRET);
        const manifest = await writeBuild(upload.dist, { name: 'mfe-hubs', version: '1.0.0', contents: CONTENTS });
        await attack({ ...upload, manifest });
        const store = openMemoryStore();
        const error: unknown = await publishAhead(store, upload.dist).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(RefusedError);
        expect(String(error)).toMatch(/^.{20,1000}$/);
        expect(await store.driver.list('')).toEqual([]);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  },
  INPUTS_LIMIT_MS,
);

/** How many documents each test tries. */
const AMOUNT = { all: 10_000, some: 60 };
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-hostile-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** How a publication ends; any other error is itself the result. */
async function publishResult(store: Store): Promise<unknown> {
  try {
    const { published } = await publishAhead(store, folder);
    const stored = await store.readVersion(published.manifest.name, published.manifest.version);
    return { is: 'published', asOffered: isDeepStrictEqual(stored, published) };
  } catch (error) {
    if (!(error instanceof RefusedError)) return error;
    return { is: 'refused', inFewWords: error.message.length < 2000, left: await store.driver.list('') };
  }
}

test(
  'a mutated manifest is published as it is or refused in few words, and a refused one leaves nothing',
  async () => {
    const declaration = { redirects: [{ from: '/old', to: '/hubs' }] };
    const manifest = await writeBuild(folder, { name: 'mfe-hubs', version: '1.0.0', contents: CONTENTS, declaration });
    await tryInputs('Mutated manifests, published', AMOUNT, mutation, async (change) => {
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(mutate(manifest, change)));
      expect([
        { is: 'published', asOffered: true },
        { is: 'refused', inFewWords: true, left: [] },
      ]).toContainEqual(await publishResult(openMemoryStore()));
    });
  },
  INPUTS_LIMIT_MS,
);

/** The number of the release that a promise gives; else why it cannot be read, or any other error. */
const numberOrKind = (reading: Promise<Release | undefined>): Promise<unknown> =>
  reading.then(
    (release) => release?.number,
    (error: unknown) => (error instanceof StoreError ? error.kind : error),
  );

test(
  'a mutated release is read, called damaged and skipped, or called newer and not skipped',
  async () => {
    const sample = await SampleStore.make();
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) await sample.publish('mfe-hubs', version);
    for (const version of ['1.1.0', '1.2.0']) await promoteAll(sample.store, { 'mfe-hubs': version });
    // This one has two fallbacks and a canary.
    await promoteAll(sample.store, { 'mfe-hubs': '1.3.0' }, { percent: 10 });
    const key = 'releases/000004.json';
    const release: unknown = JSON.parse(await sample.read(key));
    await tryInputs('Mutated releases, read', AMOUNT, mutation, async (change) => {
      await sample.write(key, JSON.stringify(mutate(release, change)));
      const read = await numberOrKind(sample.store.readRelease(4));
      const live = await numberOrKind(sample.store.latestRelease());
      expect([
        { read: 4, live: 4 },
        { read: 'damaged', live: 3 },
        { read: 'newer', live: 'newer' },
      ]).toContainEqual({ read, live });
    });
    await sample.remove();
  },
  INPUTS_LIMIT_MS,
);
