import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const IMPORT = /^@import '(\.[^']+)';$/gm;

/** In the package of the console the style sheet is one file, which was made by this module. */
const PACKAGED = join(import.meta.dirname, '../console.css');

/** A style sheet with those that it imports in place. */
function withImports(file: string): string {
  const folder = dirname(file);
  return readFileSync(file, 'utf8').replace(IMPORT, (_line, path: string) => withImports(resolve(folder, path)));
}

/** One style sheet: the portal's, so that both look alike, then the console's own. */
export function readStyle(): string {
  if (existsSync(PACKAGED)) return readFileSync(PACKAGED, 'utf8');
  const portal = fileURLToPath(import.meta.resolve('@portal/ui/styles.css'));
  const own = fileURLToPath(new URL('./console.css', import.meta.url));
  return `${withImports(portal)}\n${withImports(own)}`;
}
