import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { parse } from 'yaml';
import { compileLibraries } from './compile.ts';
import { LIBRARIES, packedExports, readPackage } from './libraries.ts';
import type { Catalog } from './packed-manifest.ts';
import { packedManifest } from './packed-manifest.ts';
import { tarball } from './tarball.ts';

const WorkspaceSchema = v.object({ catalog: v.record(v.string(), v.string()) });

async function readCatalog(root: string): Promise<Catalog> {
  const file = join(root, 'pnpm-workspace.yaml');
  return parseInput(file, WorkspaceSchema, parse(await readFile(file, 'utf8'))).catalog;
}

/** A file of the package's folder that another repository needs, too: the forms that its names have had. */
const FORMER_FORMS = 'former-forms.json';

/** "@portal/ui" -> "portal-ui.tgz": without the version, so that a newer library takes the place of an older one. */
const tarballName = (name: string) => `${name.replace('@', '').replace('/', '-')}.tgz`;

/** All tarballs by their names. */
async function composeLibraries(root: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const [catalog, compiled] = await Promise.all([readCatalog(root), compileLibraries(root, LIBRARIES)]);
  const packed = LIBRARIES.map(async (library) => {
    const folder = join(root, 'packages', library.folder);
    const given = readPackage(folder);
    const files = compiled.get(library.folder) ?? new Map<string, string>();
    const manifest = packedManifest(given, packedExports(root, library).exports, { files, catalog });
    const formerForms = join(folder, FORMER_FORMS);
    const all = new Map([
      ...files,
      ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
      ['README.md', `# ${given.name}\n\n${given.description}\n`],
      ...(existsSync(formerForms) ? [[FORMER_FORMS, await readFile(formerForms, 'utf8')] as const] : []),
    ]);
    return [tarballName(given.name), tarball(all)] as const;
  });
  return new Map(await Promise.all(packed));
}

/** Writes the libraries that a remote in another repository needs into `folder`, as tarballs. @returns their names, sorted. */
export async function packageLibraries(root: string, folder: string): Promise<readonly string[]> {
  const tarballs = await composeLibraries(root);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, bytes] of tarballs) await writeFile(join(folder, name), bytes);
  return [...tarballs.keys()].toSorted();
}
