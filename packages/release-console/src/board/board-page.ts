import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { Status } from '@portal/release/operations/read-status';
import { countsFor, FAILURE_BUDGET, failureRate, attemptsOf } from '../counts/counts.ts';
import type { Counts, CountsResult } from '../counts/counts.ts';
import type { FailuresByHalfHour } from '../counts/recorder.ts';
import { formatCount, formatDateTime, formatRate, partTitle } from '../pages/format.ts';
import { wrapVersions, message, page } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import type { OpenForm } from '../requests/request-form.ts';
import { sparkline, sparklineScale } from './failure-figures.ts';
import { historyTable } from './history-page.ts';
import { partRow } from './part-row.ts';

/** Releases listed on the board; the history page lists all. */
const SHORT_HISTORY = 10;

/** How long the web server may take to pick up a new release. */
const PICK_UP_LIMIT_MS = 10_000;

export interface Board {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly viewer: Viewer;
  readonly status: Status;
  readonly history: readonly HistoryEntry[];
  readonly counts: CountsResult;
  readonly lastDayOf: (part: string) => FailuresByHalfHour;
  readonly message?: Html | undefined;
  readonly form?: OpenForm | undefined;
}

/** Live and canary versions above the failure budget. */
function versionsAboveBudget({ parts }: Status, counts: Counts | undefined): readonly string[] {
  return parts.flatMap(({ name, live, canary }) =>
    [live, canary].flatMap((current) => {
      const counted = current ? countsFor(counts, name, current.version) : undefined;
      const rate = counted && failureRate(counted);
      if (!current || !counted || rate === undefined || rate <= FAILURE_BUDGET) return [];
      return [`${partTitle(name)} ${current.version} (${formatRate(rate)})`];
    }),
  );
}

function lead({ status, counts }: Board): string {
  if (!status.release) return 'The store has no release yet. Publish and promote on the command line first.';
  if (!counts.counts) return `Failure counts are unavailable: ${counts.problem}. Releasing works all the same.`;
  const bad = versionsAboveBudget(status, counts.counts);
  if (bad.length === 0) return 'No version is above the failure budget.';
  return `${bad.join(' and ')} ${bad.length === 1 ? 'fails' : 'fail'} more often than it should. Everything else works.`;
}

function meta({ status: { release, parts }, counts: { counts } }: Board): Html {
  const loads = counts?.versions.reduce((total, version) => total + attemptsOf(version), 0);
  const entry = (name: string, value: string) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl class="board-meta">
    ${release && entry('Live since (UTC)', formatDateTime(release.at))} ${release && entry('By', release.by)}
    ${entry('Canaries', String(parts.filter(({ canary }) => canary).length))}
    ${loads !== undefined && entry('Loads counted', formatCount(loads))}
  </dl>`;
}

/** Problems of the store or the web server. */
function problemMessages({
  now,
  status: { release, damaged, incomplete },
  counts: { counts },
}: Board): readonly Html[] {
  const paragraph = (text: string) => html`<p class="message__text">${text}</p>`;
  const messages = damaged.map(({ number, problem }) => {
    const consequence =
      number === counts?.served ? ', and served only until the web server restarts' : ' and is not served';
    return message({
      kind: 'error',
      title: `Release ${String(number)} is damaged${consequence}`,
      body: paragraph(problem),
    });
  });
  for (const { name, version, problem } of incomplete)
    messages.push(
      message({
        kind: 'error',
        title: `A file of ${partTitle(name)} ${version} is missing or damaged`,
        body: paragraph(`A web server that starts now holds the live release back. ${problem}`),
      }),
    );
  if (counts?.damaged === true && incomplete.length === 0)
    messages.push(
      message({
        kind: 'error',
        title: 'Files of the live release are missing or damaged',
        body: paragraph('The web server reports this. "npm run release -- verify" lists them.'),
      }),
    );
  const served = counts?.served;
  // A newer release that is damaged is reported above.
  const isReported = damaged.some(({ number }) => number === served && number > (release?.number ?? 0));
  // The writer's clock may be ahead, hence the absolute difference.
  const isSettled = release !== null && Math.abs(now - Date.parse(release.at)) > PICK_UP_LIMIT_MS;
  if (isSettled && !isReported && served !== undefined && served !== release.number)
    messages.push(
      message({
        kind: 'warning',
        title: `The web server serves release ${String(served)}`,
        body: paragraph(
          `Release ${String(release.number)} is the newest, but is not served. "npm run release -- verify" shows why.`,
        ),
      }),
    );
  return messages;
}

const hasErrors = ({ form }: Board): boolean => form !== undefined && Object.keys(form.errors).length > 0;

/** The console's main page: the live release, each part with its versions, failures and actions, and the latest history. */
export function boardPage(board: Board): string {
  const { viewer, status, history, counts, form } = board;
  const number = status.release?.number;
  const title = number === undefined ? 'Nothing is live' : `Release ${String(number)} is live`;
  const scale = sparklineScale(status.parts.map(({ name }) => board.lastDayOf(name)));
  const chart = (part: string) => sparkline(board.lastDayOf(part), scale);
  const context = { viewer, history, base: number ?? 0, counts: counts.counts, chart, form };
  const body = html`<div class="page-head">
      <div class="page board-head">
        <div>
          <h1>${title}</h1>
          <p class="page-head__lead">${wrapVersions(lead(board))}</p>
        </div>
        ${meta(board)}
      </div>
    </div>
    <div class="page page-body stack board">
      ${board.message} ${problemMessages(board)}
      <section class="stack" aria-labelledby="parts-title">
        <div class="card__head">
          <h2 id="parts-title">Parts</h2>
          <p class="soft cluster">
            <a href="/together">Promote several parts…</a>
            <a href="/upkeep">Check and clean the store…</a>
          </p>
        </div>
        <ul class="card card--flush part-rows" role="list">
          ${status.parts.map((part) => partRow(part, context))}
        </ul>
      </section>
      <section class="stack history" aria-labelledby="history-title">
        <div class="card__head">
          <h2 id="history-title">History</h2>
          ${history.length > 1 && html`<p class="soft"><a href="/history">All ${formatCount(history.length)} releases</a></p>`}
        </div>
        ${history.length > 0 && historyTable(history.slice(0, SHORT_HISTORY), number, 'history-title')}
      </section>
    </div>`;
  return page({ title: hasErrors(board) ? `Error: ${title}` : title, body, viewer });
}
