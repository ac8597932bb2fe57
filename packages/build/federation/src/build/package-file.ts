import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Here the bundler gets this package's sources; of the packed library, what was made of them. */
const ENDING = extname(import.meta.url);

/** The path of a module of this package that the bundler loads, given from this folder and without ending. */
export function packageFile(path: string): string {
  return fileURLToPath(new URL(`${path}${ENDING}`, import.meta.url));
}
