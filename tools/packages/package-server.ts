import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import { readStyle } from '@portal/release-console/style';
import * as v from 'valibot';
import type { Bundle } from '../libraries/bundle-program.ts';
import { bundleProgram, SERVERS_NODE as NODE } from '../libraries/bundle-program.ts';
import { tarball } from './tarball.ts';
import { PROGRAM_TABLES } from '../settings/setting-tables.ts';
import type { ServerPackage } from './servers.ts';
import { SERVERS } from './servers.ts';

type Contents = Map<string, string | Uint8Array>;

/**
 * Starts the program. Plain JavaScript that every Node reads, so that an old one gets a sentence; source maps are
 * switched on before the program is loaded, so that stack traces name the sources.
 */
const launcher = (name: string, what: string) => `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < ${NODE}) {
  console.error('This is Node ' + process.versions.node + '. The ${what} needs Node ${NODE} or newer.');
  process.exit(1);
}
process.setSourceMapsEnabled(true);
import('../dist/${name}.js');
`;

/** The version of all packages: the repository's. */
async function packagesVersion(root: string): Promise<string> {
  const file = join(root, 'package.json');
  return parseInput(file, v.object({ version: v.string() }), JSON.parse(await readFile(file, 'utf8'))).version;
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/**
 * What operators get with the program: its page, an example of its settings, and how a container and systemd run it.
 * From the folder "operations".
 */
const forOperators = ({ name, units, example }: ServerPackage): Readonly<Record<string, string>> => ({
  'README.md': `packages/${name}.md`,
  ...(example !== undefined && { [example]: `packages/${example}` }),
  Containerfile: `containers/${name}.Containerfile`,
  'base-image.sh': 'containers/base-image.sh',
  ...Object.fromEntries(units.map((unit) => [unit, `systemd/${unit}`])),
});

/** The table of a program's settings, without links to other pages. */
const plainTable = (name: keyof typeof PROGRAM_TABLES): string =>
  PROGRAM_TABLES[name].replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');

async function readContents(root: string, version: string, server: ServerPackage): Promise<Contents> {
  const { name, what, entry, folders = {} } = server;
  const program: Bundle = { folder: root, entry: `./${entry}`, name, node: NODE, sourcesAt: 'portal:///' };
  const manifest = {
    name,
    version,
    license: 'UNLICENSED',
    type: 'module',
    bin: `bin/${name}`,
    engines: { node: `>=${NODE}` },
  };
  const contents: Contents = new Map([
    ...(await bundleProgram(program)),
    [`bin/${name}`, launcher(name, what)],
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
  ]);
  for (const [place, folder] of Object.entries(folders))
    for (const file of await filesBelow(join(root, folder)))
      contents.set(`${place}/${file}`, await readFile(join(root, folder, file)));
  const filled: Readonly<Record<string, string>> = {
    VERSION: version,
    SETTINGS: plainTable(what),
    S3: plainTable('store on S3'),
  };
  for (const [place, file] of Object.entries(forOperators(server))) {
    const text = await readFile(join(root, 'operations', file), 'utf8');
    contents.set(
      place,
      text.replaceAll(/%([A-Z\d]+)%/g, (mark, key: string) => filled[key] ?? mark),
    );
  }
  if (name === 'portal-release-console') contents.set('console.css', readStyle());
  return contents;
}

export interface Packed {
  /** "portal-web-server" */
  readonly name: string;
  readonly version: string;
  /** "portal-web-server-1.2.115" */
  readonly title: string;
  /** The unpacked package. */
  readonly folder: string;
  /** The same as an archive, ".tar.gz". */
  readonly archive: string;
  /** Sizes in bytes. */
  readonly size: { readonly folder: number; readonly archive: number };
}

/** Writes a package into `output`, as a folder and as an archive. */
async function writePackage(
  output: string,
  name: string,
  version: string,
  contents: Contents,
  programs: readonly string[] = [],
): Promise<Packed> {
  const title = `${name}-${version}`;
  const folder = join(output, title);
  await rm(folder, { recursive: true, force: true });
  for (const [path, content] of contents) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content, { mode: programs.includes(path) ? 0o755 : 0o644 });
  }
  const bytes = tarball(contents, programs, title);
  const archive = `${folder}.tar.gz`;
  await writeFile(archive, bytes);
  const size = [...contents.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);
  return { name, version, title, folder, archive, size: { folder: size, archive: bytes.length } };
}

/**
 * Packs a server or the command: a folder that runs on Node alone, and an archive of it, both in `output`. The same
 * sources give the same bytes. @throws {PlainError} with the bundler's message.
 */
export async function packageServer(root: string, output: string, server: ServerPackage): Promise<Packed> {
  const version = await packagesVersion(root);
  return writePackage(output, server.name, version, await readContents(root, version, server), [`bin/${server.name}`]);
}

/** Packs what stands around the servers: the files for nginx, Prometheus and Grafana. */
async function packageOperations(root: string, output: string): Promise<Packed> {
  const [name, version] = ['portal-operations', await packagesVersion(root)];
  const operations = join(root, 'operations');
  const readme = await readFile(join(operations, `packages/${name}.md`), 'utf8');
  const contents: Contents = new Map([['README.md', readme.replaceAll('%VERSION%', version)]]);
  for (const folder of ['nginx', 'monitoring'])
    for (const file of await filesBelow(join(operations, folder)))
      contents.set(`${folder}/${file}`, await readFile(join(operations, folder, file)));
  return writePackage(output, name, version, contents);
}

/**
 * Packs all servers, the command and the files around them into `output`, which has nothing else then, with the
 * checksums of the archives.
 */
export async function packageAll(root: string, output: string): Promise<readonly Packed[]> {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const packed = await Promise.all([
    ...SERVERS.map((server) => packageServer(root, output, server)),
    packageOperations(root, output),
  ]);
  const sums = packed.map(async ({ archive }) => {
    const sum = createHash('sha256')
      .update(await readFile(archive))
      .digest('hex');
    return `${sum}  ${basename(archive)}\n`;
  });
  await writeFile(join(output, 'SHA256SUMS'), (await Promise.all(sums)).join(''));
  return packed;
}
