import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist']);

async function below(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const nested = entries
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name) && !entry.name.startsWith('.'))
    .map(async ({ name }) => await below(root, join(folder, name)));
  const own = existsSync(join(root, folder, 'tsconfig.json')) ? [folder] : [];
  return [...own, ...(await Promise.all(nested)).flat()];
}

/** Every folder with a tsconfig.json, relative to `root`. */
export async function typeProjects(root: string): Promise<readonly string[]> {
  return await below(root, '.');
}
