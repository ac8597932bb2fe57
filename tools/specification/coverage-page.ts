import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A page whose tables name, for each numbered requirement, the ids of the tests that show it ("T042" for a title that
 * ends in "[T042]").
 */
interface CoveragePage {
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

/** How the portal meets OWASP ASVS 5.0, levels 1 and 2, whose numbers the text file lists. */
export const SECURITY: CoveragePage = {
  file: 'docs/security.md',
  heading: 'ASVS',
  states: ['met', 'deviates', 'not applicable'],
  acceptsFiles: true,
  numbers: readFileSync(join(import.meta.dirname, 'asvs-5.0-level-2.txt'), 'utf8')
    .trim()
    .split(/\s+/),
};

interface CoverageRow {
  /** Number of the requirement: section and line of the specification. */
  readonly reference: string;
  /** Ids of tests. */
  readonly tests: readonly string[];
  /** Files that are named. */
  readonly files: readonly string[];
  /** What is wrong with the row; empty if nothing is. */
  readonly flaw: string;
}

/** Reference, what the line says, state, tests or reason. */
const CELLS = 4;

function findFlaw(page: CoveragePage, cells: readonly string[], row: Pick<CoverageRow, 'tests' | 'files'>): string {
  const [, , state = '', shown = ''] = cells;
  if (cells.length !== CELLS || !page.states.includes(state)) return 'is not a row of four cells with a known state';
  if (state !== page.states[0]) {
    if (row.tests.length > 0 && !page.acceptsFiles) return `names a test, but is "${state}"`;
    return shown === '' ? `is "${state}" without a reason` : '';
  }
  const isShown = row.tests.length > 0 || (page.acceptsFiles && row.files.length > 0);
  return isShown ? '' : `is ${state}, but names no test`;
}

/** Reads the rows of all tables of a page. */
export function readCoverage(page: CoveragePage, markdown: string): readonly CoverageRow[] {
  const lines = markdown.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:-|:)/.test(line));
  return lines
    .filter((line) => !line.startsWith(`| ${page.heading} `))
    .map((line) => {
      const cells = line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/);
      const [reference = '', , , shown = ''] = cells.map((cell) => cell.trim());
      const tests = shown.match(/\bT\d{3}\b/g) ?? [];
      const files = [...shown.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, file = '']) => file);
      const flaw = findFlaw(
        page,
        cells.map((cell) => cell.trim()),
        { tests, files },
      );
      return { reference, tests, files, flaw };
    });
}
