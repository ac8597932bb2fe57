import { parseInput } from '@portal/contract/parse';
import type { Tried } from '@portal/node-kit/testing';
import * as v from 'valibot';

const TriedSchema = v.object({
  suite: v.string(),
  tried: v.number(),
  passed: v.number(),
  exceptions: v.optional(v.array(v.object({ what: v.string(), reason: v.string() })), []),
});

/** What one suite tried in all. */
type SuiteTotal = Required<Tried>;

/**
 * Reads the lines that `recordTried` wrote, and adds up each suite; sorted by name. @throws {InvalidInputError} for
 * another line.
 */
export function readTotals(lines: string): readonly SuiteTotal[] {
  const entries = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => parseInput('RELIABILITY_OUTPUT', TriedSchema, JSON.parse(line)));
  const suites = Map.groupBy(entries, ({ suite }) => suite);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return [...suites]
    .map(([suite, parts]) => ({
      suite,
      tried: sum(parts.map(({ tried }) => tried)),
      passed: sum(parts.map(({ passed }) => passed)),
      exceptions: parts.flatMap(({ exceptions }) => exceptions).toSorted((a, b) => a.what.localeCompare(b.what)),
    }))
    .toSorted((a, b) => a.suite.localeCompare(b.suite));
}

const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
const inCell = (text: string) => text.replaceAll('|', String.raw`\|`);
const count = (number: number) => number.toLocaleString('en');

/** The totals as Markdown: a table, then the exceptions by their reason. */
export function summarize(totals: readonly SuiteTotal[]): string {
  const exceptions = totals.flatMap(({ suite, exceptions: listed }) =>
    [...Map.groupBy(listed, ({ reason }) => reason)].map(([reason, cells]) => ({ suite, reason, cells })),
  );
  return [
    row('What was tried', 'Tried', 'Passed', 'Listed exceptions'),
    row('---', '--:', '--:', '--:'),
    ...totals.map(({ suite, tried, passed, exceptions: { length } }) =>
      row(inCell(suite), count(tried), count(passed), count(length)),
    ),
    ...(exceptions.length === 0 ? ['', 'There is no exception.'] : []),
    ...exceptions.flatMap(({ suite, reason, cells }) => [
      '',
      `${suite}: ${reason}`,
      '',
      ...cells.map(({ what }) => `- ${what}`),
    ]),
  ].join('\n');
}

/** What failed and is no listed exception. */
export function unexplained(totals: readonly SuiteTotal[]): readonly string[] {
  return totals
    .filter(({ tried, passed, exceptions }) => passed + exceptions.length < tried)
    .map(({ suite, tried, passed, exceptions }) => `${suite}: ${tried - passed - exceptions.length} failed`);
}
