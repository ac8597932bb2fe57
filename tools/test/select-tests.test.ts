import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { READ_BY_PATH, selectTests } from './select-tests.ts';

const ROOT = join(import.meta.dirname, '../..');

test('every test that the table names exists', () => {
  const named = READ_BY_PATH.flatMap(([, tests]) => tests);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each([
  ['a source', ['packages/node-kit/src/html.ts'], { sources: ['packages/node-kit/src/html.ts'], tests: [] }],
  ['prose', ['README.md', 'mfe-hubs/CHANGELOG.md'], { sources: [], tests: ['tools/documents'] }],
  [
    'a text',
    ['mfe-hubs/src/locales/de.json'],
    { sources: ['mfe-hubs/src/locales/de.json'], tests: ['tools/catalogues/catalogues.test.ts'] },
  ],
  ['a dependency', ['README.md', 'mfe-hubs/package.json'], 'everything'],
  ['a file that no row names', ['packages/portal/ui/icons.svg'], 'everything'],
])('%s runs what reads it', (_, files, selection) => {
  expect(selectTests(files)).toEqual(selection);
});
