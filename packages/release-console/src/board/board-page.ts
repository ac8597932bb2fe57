import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { Status } from '@portal/release/operations/read-status';
import { countsFor, FAILURE_BUDGET, failureRate, triesOf } from '../counts/counts.ts';
import type { Counts, CountsResult } from '../counts/counts.ts';
import type { DayOfFailures } from '../counts/recorder.ts';
import { countOf, momentOf, rateOf, titleOf } from '../pages/format.ts';
import { breakable, notice, page } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import type { OpenForm } from '../requests/request-form.ts';
import { spark, sparkScale } from './failure-figures.ts';
import { historyTable } from './history-page.ts';
import { lane } from './part-row.ts';

/** Releases at the foot of the board; the history has all. */
const SHORT_HISTORY = 10;

/** So long the web server may take to notice a release, in milliseconds. */
const NOTICED_WITHIN_MS = 10_000;

export interface Board {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly viewer: Viewer;
  readonly status: Status;
  readonly history: readonly HistoryEntry[];
  readonly counts: CountsResult;
  /** Failures of a part over the last day. */
  readonly dayOf: (part: string) => DayOfFailures;
  readonly notice?: Html | undefined;
  readonly form?: OpenForm | undefined;
}

/** Versions that visitors get and that fail more often than they should. */
function failing({ parts }: Status, counts: Counts | undefined): readonly string[] {
  return parts.flatMap(({ name, live, canary }) =>
    [live, canary].flatMap((given) => {
      const counted = given ? countsFor(counts, name, given.version) : undefined;
      const rate = counted && failureRate(counted);
      if (!given || !counted || rate === undefined || rate <= FAILURE_BUDGET) return [];
      return [`${titleOf(name)} ${given.version} (${rateOf(rate)})`];
    }),
  );
}

function lead({ status, counts }: Board): string {
  if (!status.release) return 'The store has no release yet. Publish and promote on the command line first.';
  if (!counts.counts) return `Failure counts are unavailable: ${counts.problem}. Releasing works all the same.`;
  const bad = failing(status, counts.counts);
  if (bad.length === 0) return 'No version is above the failure budget.';
  return `${bad.join(' and ')} ${bad.length === 1 ? 'fails' : 'fail'} more often than it should. Everything else rides smoothly.`;
}

function meta({ status: { release, parts }, counts: { counts } }: Board): Html {
  const loads = counts?.versions.reduce((total, version) => total + triesOf(version), 0);
  const entry = (name: string, value: string) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl class="board-meta">
    ${release && entry('Live since (UTC)', momentOf(release.at))} ${release && entry('By', release.by)}
    ${entry('Canaries', String(parts.filter(({ canary }) => canary).length))}
    ${loads !== undefined && entry('Loads counted', countOf(loads))}
  </dl>`;
}

/** What is wrong with the store or the web server, above everything else. */
function alarms({ now, status: { release, damaged, incomplete }, counts: { counts } }: Board): readonly Html[] {
  const text = (words: string) => html`<p class="message__text">${words}</p>`;
  const found = damaged.map(({ number, problem }) => {
    const fate = number === counts?.served ? ', and served only until the web server restarts' : ' and is not served';
    return notice({ kind: 'error', title: `Release ${String(number)} is damaged${fate}`, body: text(problem) });
  });
  for (const { name, version, problem } of incomplete)
    found.push(
      notice({
        kind: 'error',
        title: `A file of ${titleOf(name)} ${version} is missing or damaged`,
        body: text(`A web server that starts now holds the live release back. ${problem}`),
      }),
    );
  if (counts?.damaged === true && incomplete.length === 0)
    found.push(
      notice({
        kind: 'error',
        title: 'Files of the live release are missing or damaged',
        body: text('The web server says so. "npm run release -- verify" names them.'),
      }),
    );
  const served = counts?.served;
  // A newer one that is damaged by now is told of above.
  const isTold = damaged.some(({ number }) => number === served && number > (release?.number ?? 0));
  // The time is the writer's, whose clock may be ahead.
  const isSettled = release !== null && Math.abs(now - Date.parse(release.at)) > NOTICED_WITHIN_MS;
  if (isSettled && !isTold && served !== undefined && served !== release.number)
    found.push(
      notice({
        kind: 'warning',
        title: `The web server serves release ${String(served)}`,
        body: text(
          `Release ${String(release.number)} is the newest, and is not served. "npm run release -- verify" says more.`,
        ),
      }),
    );
  return found;
}

/** Whether the page says that something has to be put right. */
const hasErrors = ({ form }: Board): boolean => form !== undefined && Object.keys(form.errors).length > 0;

/** What is live, how it does, what can be done, and what was done. */
export function boardPage(board: Board): string {
  const { viewer, status, history, counts, form } = board;
  const number = status.release?.number;
  const title = number === undefined ? 'Nothing is live' : `Release ${String(number)} is live`;
  const scale = sparkScale(status.parts.map(({ name }) => board.dayOf(name)));
  const drawing = (part: string) => spark(board.dayOf(part), scale);
  const context = { viewer, history, base: number ?? 0, counts: counts.counts, drawing, form };
  const body = html`<div class="page-head">
      <div class="page board-head">
        <div>
          <h1>${title}</h1>
          <p class="page-head__lead">${breakable(lead(board))}</p>
        </div>
        ${meta(board)}
      </div>
    </div>
    <div class="page page-body stack board">
      ${board.notice} ${alarms(board)}
      <section class="stack" aria-labelledby="parts-title">
        <h2 id="parts-title">Parts</h2>
        <ul class="card card--flush lanes" role="list">
          ${status.parts.map((part) => lane(part, context))}
        </ul>
      </section>
      <section class="stack history" aria-labelledby="history-title">
        <div class="card__head">
          <h2 id="history-title">History</h2>
          ${history.length > 1 && html`<p class="soft"><a href="/history">All ${countOf(history.length)} releases</a></p>`}
        </div>
        ${history.length > 0 && historyTable(history.slice(0, SHORT_HISTORY), number, 'history-title')}
      </section>
    </div>`;
  return page({ title: hasErrors(board) ? `Error: ${title}` : title, body, viewer });
}
