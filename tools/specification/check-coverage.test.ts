import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RanTests } from './check-coverage.ts';
import { checkCoverage, COVERAGE_PAGE } from './check-coverage.ts';

const JEST = 'shell/src/page.test.ts';
const E2E = 'e2e/src/page.spec.ts';
const SUITE = 'packages/dev-backend/src/people.suite.ts';

const SOURCES: Readonly<Record<string, string>> = {
  [JEST]: `
    test('shows "the page"', () => {});
    describe('the header', () => {
      test.each<[string, number]>([['folds', 1], ['unfolds', 2]])('%s', () => {});
      test.each(SIZES)('is %d wide, at $name', () => {});
      test.skip('is left out', () => {});
    });`,
  [E2E]: `
    for (const person of PEOPLE) test(\`\${person} signs in\`, async () => { await test.step('a step', async () => {}); });
    test.describe('offline', () => { test('says so', async () => {}); });`,
  [SUITE]: "export function people() { test('a person is created', () => {}); }",
};

let root = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'coverage-'));
  for (const [file, text] of Object.entries(SOURCES)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function check(rows: readonly string[], ran: RanTests = {}) {
  await mkdir(join(root, 'docs'), { recursive: true });
  const table = ['# Page', '', '| Where | What | State | Shown by |', '| --- | --- | --- | --- |', ...rows];
  await writeFile(join(root, COVERAGE_PAGE), table.join('\n'));
  return await checkCoverage(root, ran);
}

const row = (file: string, title: string) => `| 2 | It does | tested | \`${file}\`: “${title}” |`;
const ran = (file: string, ...path: string[]) => ({ file, path, passed: true });

describe('a named test is in its source', () => {
  test.each([
    [JEST, 'shows "the page"'],
    [JEST, 'the header › folds'],
    [JEST, 'folds'],
    [JEST, 'the header › is … wide, at …'],
    [JEST, 'is 320 wide, at noon'],
    [E2E, '… signs in'],
    [E2E, 'Ann signs in'],
    [E2E, 'offline › says so'],
    [SUITE, 'a person is created'],
  ])('%s: %s', async (file, title) => {
    expect((await check([row(file, title)])).flaws).toEqual([]);
  });

  test.each([
    [JEST, 'shows the page'],
    [JEST, 'the footer › folds'],
    [JEST, 'shatters'],
    [JEST, 'the header'],
    [E2E, 'a step'],
    [E2E, 'online › says so'],
  ])('or it is complained of: %s: %s', async (file, title) => {
    expect((await check([row(file, title)])).flaws).toEqual([
      `${COVERAGE_PAGE}, line 5 (2): ${file} has no test “${title}”`,
    ]);
  });

  test('a file that is gone is complained of', async () => {
    const { flaws } = await check([row('shell/src/gone.test.ts', 'shows the page')]);
    expect(flaws).toEqual([`${COVERAGE_PAGE}, line 5 (2): there is no file shell/src/gone.test.ts`]);
  });
});

describe('a named test ran', () => {
  test.each<[string, string, RanTests]>([
    [JEST, 'the header › folds', { jest: [ran(JEST, 'the header', 'folds')] }],
    [JEST, 'the header › is … wide, at …', { jest: [ran(JEST, 'the header', 'is 320 wide, at noon')] }],
    [E2E, '… signs in', { e2e: [ran(E2E, 'Ann signs in')] }],
    [
      SUITE,
      'a person is created',
      { jest: [ran('packages/dev-backend/src/dev-backend.test.ts', 'on PGlite', 'a person is created')] },
    ],
    // The other runner did not run at all.
    [E2E, '… signs in', { jest: [] }],
    [JEST, 'folds', { e2e: [] }],
  ])('%s: %s', async (file, title, tests) => {
    expect((await check([row(file, title)], tests)).flaws).toEqual([]);
  });

  test.each<[string, string, RanTests]>([
    [JEST, 'the header › folds', { jest: [] }],
    [JEST, 'the header › folds', { jest: [ran(JEST, 'the footer', 'folds')] }],
    [JEST, 'the header › folds', { jest: [ran('shell/src/other.test.ts', 'the header', 'folds')] }],
    [JEST, 'is left out', { jest: [{ ...ran(JEST, 'the header', 'is left out'), passed: false }] }],
    [E2E, '… signs in', { e2e: [{ ...ran(E2E, 'Ann signs in'), passed: false }] }],
  ])('or it is complained of: %s: %s', async (file, title, tests) => {
    const { flaws } = await check([row(file, title)], tests);
    expect(flaws).toEqual([`${COVERAGE_PAGE}, line 5 (2): “${title}” of ${file} did not run, or did not pass`]);
  });
});

describe('a row says what becomes of its line', () => {
  test.each([
    ['| 2 | It does | tested | nothing |', 'is tested, but names no test: `file`: “title”'],
    ['| 2 | It does | proven | `a.test.ts`: “a” |', 'is no row of four cells with a known state'],
    ['| 2 | It does | not built |', 'is no row of four cells with a known state'],
    ['| 2 | It does | not built | |', 'is "not built" without a reason'],
    [`| 2 | It does | not shown | \`${JEST}\`: “folds” |`, 'names a test, but is "not shown"'],
  ])('%s', async (text, complaint) => {
    expect((await check([text, row(JEST, 'folds')])).flaws).toEqual([`${COVERAGE_PAGE}, line 5 (2) ${complaint}`]);
  });

  test('several tests may show it, and each has to be there', async () => {
    const { flaws } = await check([`| 2 | It does | tested | \`${JEST}\`: “folds”<br>\`${E2E}\`: “sings” |`]);
    expect(flaws).toEqual([`${COVERAGE_PAGE}, line 5 (2): ${E2E} has no test “sings”`]);
  });

  test('the rows are counted by what becomes of them', async () => {
    const { summary } = await check([
      row(JEST, 'folds'),
      '| 3 | It sings | not built | decisions |',
      row(E2E, 'Ann signs in'),
    ]);
    expect(summary).toBe('2 tested, 1 not built');
  });

  test('an empty page shows nothing', async () => {
    expect((await check([])).flaws).toEqual([`${COVERAGE_PAGE}, lists no line of the specification`]);
  });
});
