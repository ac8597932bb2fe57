import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { parse } from 'yaml';
import { compileLibraries } from './compile.ts';
import { LIBRARIES, packedExports, readPackage } from './libraries.ts';
import type { Catalog } from './packed-manifest.ts';
import { packedManifest } from './packed-manifest.ts';
import { createProgram, developmentProgram, releaseProgram } from './programs.ts';
import { tarball } from './tarball.ts';

const WorkspaceSchema = v.looseObject({
  packages: v.array(v.string()),
  catalogMode: v.string(),
  catalog: v.record(v.string(), v.string()),
});

/** A file of a package's folder that another repository needs, too: the signatures that its names have had. */
const FORMER_SIGNATURES = 'former-signatures.json';

interface Tarball {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** "@portal/ui" -> "portal-ui.tgz": without the version, so that a newer library takes the place of an older one. */
function packed(name: string, files: ReadonlyMap<string, string | Uint8Array>, runnable: readonly string[]): Tarball {
  return { file: `${name.replace('@', '').replace('/', '-')}.tgz`, bytes: tarball(files, runnable) };
}

const readme = (name: string, description: string) => `# ${name}\n\n${description}\n`;

async function packLibraries(root: string, catalog: Catalog): Promise<readonly (readonly [string, Tarball])[]> {
  const compiled = await compileLibraries(root, LIBRARIES);
  const tarballs = LIBRARIES.map(async (library) => {
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
      ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
      ['README.md', readme(given.name, given.description)],
      ...(existsSync(formerSignatures) ? [[FORMER_SIGNATURES, await readFile(formerSignatures, 'utf8')] as const] : []),
    ]);
    return [given.name, packed(given.name, all, [])] as const;
  });
  return await Promise.all(tarballs);
}

/**
 * All tarballs: the libraries and the release command, and the program that makes a repository, which has these in it.
 */
async function packAll(root: string): Promise<readonly Tarball[]> {
  const file = join(root, 'pnpm-workspace.yaml');
  const {
    packages: _,
    catalogMode: __,
    catalog,
    ...installation
  } = parseInput(file, WorkspaceSchema, parse(await readFile(file, 'utf8')));
  const libraries = await packLibraries(root, catalog);
  const programs = [await releaseProgram(root), await developmentProgram(root, catalog)];
  const all = new Map([
    ...libraries,
    ...programs.map(({ name, files, runnable }) => [name, packed(name, files, runnable)] as const),
  ]);
  const create = await createProgram(root, { catalog, installation, libraries: all });
  return [...all.values(), packed(create.name, create.files, create.runnable)];
}

/** Writes all that a remote in another repository needs into `folder`, as tarballs. @returns their names, sorted. */
export async function packageLibraries(root: string, folder: string): Promise<readonly string[]> {
  const tarballs = await packAll(root);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { file, bytes } of tarballs) await writeFile(join(folder, file), bytes);
  return tarballs.map(({ file }) => file).toSorted();
}
