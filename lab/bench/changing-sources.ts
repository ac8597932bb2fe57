import { readFile } from 'node:fs/promises';
import { listParts } from '../../scripts/start/parts.ts';
import { copySources } from '../../scripts/testing/source-copy.ts';

/** In the page of mfe-hubs. */
const FILE = 'mfe-hubs/src/pages/settings-page.tsx';
const CHANGE = ['<PageBody stacked>', '<PageBody stacked data-version="changed">'] as const;

/**
 * A copy of the sources in which a small change is made and undone. Both versions of a variant are built from it: in
 * another folder, a bundler gives all modules other ids, and every file would differ.
 */
export interface ChangingSources {
  readonly root: string;
  /** Builds parts, all of them unless named. @returns the folders of the builds. */
  buildParts(parts?: readonly string[], env?: Readonly<Record<string, string>>): Promise<readonly string[]>;
  change(): Promise<void>;
  restore(): Promise<void>;
  remove(): Promise<void>;
}

export async function copyToChange(): Promise<ChangingSources> {
  const sources = await copySources(['docs']);
  const original = await readFile(`${sources.root}/${FILE}`, 'utf8');
  const changed = original.replace(...CHANGE);
  if (changed === original) throw new Error(`${FILE} has no ${CHANGE[0]}`);
  return {
    root: sources.root,
    async buildParts(parts = listParts(sources.root), env = {}) {
      const folders: string[] = [];
      for (const part of parts) folders.push(await sources.build(part, env));
      return folders;
    },
    change: () => sources.edit(FILE, () => changed),
    restore: () => sources.edit(FILE, () => original),
    remove: () => sources.remove(),
  };
}
