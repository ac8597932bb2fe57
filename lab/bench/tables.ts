import type { CapacityCosts, Cost } from '../capacity/run.ts';
import { FIRST_SHARE, visitsADay } from '../capacity/visits-a-day.ts';
import type { BarGroup } from './chart.ts';
import type { Judged } from './goals.ts';
import { isMet } from './goals.ts';
import type { BuildTimes } from './measure-builds.ts';
import type { PageName } from './pages.ts';
import type { Extra, Measure, Results, Temperature } from './results.ts';
import { EXTRAS } from './results.ts';
import type { Spread } from './statistics.ts';
import type { VariantName } from './variants.ts';
import { hasPage, VARIANTS } from './variants.ts';

const toLetter = (variant: VariantName) => `(${VARIANTS[variant].letter})`;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

const ms = (value: number) => value.toFixed(0);
const ratio = (value: number) => value.toFixed(2);
const quartiles = ({ low, high }: Spread) => `${ratio(low)}–${ratio(high)}`;
const kilobytes = (value: number) => (value / 1000).toFixed(1);

/** The medians of a page's visits, empty for variants without the page. */
function medianCells(
  results: Results,
  key: { readonly page: PageName; readonly temperature: Temperature },
  variants: readonly VariantName[],
  measure: Measure,
  show: (value: number) => string,
): readonly string[] {
  return variants.map((variant) =>
    results.has({ ...key, variant }) ? show(results.spread({ ...key, variant }, measure).median) : '',
  );
}

const TEMPERATURES = ['cold', 'warm'] as const;

const TIMES: Readonly<Record<string, Measure>> = {
  content: (visit) => visit.content,
  'click answered': (visit) => visit.answered,
};
const FIRST_TIMES: typeof TIMES = { 'first paint': (visit) => visit.firstPaint, ...TIMES };

/** Medians of the times, one table for all pages, and the range of what hardly differs. */
export function timesTable(results: Results, pages: readonly PageName[], variants: readonly VariantName[]): string {
  const rows = pages.flatMap((page) =>
    TEMPERATURES.flatMap((temperature) =>
      Object.entries(temperature === 'cold' ? FIRST_TIMES : TIMES).map(([what, measure]) => [
        `\`/${page}\` ${temperature}: ${what}`,
        ...medianCells(results, { page, temperature }, variants, measure, ms),
      ]),
    ),
  );
  const keys = pages.flatMap((page) =>
    TEMPERATURES.flatMap((temperature) =>
      variants.map((variant) => ({ page, temperature, variant })).filter((key) => results.has(key)),
    ),
  );
  const shifts = keys.map((key) => results.spread(key, (visit) => visit.shift).median);
  const inputs = keys.map((key) => results.spread(key, (visit) => visit.input).median);
  const range =
    `Layout shift (CLS) is at most ${Math.max(...shifts).toFixed(3)}, ` +
    `input to paint (INP) ${ms(Math.min(...inputs))} to ${ms(Math.max(...inputs))} ms.`;
  return `${table(['ms', ...variants.map(toLetter)], rows)}\n\n${range}`;
}

/** What differs between the variants; the rest hardly does. */
const LOADED: Readonly<Record<string, Measure>> = {
  'KB of page': ({ loaded }) => loaded.page.bytes,
  'KB of script': ({ loaded }) => loaded.script.bytes,
};

/** Medians of bytes by kind, of first visits. */
export function loadedTable(results: Results, pages: readonly PageName[], variants: readonly VariantName[]): string {
  const rows = pages.flatMap((page) =>
    Object.entries(LOADED).map(([what, measure]) => [
      `\`/${page}\` ${what}`,
      ...medianCells(results, { page, temperature: 'cold' }, variants, measure, kilobytes),
    ]),
  );
  return table(['', ...variants.map(toLetter)], rows);
}

/** Each goal, with what was measured, in bold if it misses the goal, and the quartiles of the rounds. */
export function goalsTable(judged: readonly Judged[]): string {
  const rows = judged.map((goal) => [
    goal.what,
    `≤ ${String(goal.limit)}`,
    `${isMet(goal) ? ratio(goal.value.median) : `**${ratio(goal.value.median)}**`} (${quartiles(goal.value)})`,
  ]);
  return table(['goal', 'limit', 'median (quartiles)'], rows);
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
        if (what.startsWith('ratio')) return ratio(value);
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
    bars: variants
      .filter((variant) => hasPage(variant, page))
      .map((variant) => {
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

/** What visits cost the web server, and how many it serves. */
export function capacityTable({ first, returning, look, cpuSeconds }: CapacityCosts): string {
  const cost = (seconds: number) => (seconds * 1000).toFixed(2);
  const perVisit = ({ requests, visits }: Cost) => (requests / visits).toFixed(0);
  const visits = Math.round(visitsADay({ cores: 2, cpuSeconds }) / 1000) * 1000;
  return table(
    ['', 'processor, ms', 'requests'],
    [
      ['a first visit', cost(first.cpuSeconds), perVisit(first)],
      ['a returning one', cost(returning.cpuSeconds), perVisit(returning)],
      ['a look for a newer release', cost(look.cpuSeconds), perVisit(look)],
      [`**a visit**, ${(FIRST_SHARE * 100).toFixed(0)} % of them first ones`, `**${cost(cpuSeconds)}**`, ''],
      ['visits a day on two cores', visits.toLocaleString('en'), ''],
    ],
  );
}

export function buildsTable({ remote, application, ratio: spread }: BuildTimes): string {
  return table(
    ['one remote (mfe-hubs), ms', 'one application, ms', 'ratio (quartiles)'],
    [[ms(remote.median), ms(application.median), `${ratio(spread.median)} (${quartiles(spread)})`]],
  );
}
