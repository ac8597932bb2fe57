import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8');
const ROW = /^\| ([^|]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$/gm;
/** The name that a test gives what it counts. */
const SUITE = /(?:\bsuite: |\b(?:tryInputs|tryEach)\(\s*)'([^']+)'/g;

const rows = [...PAGE.matchAll(ROW)].map(([, suite = '', ...numbers]) => {
  const [tried = 0, passed = 0, exceptions = 0] = numbers.map((number) => Number(number.replaceAll(',', '')));
  return { suite, tried, passed, exceptions };
});

test('the page about reliability lists everything that tests count; npm run lab -- reliability writes it', async () => {
  const suites = new Set<string>();
  const tests = glob('{shell,mfe-*,packages,lab,e2e/src}/**/*.{test,suite,spec}.{ts,tsx}', {
    cwd: ROOT,
    // The tests beside this one make suites up.
    exclude: ['**/node_modules', 'lab/reliability/*'],
  });
  for await (const file of tests)
    for (const [, suite = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(SUITE)) suites.add(suite);
  expect(rows.map(({ suite }) => suite)).toEqual([...suites].toSorted((a, b) => a.localeCompare(b)));
});

test('what was tried there either passed or is an exception, and every exception has its reason', () => {
  for (const { suite, tried, passed, exceptions } of rows) {
    expect({ suite, tried }).toEqual({ suite, tried: passed + exceptions });
    expect({ suite, exceptions }).toEqual({
      suite,
      exceptions: PAGE.split('\n\n')
        .filter((_, index, blocks) => blocks[index - 1]?.startsWith(`${suite}: `))
        .join('\n')
        .split('\n')
        .filter(Boolean).length,
    });
  }
});
