import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { parse } from 'yaml';
import { compileLibraries } from './compile.ts';
import { LIBRARIES, packedExports, readPackage } from './libraries.ts';
import type { Catalog } from './packed-manifest.ts';
import { packedManifest } from './packed-manifest.ts';
import type { Program } from './programs.ts';
import { createProgram, developmentProgram, manifestText, releaseProgram } from './programs.ts';

const WorkspaceSchema = v.looseObject({
  packages: v.array(v.string()),
  catalogMode: v.string(),
  overrides: v.record(v.string(), v.string()),
  catalog: v.record(v.string(), v.string()),
});

/** A file of a package's folder that another repository needs, too: the signatures that its names have had. */
const FORMER_SIGNATURES = 'former-signatures.json';
const PROGRAM = 0o755;

async function readLibraries(root: string, catalog: Catalog): Promise<readonly Program[]> {
  const compiled = await compileLibraries(root, LIBRARIES);
  const libraries = LIBRARIES.map(async (library): Promise<Program> => {
    const folder = join(root, 'packages', library.folder);
    const given = readPackage(folder);
    const files = compiled.get(library.folder) ?? new Map<string, string>();
    const manifest = packedManifest(given, packedExports(root, library).exports, {
      files,
      catalog,
      runsIn: library.runsIn,
    });
    const formerSignatures = join(folder, FORMER_SIGNATURES);
    const all = new Map([
      ...files,
      ['package.json', manifestText(manifest)],
      ['README.md', `# ${given.name}\n\n${given.description}\n`],
      ...(existsSync(formerSignatures) ? [[FORMER_SIGNATURES, await readFile(formerSignatures, 'utf8')] as const] : []),
    ]);
    return { name: given.name, folder, files: all, runnable: [] };
  });
  return await Promise.all(libraries);
}

/** All packages: the libraries and the programs, and the one that makes a repository, which names their versions. */
async function readAll(root: string): Promise<readonly Program[]> {
  const file = join(root, 'pnpm-workspace.yaml');
  const {
    packages: _,
    catalogMode: __,
    overrides: ___,
    catalog,
    ...installation
  } = parseInput(file, WorkspaceSchema, parse(await readFile(file, 'utf8')));
  const programs = [await releaseProgram(root), await developmentProgram(root, catalog)];
  const others = [...(await readLibraries(root, catalog)), ...programs];
  const libraries = others.map(({ name }) => name);
  return [...others, await createProgram(root, { catalog, installation, libraries })];
}

export interface WrittenLibrary {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  /** The package of this repository whose version and changelog it has. */
  readonly toldBy: string;
}

/** Writes all that a remote in another repository installs into `folder`, as a workspace of packages. */
export async function writeLibraries(root: string, folder: string): Promise<readonly WrittenLibrary[]> {
  const written: WrittenLibrary[] = [];
  for (const { name, folder: source, files, runnable } of await readAll(root)) {
    const target = join(folder, name.replace('@portal/', ''));
    const changelog = join(source, 'CHANGELOG.md');
    const all = new Map(files);
    if (existsSync(changelog)) all.set('CHANGELOG.md', await readFile(changelog, 'utf8'));
    for (const [path, content] of all) {
      await mkdir(dirname(join(target, path)), { recursive: true });
      await writeFile(join(target, path), content);
    }
    for (const path of runnable) await chmod(join(target, path), PROGRAM);
    const { name: toldBy, version } = readPackage(source);
    written.push({ name, version, folder: target, toldBy });
  }
  await writeFile(join(folder, 'package.json'), '{ "name": "libraries", "private": true }\n');
  await writeFile(join(folder, 'pnpm-workspace.yaml'), 'packages: ["*"]\n');
  return written;
}
