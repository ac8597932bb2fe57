import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDeclaration } from '@portal/contract/declaration';
import { parseJson } from '@portal/contract/parse-json';

/** The paths and header positions of an existing part. */
export interface Neighbour {
  readonly name: string;
  readonly paths: readonly string[];
  /** Positions of its items in the header. */
  readonly orders: readonly number[];
}

/**
 * Reads what every part of the repository at `root` declares. @throws {InvalidInputError} naming the file and the bad
 * field.
 */
export function readNeighbours(root: string): readonly Neighbour[] {
  const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'));
  return [join('shell', 'shell.json'), ...remotes.map((name) => join(name, 'remote.json'))]
    .filter((file) => existsSync(join(root, file)))
    .map((file) => {
      const { name, routes, header } = parseDeclaration(file, parseJson(file, readFileSync(join(root, file), 'utf8')));
      return { name, paths: routes.map(({ path }) => path), orders: header.map(({ order }) => order) };
    });
}
