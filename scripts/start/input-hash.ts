import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';

const SHARED_FILES = ['pnpm-lock.yaml', 'tsconfig.base.json', 'tsconfig.browser.json', 'tsconfig.node.json'];
const NOT_INPUT = new Set(['node_modules', 'dist']);
const TEST = /\.test\.tsx?$/;

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = entries
    .filter(({ name }) => !NOT_INPUT.has(name) && !name.startsWith('.') && !TEST.test(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? await filesBelow(path) : [path];
    });
  return (await Promise.all(nested)).flat();
}

const Dependencies = v.optional(v.record(v.string(), v.string()), {});
const PackageSchema = v.object({ dependencies: Dependencies, devDependencies: Dependencies });
const SHARED_PACKAGE = /^@portal\/([a-z0-9-]+)$/;

/** Folders of a part and of all workspace packages that end up in it or build it. */
async function packageFolders(root: string, part: string): Promise<ReadonlySet<string>> {
  const folders = new Set([part]);
  // A set that grows while it is gone through gives what is new, too.
  for (const folder of folders) {
    const file = join(folder, 'package.json');
    const document: unknown = JSON.parse(await readFile(join(root, file), 'utf8'));
    const { dependencies, devDependencies } = parseInput(file, PackageSchema, document);
    // What a package is itself developed with builds nothing else.
    for (const name of Object.keys(folder === part ? { ...dependencies, ...devDependencies } : dependencies)) {
      const shared = SHARED_PACKAGE.exec(name)?.[1];
      if (shared !== undefined) folders.add(join('packages', shared));
    }
  }
  return folders;
}

/**
 * SHA-256 (hex) of everything that the build of `part` reads: its folder, the workspace's packages that it needs, the dependencies. Tests,
 * installed packages and earlier builds do not count.
 */
export async function inputHash(root: string, part: string): Promise<string> {
  const folders = [...(await packageFolders(root, part))];
  const sources = (await Promise.all(folders.map((folder) => filesBelow(join(root, folder))))).flat();
  const files = [...sources, ...SHARED_FILES.map((file) => join(root, file))].toSorted();

  const hash = createHash('sha256').update(process.versions.node);
  for (const file of files) {
    const bytes = await readFile(file);
    hash.update(`\n${relative(root, file).split(sep).join('/')} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
