/** `npm run catalogue`, once everything is installed. */
import { join } from 'node:path';
import { runCatalogue } from './dev/run-catalogue.ts';
import { listParts } from './start/parts.ts';

const root = join(import.meta.dirname, '..');
const remotes = listParts(root).filter((part) => part !== 'shell');
await runCatalogue(root, new Map(remotes.map((part) => [part, join(root, part)])));
