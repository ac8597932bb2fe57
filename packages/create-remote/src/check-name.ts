import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { overlaps } from '@portal/contract/paths';
import { WEB_SERVER_PATHS } from '@portal/contract/web-server-paths';
import type { Neighbour } from './neighbours.ts';

/** A name that a new remote cannot have. The message says why, and which kind of name can be had. */
export class NameRefusedError extends Error {}

const NAME = /^mfe-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;
const LONGEST = 40;

/** What stands after "mfe-" is a path of the portal and a file of the build, and some of those are given away. */
const RESERVED: Readonly<Record<string, string>> = {
  api: '/api is where a portal may have its API',
  identity: '/identity is where a portal may have its identity provider',
  metrics: 'the web server gives its counts under this name',
  shell: 'the shell is no remote',
  remote: 'the build calls the file that every remote exposes so',
  entry: 'the build calls the first file of a part so',
};

function reservation(id: string): string | undefined {
  if (id.startsWith('locale-')) return 'the build calls the files with texts so';
  const kept = WEB_SERVER_PATHS.find(({ pattern }) => /^\/([a-z-]+)/.exec(pattern)?.[1] === id);
  if (kept) return `the web server keeps ${kept.pattern} for ${kept.what}`;
  return Object.hasOwn(RESERVED, id) ? RESERVED[id] : undefined;
}

/**
 * What stands after "mfe-" in a name that a new remote of the repository at `root` can have.
 * @throws {NameRefusedError} for a name that is none, reserved or taken, or whose path belongs to another part.
 */
export function checkName(root: string, name: string, neighbours: readonly Neighbour[]): string {
  const id = NAME.exec(name)?.[1];
  if (id === undefined) {
    throw new NameRefusedError(
      `"${name}" is no name of a remote: it must be like "mfe-bike-pass" (mfe-, then small letters, digits and single hyphens).`,
    );
  }
  if (name.length > LONGEST) {
    throw new NameRefusedError(
      `"${name}" has ${String(name.length)} characters; a remote's name has ${String(LONGEST)} at most.`,
    );
  }
  const reserved = reservation(id);
  if (reserved !== undefined) throw new NameRefusedError(`"${name}" is reserved: ${reserved}. Choose another name.`);
  if (readdirSync(root).includes(name)) {
    throw new NameRefusedError(`"${name}" is taken: there is a folder ${join(root, name)}. Choose another name.`);
  }
  const path = `/${id}`;
  for (const neighbour of neighbours) {
    const claimed = neighbour.paths.find((pattern) => overlaps(pattern, path));
    if (claimed === undefined) continue;
    throw new NameRefusedError(
      `"${name}" would have the page ${path}, which belongs to ${neighbour.name}. Choose another name.`,
    );
  }
  return id;
}
