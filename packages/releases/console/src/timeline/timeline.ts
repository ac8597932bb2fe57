import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { describeLoadTime } from '../figures/describe-figures.ts';
import { FAILURE_BUDGET } from '../figures/figures.ts';
import { formatCount, formatDuration, formatRate, formatTime, partTitle } from '../pages/format.ts';
import { table } from '../pages/layout.ts';
import { DRAWN_VISITS, isEventful } from './day.ts';
import type { PartDay } from './day.ts';
import { lane, scalesFor } from './lane.ts';

const listed = (days: readonly PartDay[]): string => days.map(({ part }) => partTitle(part)).join(', ');

/** The figures of the lanes, for those who cannot see them. */
function figureTable(days: readonly PartDay[]): Html | false {
  const rows = days.flatMap(({ part, steps }) =>
    steps
      .filter(({ figures }) => figures.visits > 0)
      .toReversed()
      .map(
        ({ from, figures }) =>
          html`<th scope="row" role="rowheader">${partTitle(part)}, ${formatTime(from)}</th>
            <td role="cell" data-label="Visits" class="numerals">${formatCount(figures.visits)}</td>
            <td role="cell" data-label="Failed" class="numerals">
              ${formatCount(figures.failed)} (${formatRate(figures.failed / figures.visits)})
            </td>
            <td role="cell" data-label="75 % loaded within" class="numerals">${describeLoadTime(figures) ?? '–'}</td>`,
      ),
  );
  return (
    rows.length > 0 &&
    html`<details>
      <summary>The same as a table, for each half hour</summary>
      <div class="table-box">
        ${table(html`aria-labelledby="timeline-title"`, ['Half hour (UTC)', 'Visits', 'Failed', '75 % loaded within'], rows)}
      </div>
    </details>`
  );
}

/**
 * The last day: how often each part failed and how fast it loaded, with the releases. Parts in which nothing happened
 * share one sentence.
 */
export function timeline(days: readonly PartDay[]): Html {
  const eventful = days.filter(isEventful);
  const quiet = days.filter((day) => !isEventful(day));
  const scales = scalesFor(eventful);
  return html`<section class="stack timeline" aria-labelledby="timeline-title">
    <h2 id="timeline-title">The last 24 hours</h2>
    <div class="card">
      ${
        eventful.length > 0 &&
        html`<p class="timeline__legend">
            <span class="key key--failures">Failed visits, up to ${formatRate(scales.rate)}</span>
            <span class="key key--limit">Limit, ${formatRate(FAILURE_BUDGET)}</span>
            <span class="key key--loads">75 % loaded within, up to ${formatDuration(scales.load)}</span>
          </p>
          <ul class="lanes" role="list">
            ${eventful.map((day) => lane(day, scales))}
          </ul>
          <p class="soft">
            Each from 24 hours ago until now. Half hours with fewer than ${DRAWN_VISITS} visits are left out.
          </p>`
      }
      ${quiet.length > 0 && html`<p>Nothing failed and nothing was released in ${listed(quiet)}.</p>`}
      ${figureTable(days)}
    </div>
  </section>`;
}
