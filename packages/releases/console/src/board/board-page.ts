import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { PartStatus, Status } from '@portal/release/operations/read-status';
import type { Approval } from '@portal/release/access/requests';
import type { Identity } from '@portal/release/access/identity';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import type { ExplainedError } from '../errors/error-explainer.ts';
import { dayBefore, getFigures } from '../figures/figures.ts';
import { formatCount, formatDateTime } from '../pages/format.ts';
import { wrapVersions, page } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import type { OpenForm } from '../requests/request-form.ts';
import { lastDay } from '../timeline/day.ts';
import { approvalsSection, rightsSection } from '../approvals/approvals-section.ts';
import { timeline } from '../timeline/timeline.ts';
import type { Task } from '@portal/release/operations/tasks';
import { watcherSection } from '../watcher/watcher-section.ts';
import { boardTasks, describeNothingToDo } from './board-tasks.ts';
import { historyTable } from './history-page.ts';
import { partId, partRow } from './part-row.ts';
import { problemMessages } from './problem-messages.ts';
import { rollbackAction } from './rollback-action.ts';

/** Releases listed on the board; the history page lists all. */
const SHORT_HISTORY = 10;

interface Board {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly viewer: Viewer;
  readonly status: Status;
  readonly history: readonly HistoryEntry[];
  /** What the watcher sees of visits and web servers. */
  readonly watched: WatcherStatus;
  readonly errors: readonly ExplainedError[];
  /** What waits for a second person; nothing without a release service. */
  readonly approvals: readonly Approval[];
  /** What the viewer may do; undefined without a release service. */
  readonly identity: Identity | undefined;
  readonly message?: Html | undefined;
  readonly form?: OpenForm | undefined;
}

/** Where the first task is done. */
function taskAction({ kind, part: name }: Task, { status, viewer }: Board): Html | false {
  const part = status.parts.find((each) => each.name === name);
  if (kind === 'approve') return html`<a class="button" href="#approvals-title">Answer it</a>`;
  if (!part) return false;
  const back =
    kind === 'roll-back' || kind === 'end-canary'
      ? rollbackAction(part, viewer, status.release?.number ?? 0)
      : undefined;
  return back?.button ?? html`<a class="button" href="#${partId(part.name)}">Go there</a>`;
}

/** What to do now, and where. */
function lead(board: Board, [first]: readonly Task[]): Html {
  const action = first && taskAction(first, board);
  return html`<p class="page-head__lead">${wrapVersions(first?.text ?? describeNothingToDo(board.status))}</p>
    ${action && html`<div class="page-head__link">${action}</div>`}`;
}

function meta({ status: { release, parts }, watched, now }: Board): Html {
  const visits = parts.map(({ name }) => getFigures(watched.visits, { part: name, from: dayBefore(now) }).visits);
  const entry = (name: string, value: string) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl class="board-meta">
    ${release && entry('Live since (UTC)', formatDateTime(release.at))}
    ${release && entry('By', `${release.by}${release.breakGlass ? ' (break-glass)' : ''}`)}
    ${entry('Canaries', String(parts.filter(({ canary }) => canary).length))}
    ${watched.servers.length > 0 && entry('Visits in 24 hours', formatCount(Math.max(0, ...visits)))}
  </dl>`;
}

const hasErrors = ({ form }: Board): boolean => form !== undefined && Object.keys(form.errors).length > 0;

function partList(board: Board, tasks: readonly Task[]): Html {
  const { viewer, status, watched, now, errors, form } = board;
  const context = { viewer, base: status.release?.number ?? 0, watched, now, errors, form };
  const rank = ({ name, canary }: PartStatus) => (tasks.some(({ part }) => part === name) ? 0 : canary ? 1 : 2);
  // The broken part first: at night nobody looks for it.
  const sorted = status.parts.toSorted((a, b) => rank(a) - rank(b));
  return html`<section class="stack" aria-labelledby="parts-title">
    <div class="card__head">
      <h2 id="parts-title">Parts</h2>
      <p class="soft cluster">
        <a href="/promote-several">Promote several parts…</a>
        <a href="/maintenance">Check and clean the store…</a>
      </p>
    </div>
    <ul class="card card--flush part-rows" role="list">
      ${sorted.map((part) => partRow(part, { ...context, isQuiet: rank(part) === 2 }))}
    </ul>
  </section>`;
}

/**
 * The console's main page: the live release, each part with its versions, visits and actions, the last day, and the
 * latest history.
 */
export function boardPage(board: Board): string {
  const { viewer, status, history, watched, now, approvals, identity } = board;
  const number = status.release?.number;
  const title = number === undefined ? 'Nothing is live' : `Release ${String(number)} is live`;
  const names = status.parts.map(({ name }) => name);
  const tasks = boardTasks({ ...board, isClient: identity !== undefined });
  const body = html`<div class="page-head">
      <div class="page board-head">
        <div>
          <h1>${title}</h1>
          ${lead(board, tasks)}
        </div>
        ${meta(board)}
      </div>
    </div>
    <div class="page page-body stack board">
      ${board.message} ${problemMessages(board)} ${approvalsSection(viewer, approvals)} ${partList(board, tasks)}
      ${watched.servers.length > 0 && timeline(lastDay(names, watched.visits, history, now))}
      <section class="stack history history--short" aria-labelledby="history-title">
        <div class="card__head">
          <h2 id="history-title">History</h2>
          ${history.length > 1 && html`<p class="soft"><a href="/history">All ${formatCount(history.length)} releases</a></p>`}
        </div>
        ${history.length > 0 && historyTable(history.slice(0, SHORT_HISTORY), number)}
      </section>
      ${watcherSection(watched, identity !== undefined)} ${identity && rightsSection(identity)}
    </div>`;
  return page({ title: hasErrors(board) ? `Error: ${title}` : title, body, viewer });
}
