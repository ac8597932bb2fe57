import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';
import { checkName } from './check-name.ts';
import { readNeighbours } from './neighbours.ts';
import { toTitle, writeTemplate } from './template.ts';

/** The file with a line for the new remote after those of the other remotes, its owner in the same column. */
function withOwner(page: string, name: string, id: string): string {
  const lines = page.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('/mfe-'));
  const column = lines[last]?.indexOf('@') ?? 0;
  const line = `${`/${name}/`.padEnd(column - 1)} @ebike-portal/${id}`;
  return lines.toSpliced(last < 0 ? lines.length - 1 : last + 1, 0, line).join('\n');
}

/** Gives the new remote an owner in CODEOWNERS. */
function addOwner(root: string, name: string, id: string): void {
  const file = join(root, 'CODEOWNERS');
  writeFileSync(file, withOwner(readFileSync(file, 'utf8'), name, id));
}

export { NameRefusedError } from './check-name.ts';

/** Distance between the positions of header items, so that others fit in between. */
const ORDER_STEP = 10;

interface NewRemote {
  readonly folder: string;
  /** Path of the remote's page in the portal: "/bike-pass". */
  readonly path: string;
  /** The remote's files, relative to the root of the repository. */
  readonly files: readonly string[];
}

/**
 * Writes a small, complete remote into the repository at `root`: a page with an item in the header, texts in every
 * language, tests, and a line in CODEOWNERS. Nothing else has to change: workspace, builds and shell find remotes by
 * their folder.
 * @throws {NameRefusedError}; then nothing is written.
 */
export function createRemote(root: string, name: string): NewRemote {
  const neighbours = readNeighbours(root);
  const id = checkName(root, name, neighbours);
  const order = Math.max(0, ...neighbours.flatMap(({ orders }) => orders)) + ORDER_STEP;
  const files = writeTemplate('remote', join(root, name), {
    NAME: name,
    ID: id,
    TITLE: toTitle(id),
    ORDER: String(order),
  });
  addOwner(root, name, id);
  return { folder: join(root, name), path: `/${id}`, files: files.map((file) => `${name}/${file}`) };
}
