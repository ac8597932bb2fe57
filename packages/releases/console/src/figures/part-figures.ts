import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PartStatus } from '@portal/release/operations/read-status';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import { formatCount, formatRate } from '../pages/format.ts';
import { describeLoadTime } from './describe-figures.ts';
import { dayBefore, failureRate, getFigures, isAboveBudget, isEnough } from './figures.ts';

/** What visits of a part's live version were like over the last day. */
export function partFigures({ name, live }: PartStatus, { servers, visits }: WatcherStatus, now: number): Html {
  if (servers.length === 0)
    return html`<div class="part-row__errors">
      <p><span>Failures</span><b>Not known</b></p>
    </div>`;
  const figures = getFigures(visits, { part: name, version: live?.version ?? '', from: dayBefore(now) });
  const rate = failureRate(figures);
  if (rate === undefined)
    return html`<div class="part-row__errors">
      <p><span>Visits, 24 h</span><b>None yet</b></p>
    </div>`;
  const load = describeLoadTime(figures);
  return html`<div class="part-row__errors" ${isAboveBudget(figures) && html`data-high`}>
    <p class="failures">
      <span>Failures</span><b>${isEnough(figures) ? formatRate(rate) : `${formatCount(figures.failed)} so far`}</b>
    </p>
    <p><span>Visits, 24 h</span><b>${formatCount(figures.visits)}</b></p>
    ${load !== undefined && html`<p><span>Load time, 75 %</span><b>${load}</b></p>`}
  </div>`;
}
