import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { HistoryEntry } from '@portal/release/operations/read-history';
import { summarizeChanges, formatDateTime } from '../pages/format.ts';
import { page, table, wrapVersions } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';

function renderCells(entry: HistoryEntry, live: number | undefined): Html {
  const { number } = entry;
  const head = html`<th scope="row" role="rowheader">
    ${number} ${number === live && html`<span class="badge badge--good">Live</span>`}
  </th>`;
  if (entry.state === 'damaged') {
    return html`${head}
      <td role="cell" colspan="4" class="span">Damaged: ${entry.problem}</td>`;
  }
  const { at, by, reason, action, urgent, breakGlass, changes } = entry;
  return html`${head}
    <td role="cell" data-label="When" class="numerals nowrap"><time datetime="${at}">${formatDateTime(at)}</time></td>
    <td role="cell" data-label="Who">
      ${by} ${breakGlass && html`<span class="badge badge--warn">Break-glass</span>`}
    </td>
    <td role="cell" data-label="What" class="span">
      ${wrapVersions(summarizeChanges(changes).join(', ') || 'Nothing')}
      ${action === 'rollback' && html`<span class="badge">Rolled back</span>`}
      ${action === 'yank' && html`<span class="badge">Yanked</span>`}
      ${urgent && html`<span class="badge badge--warn">Urgent</span>`}
    </td>
    <td role="cell" data-label="Why" class="span why">${reason}</td>`;
}

/** Releases as a table, newest first, below a heading with the id "history-title". */
export function historyTable(entries: readonly HistoryEntry[], live: number | undefined): Html {
  const columns = ['Release', 'When (UTC)', 'Who', 'What', 'Why'];
  const rows = entries.map((entry) => renderCells(entry, live));
  return html`<div class="card card--flush table-box">
    ${table(html`aria-labelledby="history-title"`, columns, rows)}
  </div>`;
}

interface HistoryPage {
  readonly viewer: Viewer;
  readonly entries: readonly HistoryEntry[];
  readonly live: number | undefined;
  readonly hasMore: boolean;
}

/** One page of the history. */
export function historyPage({ viewer, entries, live, hasMore }: HistoryPage): string {
  const last = entries.at(-1)?.number;
  const body = html`<div class="page-head">
      <div class="page">
        <h1 id="history-title">History</h1>
        <p class="page-head__lead">Every release, newest first. Releases never change.</p>
      </div>
    </div>
    <div class="page page-body stack history">
      ${entries.length > 0 ? historyTable(entries, live) : html`<p>There is no release here.</p>`}
      <p class="cluster">
        <a class="button" href="/">To the board</a>
        ${hasMore && last !== undefined && html`<a class="button" href="/history?before=${last}">Older releases</a>`}
      </p>
    </div>`;
  return page({ title: 'History', body, viewer });
}
