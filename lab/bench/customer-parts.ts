import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDeclaration } from '@portal/contract/declaration';
import type { Declaration } from '@portal/contract/declaration';
import { listParts } from '../../scripts/start/parts.ts';

function readDeclaration(root: string, part: string): Declaration {
  const file = join(root, part, part === 'shell' ? 'shell.json' : 'remote.json');
  return parseDeclaration(file, JSON.parse(readFileSync(file, 'utf8')));
}

/**
 * The declarations of the parts in the repository at `root`, the shell first; without those "onlyFor" some, of which
 * customers get nothing.
 */
export function customerParts(root: string): readonly Declaration[] {
  return listParts(root)
    .map((part) => readDeclaration(root, part))
    .filter(({ onlyFor }) => onlyFor === undefined);
}
