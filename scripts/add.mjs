import { fileURLToPath } from 'node:url';
// Imported by path, because nothing is installed yet.
import { PlainError } from '../packages/node-kit/src/plain-error.mjs';
import { readAdd } from './bootstrap/add.mjs';
import { install } from './bootstrap/install.mjs';
import { createProgress } from './progress.mjs';

/**
 * `npm run add -- FOLDER [--dev] PACKAGE…`: pins packages in the catalog, makes them dependencies of a package of the
 * workspace, and installs. Without arguments, it brings the lock file up to date.
 */
try {
  await install(fileURLToPath(new URL('..', import.meta.url)), createProgress(), readAdd(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof PlainError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
