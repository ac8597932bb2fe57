import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { importGraph, withImportGraph } from './import-graph.ts';

test('docs/imports.md shows the import graph that the linter enforces (`npm run import-graph` writes it)', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/imports.md'), 'utf8');
  expect(page).toBe(withImportGraph(page, importGraph()));
});

test('a page without the markers is refused', () => {
  expect(() => withImportGraph('# Imports', importGraph())).toThrow('docs/imports.md needs the lines');
});
