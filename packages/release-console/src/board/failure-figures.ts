import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PartStatus } from '@portal/release/operations/read-status';
import { countsFor, FAILURE_BUDGET, failureRate, attemptsOf } from '../counts/counts.ts';
import type { Counts, VersionCounts } from '../counts/counts.ts';
import type { FailuresByHalfHour } from '../counts/recorder.ts';
import { formatCount, formatDuration, formatRate } from '../pages/format.ts';

const WIDTH = 150;
const HEIGHT = 36;
const MARGIN = 3;

/** The highest rate of the shared scale of all sparklines. It is at least twice the budget, so that the budget's line is inside. */
export function sparklineScale(days: readonly FailuresByHalfHour[]): number {
  return Math.max(FAILURE_BUDGET * 2, ...days.flatMap((day) => day.filter((rate) => rate !== undefined)));
}

/** Failures over the last day as a line, with the budget dotted; undefined with fewer than two points. */
export function sparkline(day: FailuresByHalfHour, scale: number): Html | undefined {
  const yOf = (rate: number): string => (HEIGHT - MARGIN - (rate / scale) * (HEIGHT - 2 * MARGIN)).toFixed(1);
  const points = day.flatMap((rate, index) =>
    rate === undefined ? [] : [{ x: ((index / (day.length - 1)) * WIDTH).toFixed(1), y: yOf(rate) }],
  );
  const [first, ...others] = points;
  const last = others.at(-1);
  if (!first || !last) return undefined;
  const line = `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  return html`<svg class="sparkline" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d="${line}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}Z" />
      <path class="limit" d="M0 ${yOf(FAILURE_BUDGET)}H${WIDTH}" />
      <path class="line" d="${line}" />
    </svg>
    <p><span>Failures over 24 hours</span></p>`;
}

function figures(counted: VersionCounts | undefined): Html {
  const rate = counted && failureRate(counted);
  if (!counted || rate === undefined) return html`<p><span>Loads</span><b>None yet</b></p>`;
  return html`<p class="failures"><span>Failures</span><b>${formatRate(rate)}</b></p>
    <p><span>Loads</span><b>${formatCount(attemptsOf(counted))}</b></p>
    ${counted.meanMs !== undefined && html`<p><span>Load time</span><b>${formatDuration(counted.meanMs)}</b></p>`}`;
}

/** Failure rate, loads and load time of a part's live version. */
export function failureFigures({ name, live }: PartStatus, counts: Counts | undefined, chart: Html | undefined): Html {
  const counted = live ? countsFor(counts, name, live.version) : undefined;
  const isHigh = counted !== undefined && (failureRate(counted) ?? 0) > FAILURE_BUDGET;
  return html`<div class="part-row__errors" ${isHigh && html`data-high`}>
    ${chart} ${counts ? figures(counted) : html`<p><span>Failures</span><b>Not known</b></p>`}
  </div>`;
}

/** "0.16 % failed of 1 204 loads". */
export function summarizeFailures(counted: VersionCounts | undefined): string {
  const rate = counted && failureRate(counted);
  return counted && rate !== undefined
    ? `${formatRate(rate)} failed of ${formatCount(attemptsOf(counted))} loads`
    : 'no loads yet';
}

/** "0.16 % of 1 204, 2 crashed". */
export function describeFailures(counted: VersionCounts | undefined): string {
  const rate = counted && failureRate(counted);
  if (!counted || rate === undefined) return '–';
  const kinds = counted.kinds.map(({ failure, count }) => `, ${formatCount(count)} ${failure}`);
  return `${formatRate(rate)} of ${formatCount(attemptsOf(counted))}${kinds.join('')}`;
}

/** "230 ms on average, 95 % within 500 ms". */
export function describeLoadTime(counted: VersionCounts | undefined): string {
  if (counted?.meanMs === undefined) return '–';
  const p95 = counted.p95Ms === undefined ? '' : `, 95\u00A0% within ${formatDuration(counted.p95Ms)}`;
  return `${formatDuration(counted.meanMs)} on average${p95}`;
}
