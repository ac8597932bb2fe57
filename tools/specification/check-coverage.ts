import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestResult } from '../test/outcome.ts';

/** A page whose tables name the tests for numbered requirements. */
export interface CoveragePage {
  readonly file: string;
  /** The first word in the heading of each table. */
  readonly heading: string;
  /** What happens to a requirement. The first state needs tests, all others a reason. */
  readonly states: readonly [string, ...string[]];
  /** Whether a file may show a requirement (`pnpm-workspace.yaml`), and a test may limit what is not met. */
  readonly acceptsFiles: boolean;
  /** The numbers that the page has to contain, each once; any if left out. */
  readonly numbers?: readonly string[];
}

/** "not yet" is work to do. */
export const SPECIFICATION: CoveragePage = {
  file: 'docs/specification-coverage.md',
  heading: 'Where',
  states: ['tested', 'not shown', 'not built', 'not yet'],
  acceptsFiles: false,
};
/** In a title on the page, stands for the part that differs from case to case. */
const ANY = '…';

interface NamedTest {
  /** Relative to the repository's root. */
  readonly file: string;
  /** Titles of enclosing blocks, if the page names them, then the test's title. "…" replaces what differs from case to case. */
  readonly path: readonly string[];
}

interface CoverageRow {
  readonly line: number;
  /** Number of the requirement: section and line of the specification. */
  readonly reference: string;
  readonly state: string;
  readonly tests: readonly NamedTest[];
  /** Files that are named without a test. */
  readonly files: readonly string[];
}

interface ReadRows {
  readonly rows: readonly CoverageRow[];
  /** Malformed lines and incomplete rows. */
  readonly flaws: readonly string[];
}

/** Number of cells in a row: reference, what the line says, state, tests or reason. */
const CELLS = 4;
const TEST = /`([^`]+)`: “([^”]+)”/g;
const FILE = /`([\w./-]+\.\w+)`/g;

function readTests(cell: string): readonly NamedTest[] {
  return [...cell.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, path: title.split(' › ') }));
}

function readFiles(cell: string): readonly string[] {
  return [...cell.replaceAll(TEST, '').matchAll(FILE)].map(([, file = '']) => file);
}

function rowFlaw(page: CoveragePage, row: CoverageRow | undefined, shown: string): string | undefined {
  if (!row) return 'is not a row of four cells with a known state';
  const [done] = page.states;
  const isShown = row.tests.length > 0 || (page.acceptsFiles && row.files.length > 0);
  if (row.state === done && !isShown)
    return `is ${done}, but names no test: \`file\`: “title”${page.acceptsFiles ? ', and no `file`' : ''}`;
  if (row.state !== done && row.tests.length > 0 && !page.acceptsFiles) return `names a test, but is "${row.state}"`;
  if (row.state !== done && shown === '') return `is "${row.state}" without a reason`;
  return undefined;
}

/** Reads the tables of a page. */
function readRows(page: CoveragePage, markdown: string): ReadRows {
  const rows: CoverageRow[] = [];
  const flaws: string[] = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    // Skips other text, headings of tables and the lines below these.
    if (!text.startsWith('|') || text.startsWith('| -') || text.startsWith(`| ${page.heading} `)) continue;
    const line = index + 1;
    const cells = text
      .slice(1, text.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [reference = '', , stateCell = '', shown = ''] = cells;
    const state = page.states.find((known) => known === stateCell);
    const row =
      state === undefined || cells.length !== CELLS
        ? undefined
        : { line, reference, state, tests: readTests(shown), files: page.acceptsFiles ? readFiles(shown) : [] };
    const flaw = rowFlaw(page, row, shown);
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

/** Runners report the tests of a suite under the test file next to it, or in a folder above. */
function isInFile(result: TestResult, { file }: NamedTest): boolean {
  return result.file === file || (file.endsWith('.suite.ts') && file.startsWith(`${dirname(result.file)}/`));
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

/** Numbers that a page lacks, has twice, or should not have. */
function numberFlaws({ numbers }: CoveragePage, rows: readonly CoverageRow[]): readonly string[] {
  if (!numbers) return [];
  const lines = Map.groupBy(rows, ({ reference }) => reference);
  return [
    ...numbers.filter((number) => !lines.has(number)).map((number) => `lacks ${number}`),
    ...[...lines].flatMap(([number, { length }]) => (length === 1 ? [] : [`has ${number} ${length} times`])),
    ...[...lines.keys()]
      .filter((number) => !numbers.includes(number))
      .map((number) => `has ${number}, which is unknown`),
  ];
}

/** Compares a page with the tests that exist and their results. */
export async function checkCoverage(root: string, known: KnownTests, page: CoveragePage): Promise<CoverageResult> {
  const { rows, flaws } = readRows(page, await readFile(join(root, page.file), 'utf8'));
  const found = rows.flatMap((row) => {
    const missing = row.files.filter((file) => !existsSync(join(root, file))).map((file) => `there is no file ${file}`);
    return [...row.tests.map((test) => flawOf(root, test, known)), ...missing]
      .filter((flaw) => flaw !== undefined)
      .map((flaw) => `line ${row.line} (${row.reference}): ${flaw}`);
  });
  const empty = rows.length === 0 ? ['lists no requirement'] : [];
  const summary = [...Map.groupBy(rows, ({ state }) => state)].map(([state, { length }]) => `${length} ${state}`);
  return {
    flaws: [...flaws, ...found, ...numberFlaws(page, rows), ...empty].map((flaw) => `${page.file}, ${flaw}`),
    summary: summary.join(', '),
  };
}
