import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const IMPORT = /^@import '(\.[^']+)';$/gm;

function withImports(file: string): string {
  const folder = dirname(file);
  return readFileSync(file, 'utf8').replace(IMPORT, (_line, path: string) => withImports(resolve(folder, path)));
}

/** The console's style sheet: the portal's own, so that both look alike, and what only the console has. */
export function readStyle(): string {
  const portal = withImports(fileURLToPath(import.meta.resolve('@portal/ui/styles.css')));
  return `${portal}\n${readFileSync(new URL('./console.css', import.meta.url), 'utf8')}`;
}
