/** `npm run catalogue`, once everything is installed. */
import { join } from 'node:path';
import { findParts, runCatalogue } from './dev/run-catalogue.ts';

const root = join(import.meta.dirname, '..');
await runCatalogue(root, findParts(root));
