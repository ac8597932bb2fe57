import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestResult } from '../test/outcome.ts';

export const COVERAGE_PAGE = 'docs/specification-coverage.md';
/** In a title on the page, stands for the part that differs from case to case. */
const ANY = '…';

/** State of a line of the specification; "not yet" is work to do. */
const STATES = ['tested', 'not shown', 'not built', 'not yet'] as const;
type CoverageState = (typeof STATES)[number];

interface NamedTest {
  /** Relative to the repository's root. */
  readonly file: string;
  /** Titles of enclosing blocks, if the page names them, then the test's title. "…" replaces what differs from case to case. */
  readonly path: readonly string[];
}

interface CoverageRow {
  readonly line: number;
  /** Section and line of the specification. */
  readonly reference: string;
  readonly state: CoverageState;
  readonly tests: readonly NamedTest[];
}

interface CoveragePage {
  readonly rows: readonly CoverageRow[];
  /** Malformed lines and incomplete rows. */
  readonly flaws: readonly string[];
}

/** Number of cells in a row: reference, what the line says, state, tests or reason. */
const CELLS = 4;
const TEST = /`([^`]+)`: “([^”]+)”/g;

function readTests(cell: string): readonly NamedTest[] {
  return [...cell.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, path: title.split(' › ') }));
}

function rowFlaw(row: CoverageRow | undefined, shown: string): string | undefined {
  if (!row) return 'is not a row of four cells with a known state';
  if (row.state === 'tested' && row.tests.length === 0) return 'is tested, but names no test: `file`: “title”';
  if (row.state !== 'tested' && row.tests.length > 0) return `names a test, but is "${row.state}"`;
  if (row.state !== 'tested' && shown === '') return `is "${row.state}" without a reason`;
  return undefined;
}

/** Reads the tables of the page that names the tests for each line of the specification. */
function readCoveragePage(markdown: string): CoveragePage {
  const rows: CoverageRow[] = [];
  const flaws: string[] = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    // Skips other text, headings of tables and the lines below these.
    if (!text.startsWith('|') || /^\| (Where|-)/.test(text)) continue;
    const line = index + 1;
    const cells = text
      .slice(1, text.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [reference = '', , stateCell = '', shown = ''] = cells;
    const state = STATES.find((known) => known === stateCell);
    const row = state && cells.length === CELLS ? { line, reference, state, tests: readTests(shown) } : undefined;
    const flaw = rowFlaw(row, shown);
    if (flaw !== undefined) flaws.push(`line ${line} (${reference}) ${flaw}`);
    if (row) rows.push(row);
  }
  return { rows, flaws };
}

/** The tests of each runner. If a runner is missing, only the files of its tests must exist. */
export interface KnownTests {
  readonly jest?: readonly TestResult[] | undefined;
  readonly e2e?: readonly TestResult[] | undefined;
}

function matches(title: string, actual: string): boolean {
  if (title === actual) return true;
  const parts = title.split(ANY).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return parts.length > 1 && new RegExp(`^${parts.join('.*')}$`, 's').test(actual);
}

/** Compares the ends, because the page may leave out the titles of outer blocks. */
function hasPath(titles: readonly string[], { path }: NamedTest): boolean {
  const last = titles.slice(-path.length);
  return last.length === path.length && path.every((title, index) => matches(title, last[index] ?? ''));
}

/** Runners report the tests of a suite under the test file next to it. */
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
