import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { ArtifactManifest } from '@portal/contract/artifact';
import { DeclarationSchema } from '@portal/contract/declaration';
import { getFields } from '@portal/contract/fields';
import { parseInput } from '@portal/contract/parse';
import { emitDeclarations, sharedSources, describeSurface } from '@portal/federation/surface';
import * as v from 'valibot';
import { packageLibraries } from './package-libraries.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

/** The packages in a folder of installed ones: "react", "@types/react". */
async function packagesIn(folder: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const all = names.map(async (name) =>
    name.startsWith('@') ? (await readdir(join(folder, name))).map((below) => join(name, below)) : [name],
  );
  return (await Promise.all(all)).flat().filter((name) => !name.startsWith('.') && !name.startsWith('@portal/'));
}

async function linkPackages(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const link = join(to, name);
    if (existsSync(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(from, name), link);
  }
}

/** For tests: a folder with the packed libraries installed, and the packages of others that this repository has. */
export async function installPacked(folder: string): Promise<void> {
  const tarballs = join(folder, 'libraries');
  const installed = join(folder, 'node_modules');
  for (const name of await packageLibraries(ROOT, tarballs)) {
    const library = join(installed, '@portal', name.replace(/^portal-(.*)\.tgz$/, '$1'));
    await mkdir(library, { recursive: true });
    await run('tar', ['xzf', join(tarballs, name), '-C', library, '--strip-components=1']);
  }
  const others = globSync('packages/{,*/}*/package.json', { cwd: ROOT }).map(dirname);
  const folders = [ROOT, ...['mfe-hubs', ...others].map((name) => join(ROOT, name))];
  for (const modules of folders.map((each) => join(each, 'node_modules')))
    await linkPackages(modules, installed, await packagesIn(modules));
}

const Names = v.optional(v.record(v.string(), v.string()), {});
const PackageSchema = v.object({ dependencies: Names, devDependencies: Names });

/**
 * For tests: gives a repository in a folder with packed libraries the packages that its `package.json` names, and no
 * other.
 */
export async function linkDeclared(folder: string, repository: string): Promise<void> {
  const file = join(repository, 'package.json');
  const { dependencies, devDependencies } = parseInput(file, PackageSchema, JSON.parse(await readFile(file, 'utf8')));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  await linkPackages(join(folder, 'node_modules'), join(repository, 'node_modules'), names);
}

/** For tests: copies a folder without the entries in `without`. */
export async function copyFiles(from: string, to: string, without: readonly string[]): Promise<void> {
  await cp(from, to, { recursive: true, filter: (source) => !without.includes(basename(source)) });
}

/** For tests: what a shell of these sources exports to remotes, as its build records it. */
export async function shellExports(): Promise<ArtifactManifest['shared']> {
  const sources = sharedSources(join(ROOT, 'shell'));
  const modules = [...describeSurface(sources, await emitDeclarations(sources)).modules];
  const react = { react: '19.3.1', 'react/jsx-runtime': '19.3.1' };
  const { known, needed } = getFields(DeclarationSchema);
  const provided = modules.map(([module]) => module).filter((module) => !module.includes('/contract/'));
  return {
    provides: { ...react, ...Object.fromEntries(provided.map((module) => [module, '1.0.0'])) },
    requires: {},
    imports: {},
    exports: {
      'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
      ...Object.fromEntries(modules.map(([module, names]) => [module, [...names.keys()]])),
    },
    signatures: Object.fromEntries(
      modules.map(([module, names]) => [
        module,
        Object.fromEntries([...names].map(([name, { signature }]) => [name, [signature]])),
      ]),
    ),
    reads: { declaration: { known: [...known], needed: [...needed] }, page: [] },
  };
}
