import type { Outcomes, Simulations } from './simulate-all.ts';
import type { Outcome } from './simulate.ts';

/** The value that this share of the sorted values does not exceed. */
export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

const NUMBER = new Intl.NumberFormat('en');
const whole = (value: number | undefined) => (value === undefined ? '-' : NUMBER.format(value));
const inPercent = (count: number, { streams }: Outcome) => ((count / streams) * 100).toFixed(2);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

const falseEnds = (outcomes: Outcomes, what = 'No version is worse') =>
  table(
    [what, 'Ended wrongly, %'],
    outcomes.map(([{ title }, outcome]) => [title, inPercent(outcome.ended.length, outcome)]),
  );

/** The tables of docs/benchmarks.md. */
export function formatTables({ healthy, dependent, forged, worse, noWorse }: Simulations): string {
  const ended = worse.flatMap(([, outcome]) => outcome.ended).length;
  const streams = worse.reduce((sum, [, outcome]) => sum + outcome.streams, 0);
  return [
    falseEnds([...healthy, ...dependent]),
    '',
    `Visits of a worse canary until it was ended, as ${whole(ended)} of ${whole(streams)} were:`,
    '',
    '<!-- prettier-ignore -->',
    table(
      ['Baseline against canary', 'Half within', 'Nine of ten within'],
      worse.map(([{ title }, outcome]) => [
        title,
        whole(quantile(outcome.ended, 0.5)),
        whole(quantile(outcome.ended, 0.9)),
      ]),
    ),
    '',
    'Visits of the canary until it was called no worse, in 8,000 visits:',
    '',
    '<!-- prettier-ignore -->',
    table(
      ['Baseline beside canary', 'Called no worse, %', 'Half within', 'Nine of ten within'],
      noWorse.map(([{ title }, outcome]) => [
        title,
        inPercent(outcome.noWorse.length, outcome),
        whole(quantile(outcome.noWorse, 0.5)),
        whole(quantile(outcome.noWorse, 0.9)),
      ]),
    ),
    '',
    'Where each of some networks forges one failure of a canary, while 1 % of all visits fail:',
    '',
    '<!-- prettier-ignore -->',
    falseEnds(forged, 'Forged by'),
  ].join('\n');
}
