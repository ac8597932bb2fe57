import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readCoverage, SECURITY, SPECIFICATION } from './coverage-page.ts';

const ROOT = join(import.meta.dirname, '../..');
const TESTS = '{shell,mfe-*,packages,scripts,tools,lab,e2e}/**/*.{test,suite,spec}.{ts,tsx}';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The ids in titles of tests, each as often as it is given. */
const ids = globSync(TESTS, { cwd: ROOT, exclude: ['**/node_modules'] }).flatMap((file) =>
  [...read(file).matchAll(/\[(T\d{3})\]['`"]/g)].map(([, id = '']) => id),
);
const pages = [SPECIFICATION, SECURITY].map((page) => ({ ...page, rows: readCoverage(page, read(page.file)) }));

describe.each(pages)('$file', ({ rows, numbers, acceptsFiles }) => {
  test('says of each requirement what shows it, or why nothing does', () => {
    expect(rows.filter(({ flaw }) => flaw !== '').map(({ reference, flaw }) => `${reference} ${flaw}`)).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  test('names tests and files that exist', () => {
    const missing = rows.flatMap(({ reference, tests, files }) =>
      [
        ...tests.filter((id) => !ids.includes(id)),
        ...(acceptsFiles ? files.filter((file) => !existsSync(join(ROOT, file))) : []),
      ].map((name) => `${reference}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('has each number once', () => {
    const references = rows.map(({ reference }) => reference);
    expect(references.toSorted()).toEqual((numbers ?? references).toSorted());
  });
});

test('an id belongs to one test, and is named by a page', () => {
  const named = new Set(pages.flatMap(({ rows }) => rows.flatMap(({ tests }) => tests)));
  expect(ids.filter((id, index) => !named.has(id) || ids.indexOf(id) !== index)).toEqual([]);
});

test.each([
  ['| 2 | It does | tested | soon |', 'is tested, but names no test'],
  ['| 2 | It does | shown | T001 |', 'is not a row of four cells with a known state'],
  ['| 2 | It does | tested |', 'is not a row of four cells with a known state'],
  ['| 2 | It does | not built | T001 |', 'names a test, but is "not built"'],
  ['| 2 | It does | not built | |', 'is "not built" without a reason'],
  ['| 2 | It does | tested | T001, T002 |', ''],
])('%s: "%s"', (row, flaw) => {
  expect(readCoverage(SPECIFICATION, row)[0]?.flaw).toBe(flaw);
});
