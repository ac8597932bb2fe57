/** `npm run dev`, once everything is installed. */
import { join } from 'node:path';
import { develop } from './dev/develop.ts';
import { listParts } from './start/parts.ts';
import { CONTROLLED_BACKEND } from './start/servers.ts';

const NOT_FOLLOWED =
  'Start it again after changes of what it runs itself (scripts, packages/build, packages/delivery), of dependencies, and when a remote is removed.\n';

const root = join(import.meta.dirname, '..');
const list = () => new Map(listParts(root).map((part) => [part, join(root, part)]));
const { main: backend } = CONTROLLED_BACKEND;
process.exit(await develop({ root, list, isWhole: true, backend, advice: NOT_FOLLOWED }, process.argv.slice(2)));
