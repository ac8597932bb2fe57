import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CoveragePage, KnownTests } from './check-coverage.ts';
import { checkCoverage, SPECIFICATION } from './check-coverage.ts';

const COVERAGE_PAGE = SPECIFICATION.file;

const JEST = 'shell/src/page.test.ts';
const E2E = 'e2e/src/page.spec.ts';
const SUITE = 'packages/dev-backend/src/people.suite.ts';
const SUITE_BELOW = 'packages/dev-backend/src/staff/roles.suite.ts';

/** What the runners report. */
const result = (file: string, ...path: string[]) => ({ file, path, passed: true });
const KNOWN: KnownTests = {
  jest: [
    result(JEST, 'shows "the page"'),
    result(JEST, 'the header', 'folds'),
    result(JEST, 'the header', 'is 320 wide, at noon'),
    { ...result(JEST, 'the header', 'is left out'), passed: false },
    result('shell/src/other.test.ts', 'shines'),
    result('packages/dev-backend/src/dev-backend.test.ts', 'on PGlite', 'a person is created'),
  ],
  e2e: [
    { ...result(E2E, 'Ann signs in'), passed: false },
    result(E2E, 'Bob signs in'),
    { ...result(E2E, 'Bob signs out'), passed: false },
    result(E2E, 'offline', 'says so'),
  ],
};

let root = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'coverage-'));
  for (const file of [JEST, E2E, SUITE, SUITE_BELOW]) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), '');
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function check(rows: readonly string[], known = KNOWN, page: CoveragePage = SPECIFICATION) {
  await mkdir(join(root, 'docs'), { recursive: true });
  const table = ['# Page', '', `| ${page.heading} | What | State | Shown by |`, '| --- | --- | --- | --- |', ...rows];
  await writeFile(join(root, COVERAGE_PAGE), table.join('\n'));
  return await checkCoverage(root, known, page);
}

const row = (file: string, title: string) => `| 2 | It does | tested | \`${file}\`: “${title}” |`;

describe('a named test', () => {
  test.each([
    [JEST, 'shows "the page"'],
    [JEST, 'the header › folds'],
    [JEST, 'folds'],
    [JEST, 'the header › is … wide, at …'],
    [JEST, 'is 320 wide, at noon'],
    // One of the cases passed.
    [E2E, '… signs in'],
    [E2E, 'offline › says so'],
    [SUITE, 'a person is created'],
    [SUITE_BELOW, 'a person is created'],
  ])('exists and passed: %s: %s', async (file, title) => {
    expect((await check([row(file, title)])).flaws).toEqual([]);
  });

  test.each([
    [JEST, 'shows the page'],
    [JEST, 'the footer › folds'],
    [JEST, 'shines'],
    [JEST, 'the header'],
    [E2E, 'online › says so'],
    [SUITE, 'a person is deleted'],
  ])('is reported when it does not exist: %s: %s', async (file, title) => {
    expect((await check([row(file, title)])).flaws).toEqual([
      `${COVERAGE_PAGE}, line 5 (2): ${file} has no test “${title}”`,
    ]);
  });

  test.each([
    [JEST, 'is left out'],
    [E2E, 'Ann signs in'],
    [E2E, 'Bob signs out'],
  ])('is reported when it did not pass: %s: %s', async (file, title) => {
    expect((await check([row(file, title)])).flaws).toEqual([
      `${COVERAGE_PAGE}, line 5 (2): “${title}” of ${file} did not pass`,
    ]);
  });

  test('is not checked when its runner did not run', async () => {
    expect((await check([row(JEST, 'shatters'), row(E2E, 'sings')], {})).flaws).toEqual([]);
  });

  test('is reported when its file does not exist', async () => {
    const { flaws } = await check([row('shell/src/gone.test.ts', 'shows the page')], {});
    expect(flaws).toEqual([`${COVERAGE_PAGE}, line 5 (2): there is no file shell/src/gone.test.ts`]);
  });
});

describe('a row states what happens to its line', () => {
  test.each([
    ['| 2 | It does | tested | nothing |', 'is tested, but names no test: `file`: “title”'],
    ['| 2 | It does | proven | `a.test.ts`: “a” |', 'is not a row of four cells with a known state'],
    ['| 2 | It does | not built |', 'is not a row of four cells with a known state'],
    ['| 2 | It does | not built | |', 'is "not built" without a reason'],
    [`| 2 | It does | not shown | \`${JEST}\`: “folds” |`, 'names a test, but is "not shown"'],
  ])('%s', async (text, complaint) => {
    expect((await check([text, row(JEST, 'folds')])).flaws).toEqual([`${COVERAGE_PAGE}, line 5 (2) ${complaint}`]);
  });

  test('several tests may show a line, and each must exist', async () => {
    const { flaws } = await check([`| 2 | It does | tested | \`${JEST}\`: “folds”<br>\`${E2E}\`: “sings” |`]);
    expect(flaws).toEqual([`${COVERAGE_PAGE}, line 5 (2): ${E2E} has no test “sings”`]);
  });

  test('the rows are counted by state', async () => {
    const { summary } = await check([
      row(JEST, 'folds'),
      '| 3 | It sings | not built | decisions |',
      row(E2E, 'Ann signs in'),
    ]);
    expect(summary).toBe('2 tested, 1 not built');
  });

  test('an empty page is reported', async () => {
    expect((await check([])).flaws).toEqual([`${COVERAGE_PAGE}, lists no requirement`]);
  });
});

describe('a page with files and numbers', () => {
  const PAGE: CoveragePage = {
    file: COVERAGE_PAGE,
    heading: 'ASVS',
    states: ['met', 'deviates'],
    acceptsFiles: true,
    numbers: ['1.1', '1.2'],
  };
  const flawsOf = async (...rows: string[]) => (await check(rows, KNOWN, PAGE)).flaws;
  const second = `| 1.2 | It holds | deviates | cannot; \`${JEST}\`: “folds” limits it |`;

  test('a file may show a requirement, and a test may limit what deviates', async () => {
    expect(await flawsOf(`| 1.1 | It holds | met | \`${JEST}\` |`, second)).toEqual([]);
  });

  test.each([
    ['| 1.1 | It holds | met | certainly |', 'line 5 (1.1) is met, but names no test: `file`: “title”, and no `file`'],
    ['| 1.1 | It holds | met | `shell/gone.json` |', 'line 5 (1.1): there is no file shell/gone.json'],
  ])('%s', async (first, flaw) => {
    expect(await flawsOf(first, second)).toEqual([`${COVERAGE_PAGE}, ${flaw}`]);
  });

  test('each number must be there once, and no other', async () => {
    expect(await flawsOf(second, second, second.replace('1.2', '1.3'))).toEqual(
      ['lacks 1.1', 'has 1.2 2 times', 'has 1.3, which is unknown'].map((flaw) => `${COVERAGE_PAGE}, ${flaw}`),
    );
  });
});
