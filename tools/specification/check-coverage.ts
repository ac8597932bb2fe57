import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RanTest } from '../../scripts/test/outcome.ts';
import type { CoverageRow, NamedTest } from './coverage-page.ts';
import { readCoveragePage } from './coverage-page.ts';
import type { SourceTests } from './test-titles.ts';
import { ANY, readSourceTests } from './test-titles.ts';

export const COVERAGE_PAGE = 'docs/specification-coverage.md';

/** The tests that ran in this run, of each runner that did; without one its tests need only be there. */
export interface RanTests {
  readonly jest?: readonly RanTest[] | undefined;
  readonly e2e?: readonly RanTest[] | undefined;
}

function pattern(title: string): RegExp {
  const parts = title.split(ANY).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

/** Whether a test is the named one: its last titles are those that are named. */
function isNamed({ path }: NamedTest, titles: readonly string[]): boolean {
  const last = titles.slice(-path.length);
  return last.length === path.length && path.every((title, index) => pattern(title).test(last[index] ?? ''));
}

/** Whether the source's titles can come out as the named ones; a title that a table gives has to be there as a text. */
function canBeNamed({ path }: NamedTest, titles: readonly string[], literals: ReadonlySet<string>): boolean {
  const last = titles.slice(-path.length);
  return (
    last.length === path.length &&
    path.every((title, index) => {
      const given = last[index] ?? '';
      if (given === title) return true;
      return given === ANY ? literals.has(title) : pattern(given).test(title);
    })
  );
}

async function sourceFlaw(
  root: string,
  test: NamedTest,
  sources: Map<string, SourceTests>,
): Promise<string | undefined> {
  const known = sources.get(test.file);
  const text = known ? '' : await readFile(join(root, test.file), 'utf8').catch(() => undefined);
  if (text === undefined) return `there is no file ${test.file}`;
  const source = known ?? (await readSourceTests(test.file, text));
  sources.set(test.file, source);
  const found = source.tests.some(({ path }) => canBeNamed(test, path, source.literals));
  return found ? undefined : `${test.file} has no test “${test.path.join(' › ')}”`;
}

/** Whose tests a file has. A suite's tests run in the test file beside it. */
function isOf(test: NamedTest, ran: RanTest): boolean {
  if (ran.file === test.file) return true;
  return test.file.endsWith('.suite.ts') && dirname(ran.file) === dirname(test.file);
}

function runFlaw(test: NamedTest, ran: RanTests): string | undefined {
  const all = test.file.startsWith('e2e/') ? ran.e2e : ran.jest;
  if (!all) return undefined;
  const named = `“${test.path.join(' › ')}” of ${test.file}`;
  const results = all.filter((result) => isOf(test, result) && isNamed(test, result.path));
  if (!results.some(({ passed }) => passed)) return `${named} did not run, or did not pass`;
  return undefined;
}

async function rowFlaws(
  root: string,
  row: CoverageRow,
  ran: RanTests,
  sources: Map<string, SourceTests>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const test of row.tests) {
    const flaw = (await sourceFlaw(root, test, sources)) ?? runFlaw(test, ran);
    if (flaw !== undefined) found.push(`line ${row.line} (${row.reference}): ${flaw}`);
  }
  return found;
}

export interface CoverageResult {
  readonly flaws: readonly string[];
  /** "210 tested, 40 not shown, 12 not built". */
  readonly summary: string;
}

/** Compares the page about the specification with the tests that are there, and those that ran. */
export async function checkCoverage(root: string, ran: RanTests): Promise<CoverageResult> {
  const { rows, flaws } = readCoveragePage(await readFile(join(root, COVERAGE_PAGE), 'utf8'));
  const sources = new Map<string, SourceTests>();
  const found = [...flaws];
  for (const row of rows) found.push(...(await rowFlaws(root, row, ran, sources)));
  if (rows.length === 0) found.push('lists no line of the specification');
  const summary = [...Map.groupBy(rows, ({ state }) => state)].map(([state, { length }]) => `${length} ${state}`);
  return { flaws: found.map((flaw) => `${COVERAGE_PAGE}, ${flaw}`), summary: summary.join(', ') };
}
