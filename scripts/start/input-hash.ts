import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Workspace packages whose sources end up in the parts, or that build them. */
const BUILD_PACKAGES = ['contract', 'session', 'api', 'i18n', 'ui', 'federation'];
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

/**
 * SHA-256 (hex) of everything that the build of `part` reads: its folder, the shared packages, the dependencies. Tests,
 * installed packages and earlier builds do not count.
 */
export async function inputHash(root: string, part: string): Promise<string> {
  const folders = [part, ...BUILD_PACKAGES.map((name) => join('packages', name))];
  const sources = (await Promise.all(folders.map((folder) => filesBelow(join(root, folder))))).flat();
  const files = [...sources, ...SHARED_FILES.map((file) => join(root, file))].toSorted();

  const hash = createHash('sha256').update(process.versions.node);
  for (const file of files) {
    const bytes = await readFile(file);
    hash.update(`\n${relative(root, file).split(sep).join('/')} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
