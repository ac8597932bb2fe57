import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The names of all parts in the repository at `root`: the shell, and every `mfe-*` folder with a remote.json. */
export function listParts(root: string): readonly string[] {
  const remotes = readdirSync(root)
    .filter((name) => name.startsWith('mfe-') && existsSync(join(root, name, 'remote.json')))
    .sort();
  return ['shell', ...remotes];
}
