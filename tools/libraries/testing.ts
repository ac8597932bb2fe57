import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
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

async function linkPackages(from: string, to: string): Promise<void> {
  for (const name of await packagesIn(from)) {
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
  const others = await readdir(join(ROOT, 'packages'));
  const folders = [
    ROOT,
    ...['mfe-hubs', ...others.map((name) => join('packages', name))].map((name) => join(ROOT, name)),
  ];
  for (const each of folders) await linkPackages(join(each, 'node_modules'), installed);
}
