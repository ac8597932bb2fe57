import type { BarGroup } from './chart.ts';
import type { Judged } from './goals.ts';
import { isMet } from './goals.ts';
import type { BuildTimes } from './measure-builds.ts';
import type { PageName } from './pages.ts';
import type { Extra, Measure, Results } from './results.ts';
import { EXTRAS } from './results.ts';
import type { VariantName } from './variants.ts';
import { VARIANTS } from './variants.ts';
import type { Kind } from './visit.ts';
import { KINDS } from './visit.ts';

const toLetter = (variant: VariantName) => `(${VARIANTS[variant].letter})`;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

const ms = (value: number) => value.toFixed(0);
const ratio = (value: number) => value.toFixed(2);
const kilobytes = (value: number) => (value / 1000).toFixed(1);

interface Line {
  readonly what: string;
  readonly measure: Measure;
  readonly show: (value: number) => string;
}

const LINES: readonly Line[] = [
  { what: 'first paint, ms', measure: (visit) => visit.firstPaint, show: ms },
  { what: 'content, ms', measure: (visit) => visit.content, show: ms },
  { what: 'first click answered, ms', measure: (visit) => visit.answered, show: ms },
  { what: 'largest paint (LCP), ms', measure: (visit) => visit.largestPaint, show: ms },
  { what: 'layout shift (CLS)', measure: (visit) => visit.shift, show: (value) => value.toFixed(3) },
  { what: 'input to paint (INP), ms', measure: (visit) => visit.input, show: ms },
];

/** Medians of the times, one table for all pages. */
export function timesTable(results: Results, pages: readonly PageName[], variants: readonly VariantName[]): string {
  const rows = pages.flatMap((page) =>
    (['cold', 'warm'] as const).flatMap((temperature) =>
      LINES.map(({ what, measure, show }) => [
        `\`/${page}\` ${temperature}: ${what}`,
        ...variants.map((variant) => show(results.spread({ page, temperature, variant }, measure).median)),
      ]),
    ),
  );
  return table(['', ...variants.map(toLetter)], rows);
}

/** Medians of requests and bytes by kind. */
export function loadedTable(results: Results, pages: readonly PageName[], variants: readonly VariantName[]): string {
  const cell = (page: PageName, temperature: 'cold' | 'warm', variant: VariantName, kind: Kind) => {
    const key = { page, temperature, variant };
    const requests = results.spread(key, ({ loaded }) => loaded[kind].requests).median;
    const bytes = results.spread(key, ({ loaded }) => loaded[kind].bytes).median;
    return requests === 0 ? '' : `${requests.toFixed(0)} / ${kilobytes(bytes)}`;
  };
  const rows = pages.flatMap((page) =>
    (['cold', 'warm'] as const).flatMap((temperature) =>
      KINDS.map((kind) => [
        `\`/${page}\` ${temperature}: ${kind}`,
        ...variants.map((variant) => cell(page, temperature, variant, kind)),
      ]).filter((cells) => cells.slice(1).some((text) => text !== '')),
    ),
  );
  return table(['requests / KB', ...variants.map(toLetter)], rows);
}

/** Each goal, with what was measured and the quartiles of the rounds. */
export function goalsTable(judged: readonly Judged[]): string {
  const rows = judged.map((goal) => [
    goal.what,
    `${goal.atLeast ? '≥' : '≤'} ${String(goal.limit)}`,
    ratio(goal.value.median),
    `${ratio(goal.value.low)} … ${ratio(goal.value.high)}`,
    isMet(goal) ? 'yes' : '**no**',
  ]);
  return table(['goal', 'limit', 'median', 'quartiles', 'met'], rows);
}

/** What was measured beside visits, in milliseconds where nothing else is said. */
export function extrasTable(results: Results, variants: readonly VariantName[]): string {
  const rows = (Object.keys(EXTRAS) as Extra[])
    .filter((what) => variants.some((variant) => results.extra(what, variant)))
    .map((what) => [
      EXTRAS[what],
      ...variants.map((variant) => {
        const value = results.extra(what, variant)?.median;
        if (value === undefined) return '';
        return what.startsWith('bytes') ? kilobytes(value) : ms(value);
      }),
    ]);
  return table(['', ...variants.map(toLetter)], rows);
}

/** The bars of the chart: how long a first visit takes until the content is there. */
export function chartGroups(
  results: Results,
  pages: readonly PageName[],
  variants: readonly VariantName[],
): readonly BarGroup[] {
  return pages.map((page) => ({
    title: `/${page}`,
    bars: variants.map((variant) => {
      const key = { page, temperature: 'cold', variant } as const;
      const { median, low, high } = results.spread(key, (visit) => visit.content);
      const mark = results.spread(key, (visit) => visit.firstPaint).median;
      return { label: toLetter(variant), value: median, low, high, mark, own: variant === 'portal' };
    }),
  }));
}

/** The page of portals with more and more remotes. */
export function pageBytesTable(
  pages: readonly { readonly remotes: number; readonly compressed: number; readonly uncompressed: number }[],
): string {
  return table(
    ['remotes', 'KB on the network', 'KB uncompressed'],
    pages.map(({ remotes, compressed, uncompressed }) => [
      remotes.toLocaleString('en'),
      kilobytes(compressed),
      kilobytes(uncompressed),
    ]),
  );
}

export function buildsTable({ remote, application, ratio: { median, low, high } }: BuildTimes): string {
  return table(
    ['one remote (mfe-hubs), ms', 'one application, ms', 'ratio (quartiles)'],
    [[ms(remote.median), ms(application.median), `${ratio(median)} (${ratio(low)} … ${ratio(high)})`]],
  );
}
