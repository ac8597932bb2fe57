import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PartStatus } from '@portal/release/operations/read-status';
import { countsFor, FAILURE_BUDGET, failureRate, triesOf } from '../counts/counts.ts';
import type { Counts, VersionCounts } from '../counts/counts.ts';
import type { DayOfFailures } from '../counts/recorder.ts';
import { countOf, durationOf, rateOf } from '../pages/format.ts';

const WIDTH = 150;
const HEIGHT = 36;
const ROOM = 3;

/** The highest rate that the lines of a board have room for: all share one scale, and the budget is well inside it. */
export function sparkScale(days: readonly DayOfFailures[]): number {
  return Math.max(FAILURE_BUDGET * 2, ...days.flatMap((day) => day.filter((rate) => rate !== undefined)));
}

/** Failures over the last day as a line, with the budget dotted; nothing where there are not two points to join. */
export function spark(day: DayOfFailures, scale: number): Html | undefined {
  const place = (rate: number): string => (HEIGHT - ROOM - (rate / scale) * (HEIGHT - 2 * ROOM)).toFixed(1);
  const points = day.flatMap((rate, index) =>
    rate === undefined ? [] : [{ x: ((index / (day.length - 1)) * WIDTH).toFixed(1), y: place(rate) }],
  );
  const [first, ...others] = points;
  const last = others.at(-1);
  if (!first || !last) return undefined;
  const line = `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d="${line}L${last.x} ${HEIGHT}L${first.x} ${HEIGHT}Z" />
      <path class="limit" d="M0 ${place(FAILURE_BUDGET)}H${WIDTH}" />
      <path class="line" d="${line}" />
    </svg>
    <p><span>Failures over 24 hours</span></p>`;
}

function figures(counted: VersionCounts | undefined): Html {
  const rate = counted && failureRate(counted);
  if (!counted || rate === undefined) return html`<p><span>Loads</span><b>None yet</b></p>`;
  return html`<p class="failures"><span>Failures</span><b>${rateOf(rate)}</b></p>
    <p><span>Loads</span><b>${countOf(triesOf(counted))}</b></p>
    ${counted.meanMs !== undefined && html`<p><span>Load time</span><b>${durationOf(counted.meanMs)}</b></p>`}`;
}

/** How the live version of a part does, in a few figures. */
export function laneFigures({ name, live }: PartStatus, counts: Counts | undefined, drawing: Html | undefined): Html {
  const counted = live ? countsFor(counts, name, live.version) : undefined;
  const isHigh = counted !== undefined && (failureRate(counted) ?? 0) > FAILURE_BUDGET;
  return html`<div class="lane__errors" ${isHigh && html`data-high`}>
    ${drawing} ${counts ? figures(counted) : html`<p><span>Failures</span><b>Not known</b></p>`}
  </div>`;
}

/** "0.16 % failed of 1 204 loads". */
export function failuresInShort(counted: VersionCounts | undefined): string {
  const rate = counted && failureRate(counted);
  return counted && rate !== undefined
    ? `${rateOf(rate)} failed of ${countOf(triesOf(counted))} loads`
    : 'no loads yet';
}

/** "0.16 % of 1 204, 2 crashed". */
export function failuresInFull(counted: VersionCounts | undefined): string {
  const rate = counted && failureRate(counted);
  if (!counted || rate === undefined) return '–';
  const kinds = counted.kinds.map(({ failure, count }) => `, ${countOf(count)} ${failure}`);
  return `${rateOf(rate)} of ${countOf(triesOf(counted))}${kinds.join('')}`;
}

/** "230 ms on average, 95 % within 500 ms". */
export function loadTimeInFull(counted: VersionCounts | undefined): string {
  if (counted?.meanMs === undefined) return '–';
  const most = counted.mostMs === undefined ? '' : `, 95\u00A0% within ${durationOf(counted.mostMs)}`;
  return `${durationOf(counted.meanMs)} on average${most}`;
}
