import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { FAILURE_BUDGET } from '../counts/counts.ts';
import type { DayOfFailures } from '../counts/recorder.ts';

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
