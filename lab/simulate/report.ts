import type { Outcomes, Simulations } from './simulate-all.ts';
import type { Outcome } from './simulate.ts';

/** The value that this share of the sorted values does not exceed. */
export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];

const NUMBER = new Intl.NumberFormat('en');
const whole = (value: number | undefined) => (value === undefined ? '-' : NUMBER.format(value));
const ofAll = (count: number, { streams }: Outcome) => `${whole(count)} of ${whole(streams)}`;
const inPercent = (count: number, { streams }: Outcome) => `${((count / streams) * 100).toFixed(2)} %`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

const falseEnds = (outcomes: Outcomes, what = 'No version is worse') =>
  table(
    [what, 'Ended wrongly', 'Share'],
    outcomes.map(([{ title }, outcome]) => [
      title,
      ofAll(outcome.ended.length, outcome),
      inPercent(outcome.ended.length, outcome),
    ]),
  );

/** The tables of docs/benchmarks.md. */
export function formatTables({ healthy, dependent, forged, worse, noWorse }: Simulations): string {
  return [
    falseEnds(healthy),
    '',
    'Visits of the canary until it was ended:',
    '',
    '<!-- prettier-ignore -->',
    table(
      ['Baseline against canary', 'Ended', 'Half within', 'Nine of ten within', 'Within ten visits'],
      worse.map(([{ title }, outcome]) => [
        title,
        ofAll(outcome.ended.length, outcome),
        whole(quantile(outcome.ended, 0.5)),
        whole(quantile(outcome.ended, 0.9)),
        `${((outcome.ended.filter((visits) => visits <= 10).length / outcome.streams) * 100).toFixed(0)} %`,
      ]),
    ),
    '',
    'Visits of the canary until it was called no worse, with a share of 10 % and looks during 8,000 visits:',
    '',
    '<!-- prettier-ignore -->',
    table(
      ['Baseline against canary', 'Ever called no worse', 'Half of these within', 'Nine of ten within'],
      noWorse.map(([{ title }, outcome]) => [
        title,
        ofAll(outcome.noWorse.length, outcome),
        whole(quantile(outcome.noWorse, 0.5)),
        whole(quantile(outcome.noWorse, 0.9)),
      ]),
    ),
    '',
    'Where visits depend on each other, the promise of 1 % need not hold:',
    '',
    '<!-- prettier-ignore -->',
    falseEnds(dependent),
    '',
    'Where networks report failures that never were, each one, of a canary of 10 % while 1 % of all visits fail:',
    '',
    '<!-- prettier-ignore -->',
    falseEnds(forged, 'Forged failures'),
  ].join('\n');
}
