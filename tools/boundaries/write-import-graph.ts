/**
 * `npm run import-graph` writes the table of who may import whom into docs/imports.md, between the two markers. A test
 * compares the page with the table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importGraph, withImportGraph } from './import-graph.ts';

const page = join(import.meta.dirname, '../../docs/imports.md');
writeFileSync(page, withImportGraph(readFileSync(page, 'utf8'), importGraph()));
