import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestResult } from '../test/outcome.ts';
import type { NamedTest } from './coverage-page.ts';
import { readCoveragePage } from './coverage-page.ts';

export const COVERAGE_PAGE = 'docs/specification-coverage.md';
/** Stands in a title of the page for what differs from case to case. */
const ANY = '…';

/** The tests of each runner. The tests of a runner that is missing here are not checked; only their files must exist. */
export interface KnownTests {
  readonly jest?: readonly TestResult[] | undefined;
  readonly e2e?: readonly TestResult[] | undefined;
}

function matches(title: string, actual: string): boolean {
  if (title === actual) return true;
  const parts = title.split(ANY).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return parts.length > 1 && new RegExp(`^${parts.join('.*')}$`, 's').test(actual);
}

/** The page may leave out the titles of outer blocks. */
function hasPath(titles: readonly string[], { path }: NamedTest): boolean {
  const last = titles.slice(-path.length);
  return last.length === path.length && path.every((title, index) => matches(title, last[index] ?? ''));
}

/** The runners know a suite's tests by the test file beside it. */
function isInFile(result: TestResult, { file }: NamedTest): boolean {
  return result.file === file || (file.endsWith('.suite.ts') && dirname(result.file) === dirname(file));
}

function flawOf(root: string, test: NamedTest, known: KnownTests): string | undefined {
  if (!existsSync(join(root, test.file))) return `there is no file ${test.file}`;
  const results = test.file.startsWith('e2e/') ? known.e2e : known.jest;
  if (!results) return undefined;
  const named = results.filter((result) => isInFile(result, test) && hasPath(result.path, test));
  const title = test.path.join(' › ');
  if (named.length === 0) return `${test.file} has no test “${title}”`;
  return named.some(({ passed }) => passed) ? undefined : `“${title}” of ${test.file} did not pass`;
}

export interface CoverageResult {
  readonly flaws: readonly string[];
  /** "210 tested, 40 not shown, 12 not built". */
  readonly summary: string;
}

/** Compares the page about the specification with the tests that exist and their results. */
export async function checkCoverage(root: string, known: KnownTests): Promise<CoverageResult> {
  const { rows, flaws } = readCoveragePage(await readFile(join(root, COVERAGE_PAGE), 'utf8'));
  const found = rows.flatMap((row) =>
    row.tests
      .map((test) => flawOf(root, test, known))
      .filter((flaw) => flaw !== undefined)
      .map((flaw) => `line ${row.line} (${row.reference}): ${flaw}`),
  );
  const empty = rows.length === 0 ? ['lists no line of the specification'] : [];
  const summary = [...Map.groupBy(rows, ({ state }) => state)].map(([state, { length }]) => `${length} ${state}`);
  return {
    flaws: [...flaws, ...found, ...empty].map((flaw) => `${COVERAGE_PAGE}, ${flaw}`),
    summary: summary.join(', '),
  };
}
