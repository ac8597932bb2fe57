import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { overlaps } from '@portal/contract/paths';
import { WEB_SERVER_PATHS } from '@portal/contract/web-server-paths';
import type { Neighbour } from './neighbours.ts';

/** A new remote cannot have this name. The message says why, and what to do. */
export class NameRefusedError extends Error {}

const NAME = /^mfe-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/;
const LONGEST = 40;

/** The part after "mfe-" becomes a path and a file name; these names are taken. */
const RESERVED: Readonly<Record<string, string>> = {
  api: 'a portal may have its API at /api',
  identity: 'a portal may have its identity provider at /identity',
  metrics: 'the web server serves its metrics under this name',
  shell: 'it is the name of the shell',
  remote: 'the build uses it for the file that every remote exposes',
  entry: 'the build uses it for the first file of a part',
};

function reservation(id: string): string | undefined {
  if (id.startsWith('locale-')) return 'the build uses such names for files with texts';
  const kept = WEB_SERVER_PATHS.find(({ pattern }) => /^\/([a-z-]+)/.exec(pattern)?.[1] === id);
  if (kept) return `the web server keeps ${kept.pattern} for ${kept.what}`;
  return Object.hasOwn(RESERVED, id) ? RESERVED[id] : undefined;
}

/**
 * The part after "mfe-" of a valid name for a new remote.
 * @throws {NameRefusedError} for a malformed, reserved or taken name, or one whose path belongs to another part.
 */
export function checkName(root: string, name: string, neighbours: readonly Neighbour[]): string {
  const id = NAME.exec(name)?.[1];
  if (id === undefined) {
    throw new NameRefusedError(
      `"${name}" is not a name for a remote: it must be like "mfe-bike-pass" (mfe-, then small letters, digits and single hyphens).`,
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
