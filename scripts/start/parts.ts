import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The parts whose sources lie in the repository at `root`: the shell, and every remote, by name. A remote is a folder with a remote.json. */
export function partsOf(root: string): readonly string[] {
  const remotes = readdirSync(root)
    .filter((name) => name.startsWith('mfe-') && existsSync(join(root, name, 'remote.json')))
    .sort();
  return ['shell', ...remotes];
}
