/** `portal-dev`: what `npm run dev` and `npm run catalogue` run in a repository with one remote (docs/another-repository.md). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDeclaration } from '@portal/contract/declaration';
import { develop } from './develop.ts';
import { runCatalogue } from './run-catalogue.ts';

const root = process.cwd();
const file = join(root, 'remote.json');
if (existsSync(file)) {
  const { name } = parseDeclaration(file, JSON.parse(readFileSync(file, 'utf8')));
  const parts = new Map([[name, root]]);
  // Beside this program in its package.
  const backend = join(import.meta.dirname, 'database/development-backend.js');
  const advice = 'Start it again after changes of dependencies.\n';
  const args = process.argv.slice(2);
  if (args[0] === 'catalogue') await runCatalogue(root, parts);
  else process.exit(await develop({ root, list: () => parts, isWhole: false, backend, advice }, args));
} else {
  console.error(`${root} has no remote.json: run it in the folder of a remote.`);
  process.exitCode = 1;
}
