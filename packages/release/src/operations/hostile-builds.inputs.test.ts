import { spawnSync } from 'node:child_process';
import { appendFile, link, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { expect, test } from '@jest/globals';
import { HOSTILE_TEXTS, INPUTS_LIMIT_MS, tryEach } from '@portal/node-kit/testing/inputs';
import { RefusedError } from '../policy/refusal.ts';
import { memoryDriver } from '../store/memory-driver.ts';
import { openStore } from '../store/store.ts';
import { publishAhead, writeBuild } from '../testing.ts';

const SECRET = 'kept outside the build';

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
  ...HOSTILE_TEXTS,
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

const CASES: readonly (readonly [what: string, attack: Attack])[] = [
  ...['entry.', 'hubs.', 'locale-', 'manifest'].flatMap((start) =>
    Object.entries(ON_DISK).map(([what, place]): [string, Attack] => [
      `${start} is ${what}`,
      (upload) => place(fileLike(upload, start), upload),
    ]),
  ),
  ...NAMES.flatMap((name): [string, Attack][] => [
    [
      `a file is called ${JSON.stringify(name.slice(0, 40))}`,
      (upload) =>
        rewrite(upload, { files: { ...upload.manifest.files, [name]: Object.values(upload.manifest.files)[0] } }),
    ],
    [`the entry is called ${JSON.stringify(name.slice(0, 40))}`, (upload) => rewrite(upload, { entry: name })],
  ]),
  ...RECORDS.map((record): [string, Attack] => [
    `a file is listed as ${JSON.stringify(record)}`,
    (upload) => rewrite(upload, { files: { ...upload.manifest.files, [upload.manifest.entry]: record } }),
  ]),
  ...[...VERSIONS, ...HOSTILE_TEXTS].map((version): [string, Attack] => [
    `the version is ${JSON.stringify(version.slice(0, 40))}`,
    (upload) => rewrite(upload, { version }),
  ]),
  ...HOSTILE_TEXTS.map((name): [string, Attack] => [
    `the part is called ${JSON.stringify(name.slice(0, 40))}`,
    (upload) => rewrite(upload, { name }),
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
        const contents = { 'entry.js': 'hubs', 'main.js': 'page', 'hubs.css': '.a{}', 'locale-de.js': 'de' };
        const manifest = await writeBuild(upload.dist, { name: 'mfe-hubs', version: '1.0.0', contents });
        await attack({ ...upload, manifest });
        const store = openStore(memoryDriver());
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
