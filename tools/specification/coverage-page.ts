/** What becomes of a line of the specification; "not yet" is owed. */
const STATES = ['tested', 'not shown', 'not built', 'not yet'] as const;
export type CoverageState = (typeof STATES)[number];

export interface NamedTest {
  /** From the repository's root. */
  readonly file: string;
  /** Title, after the titles of enclosing blocks where they are named. "…" stands for what changes from case to case. */
  readonly path: readonly string[];
}

export interface CoverageRow {
  readonly line: number;
  /** Where the specification says it: section, and which line there. */
  readonly reference: string;
  readonly state: CoverageState;
  readonly tests: readonly NamedTest[];
}

export interface CoveragePage {
  readonly rows: readonly CoverageRow[];
  /** Lines that are no row, and rows that say nothing. */
  readonly flaws: readonly string[];
}

/** Number of cells: reference, what it says, state, tests or reason. */
const CELLS = 4;
const TEST = /`([^`]+)`: “([^”]+)”/g;

function readTests(cell: string): readonly NamedTest[] {
  return [...cell.matchAll(TEST)].map(([, file = '', title = '']) => ({ file, path: title.split(' › ') }));
}

function flawOf(row: CoverageRow | undefined, shown: string): string | undefined {
  if (!row) return 'is no row of four cells with a known state';
  if (row.state === 'tested' && row.tests.length === 0) return 'is tested, but names no test: `file`: “title”';
  if (row.state !== 'tested' && row.tests.length > 0) return `names a test, but is "${row.state}"`;
  if (row.state !== 'tested' && shown === '') return `is "${row.state}" without a reason`;
  return undefined;
}

/** Reads the tables of the page that says by which test each line of the specification is shown. */
export function readCoveragePage(markdown: string): CoveragePage {
  const rows: CoverageRow[] = [];
  const flaws: string[] = [];
  for (const [index, text] of markdown.split('\n').entries()) {
    // Headings of tables, and the lines below them.
    if (!text.startsWith('|') || /^\| (Where|-)/.test(text)) continue;
    const line = index + 1;
    const cells = text
      .slice(1, text.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [reference = '', , stateCell = '', shown = ''] = cells;
    const state = STATES.find((known) => known === stateCell);
    const row = state && cells.length === CELLS ? { line, reference, state, tests: readTests(shown) } : undefined;
    const flaw = flawOf(row, shown);
    if (flaw !== undefined) flaws.push(`line ${line} (${reference}) ${flaw}`);
    if (row) rows.push(row);
  }
  return { rows, flaws };
}
