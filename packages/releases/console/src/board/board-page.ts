import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { PartStatus, Status } from '@portal/release/operations/read-status';
import type { Approval } from '@portal/release/access/requests';
import type { Identity } from '@portal/release/access/identity';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import type { ExplainedError } from '../errors/error-explainer.ts';
import { dayBefore, failureRate, figuresOf, isAboveBudget } from '../figures/figures.ts';
import { formatCount, formatDateTime, formatRate, partTitle } from '../pages/format.ts';
import { wrapVersions, page } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import type { OpenForm } from '../requests/request-form.ts';
import { lastDay } from '../timeline/day.ts';
import { approvalsSection, rightsSection } from '../approvals/approvals-section.ts';
import { timeline } from '../timeline/timeline.ts';
import { watchingSection, whyNoServers } from '../watching/watching-section.ts';
import { historyTable } from './history-page.ts';
import { partRow } from './part-row.ts';
import { problemMessages } from './problem-messages.ts';

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

/** What is wrong with a part, as the end of a sentence; undefined if nothing is known. */
function troubleOf({ name, live }: PartStatus, { watched, now }: Board): string | undefined {
  const canary = watched.canaries.find(({ part }) => part === name);
  if (canary?.judgement?.verdict === 'worse')
    return `${partTitle(name)} ${canary.version}, the canary, is clearly worse`;
  const figures = live && figuresOf(watched.visits, { part: name, version: live.version, from: dayBefore(now) });
  return live && figures && isAboveBudget(figures)
    ? `${partTitle(name)} ${live.version} fails in ${formatRate(failureRate(figures) ?? 0)} of its visits`
    : undefined;
}

function lead(board: Board, troubles: readonly string[]): string {
  const { status, watched, identity } = board;
  if (!status.release) return 'The store has no release yet. Publish and promote on the command line first.';
  if (watched.servers.length === 0)
    return `No visits are known: ${whyNoServers(identity !== undefined)}. Releasing works all the same.`;
  const silent = watched.servers.find(({ problem }) => problem !== null);
  if (silent) return `Visits are incomplete: ${silent.problem ?? ''}. Releasing works all the same.`;
  return troubles.length === 0
    ? 'No version fails clearly more often than it should.'
    : `${troubles.join(', and ')}. Everything else works.`;
}

function meta({ status: { release, parts }, watched, now }: Board): Html {
  const visits = parts.map(({ name }) => figuresOf(watched.visits, { part: name, from: dayBefore(now) }).visits);
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

function partList(board: Board): Html {
  const { viewer, status, watched, now, errors, form } = board;
  const context = { viewer, base: status.release?.number ?? 0, watched, now, errors, form };
  const rank = (part: PartStatus) => (troubleOf(part, board) === undefined ? (part.canary ? 1 : 2) : 0);
  // The broken part first: at night nobody looks for it.
  const sorted = status.parts.toSorted((a, b) => rank(a) - rank(b));
  return html`<section class="stack" aria-labelledby="parts-title">
    <div class="card__head">
      <h2 id="parts-title">Parts</h2>
      <p class="soft cluster">
        <a href="/together">Promote several parts…</a>
        <a href="/upkeep">Check and clean the store…</a>
      </p>
    </div>
    <ul class="card card--flush part-rows" role="list">
      ${sorted.map((part) => partRow(part, { ...context, isQuiet: rank(part) === 2 }))}
    </ul>
  </section>`;
}

/** The console's main page: the live release, each part with its versions, visits and actions, the last day, and the latest history. */
export function boardPage(board: Board): string {
  const { viewer, status, history, watched, now, approvals, identity } = board;
  const number = status.release?.number;
  const title = number === undefined ? 'Nothing is live' : `Release ${String(number)} is live`;
  const names = status.parts.map(({ name }) => name);
  const troubles = status.parts.flatMap((part) => troubleOf(part, board) ?? []);
  const body = html`<div class="page-head">
      <div class="page board-head">
        <div>
          <h1>${title}</h1>
          <p class="page-head__lead">${wrapVersions(lead(board, troubles))}</p>
        </div>
        ${meta(board)}
      </div>
    </div>
    <div class="page page-body stack board">
      ${board.message} ${problemMessages(board)} ${approvalsSection(viewer, approvals)} ${partList(board)}
      ${watched.servers.length > 0 && timeline(lastDay(names, watched.visits, history, now))}
      <section class="stack history history--short" aria-labelledby="history-title">
        <div class="card__head">
          <h2 id="history-title">History</h2>
          ${history.length > 1 && html`<p class="soft"><a href="/history">All ${formatCount(history.length)} releases</a></p>`}
        </div>
        ${history.length > 0 && historyTable(history.slice(0, SHORT_HISTORY), number)}
      </section>
      ${watchingSection(watched, identity !== undefined)} ${identity && rightsSection(identity)}
    </div>`;
  return page({ title: hasErrors(board) ? `Error: ${title}` : title, body, viewer });
}
