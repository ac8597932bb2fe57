import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file with a line for the new remote after those of the other remotes, its owner in the same column. */
function withOwner(page: string, name: string, id: string): string {
  const lines = page.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('/mfe-'));
  const column = lines[last]?.indexOf('@') ?? 0;
  const line = `${`/${name}/`.padEnd(column - 1)} @ebike-portal/${id}`;
  return lines.toSpliced(last < 0 ? lines.length - 1 : last + 1, 0, line).join('\n');
}

/** Gives the new remote an owner in CODEOWNERS. */
export function addOwner(root: string, name: string, id: string): void {
  const file = join(root, 'CODEOWNERS');
  writeFileSync(file, withOwner(readFileSync(file, 'utf8'), name, id));
}
