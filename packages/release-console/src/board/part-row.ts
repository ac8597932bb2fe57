import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { describeSource } from '@portal/release/operations/describe-provenance';
import type { HistoryEntry } from '@portal/release/operations/read-history';
import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import { countsFor } from '../counts/counts.ts';
import type { Counts } from '../counts/counts.ts';
import { formatDate, formatDateTime, partTitle } from '../pages/format.ts';
import { icon, table, wrapVersions } from '../pages/layout.ts';
import type { IconName, Viewer } from '../pages/layout.ts';
import type { Action } from '../requests/read-request.ts';
import { requestForm } from '../requests/request-form.ts';
import type { OpenForm } from '../requests/request-form.ts';
import { newestFirst, isPossible, onlyTakesOut } from '../requests/version-choices.ts';
import { describeFailures, summarizeFailures, failureFigures, describeLoadTime } from './failure-figures.ts';

const STATES: Readonly<Record<VersionStatus['state'], Html>> = {
  live: html`<span class="badge badge--good">Live</span>`,
  canary: html`<span class="badge badge--signal">Canary</span>`,
  fallback: html`<span class="badge">Fallback</span>`,
  published: html`<span class="badge">Published</span>`,
  yanked: html`<span class="badge badge--bad">Yanked</span>`,
};

function versionRemark({ yank, problem }: VersionStatus): string {
  const yanked = yank ? `${yank.reason} (${yank.by}, ${formatDateTime(yank.at)})` : '';
  return [yanked, problem ?? ''].filter((text) => text !== '').join(' ');
}

function versionCells(part: PartStatus, version: VersionStatus, counts: Counts | undefined): Html {
  const counted = countsFor(counts, part.name, version.version);
  return html`<th scope="row" role="rowheader">${wrapVersions(version.version)} ${STATES[version.state]}</th>
    <td role="cell" data-label="Built" class="numerals">
      ${version.builtAt === null ? 'Not known' : formatDateTime(version.builtAt)}
    </td>
    <td role="cell" data-label="Source">${describeSource(version.provenance)}</td>
    <td role="cell" data-label="Failures">${describeFailures(counted)}</td>
    <td role="cell" data-label="Load time">${describeLoadTime(counted)}</td>
    <td role="cell" data-label="Remark" class="span why">${wrapVersions(versionRemark(version) || '–')}</td>`;
}

/** All published versions of a part, collapsed: build time, source, failures, load times, and why a version is yanked. */
function versionTable(part: PartStatus, counts: Counts | undefined): Html {
  const title = partTitle(part.name);
  const columns = ['Version', 'Built', 'Source', 'Failures', 'Load time', 'Remark'];
  const rows = part.versions.toSorted(newestFirst).map((version) => versionCells(part, version, counts));
  return html`<details class="part-row__versions">
    <summary>
      ${part.versions.length} ${part.versions.length === 1 ? 'version' : 'versions'} of ${title}, with failures and load
      times
    </summary>
    <div class="table-box">${table(html`aria-label="Versions of ${title}"`, columns, rows)}</div>
  </details>`;
}

/** The most versions shown on the track; the table below lists all. */
const MAX_STOPS = 6;
export interface PartRowContext {
  readonly viewer: Viewer;
  readonly history: readonly HistoryEntry[];
  readonly base: number;
  readonly counts: Counts | undefined;
  /** Sparkline of a part's failures over the last day; undefined without enough counts. */
  readonly chart: (part: string) => Html | undefined;
  readonly form: OpenForm | undefined;
}

/** The newest versions, and older ones that are live or a canary; oldest first. */
function stopsOf(versions: readonly VersionStatus[]): readonly VersionStatus[] {
  const isInUse = ({ state }: VersionStatus): boolean => state === 'live' || state === 'canary';
  const room = MAX_STOPS - versions.filter(isInUse).length;
  const byNewest = versions.toSorted(newestFirst);
  const newest = new Set(byNewest.filter((version) => !isInUse(version)).slice(0, room));
  return byNewest.filter((version) => isInUse(version) || newest.has(version)).toReversed();
}

function stopOf({ version, state, builtAt, yank }: VersionStatus, { canary }: PartStatus): Html {
  if (state === 'live') {
    // The other visitors get the canary.
    const share = canary ? `, ${String(100 - canary.percent)} %` : '';
    return html`<li class="live"><b>${wrapVersions(version)}</b><span>Live${share}</span></li>`;
  }
  if (state === 'canary' && canary) {
    return html`<li class="canary">
      <b>${wrapVersions(version)}</b><span>${canary.percent} % canary</span>
      <progress class="share" max="100" value="${canary.percent}" aria-hidden="true"></progress>
    </li>`;
  }
  const note = yank || state === 'yanked' ? 'Do not use' : builtAt === null ? 'Damaged' : formatDate(builtAt);
  const unusable = state === 'yanked' || builtAt === null;
  return html`<li ${unusable && html`class="unusable"`}><b>${wrapVersions(version)}</b><span>${note}</span></li>`;
}

interface ActionLink {
  readonly action: Action;
  readonly label: string;
  readonly icon: IconName;
}

const LINKS: readonly ActionLink[] = [
  { action: 'promote', label: 'Promote…', icon: 'promote' },
  { action: 'canary', label: 'Canary…', icon: 'canary' },
  { action: 'end-canary', label: 'End canary…', icon: 'error' },
  { action: 'rollback', label: 'Roll back…', icon: 'rollBack' },
];

function statusRemark({ name, live, canary, versions }: PartStatus, counts: Counts | undefined): string {
  if (canary) {
    const figure = counts ? summarizeFailures(countsFor(counts, name, canary.version)) : 'failures not known';
    return `Canary since ${formatDateTime(canary.since.at)} by ${canary.since.by}: ${figure}`;
  }
  if (!live) return 'Not live: promote a version to add it to the portal';
  const newest = versions.toSorted(newestFirst).find(({ state }) => state !== 'yanked');
  const since = `since ${formatDateTime(live.since.at)} by ${live.since.by}`;
  return newest && newest.version !== live.version ? `Live ${since}; newest is ${newest.version}` : `Live ${since}`;
}

function actions(part: PartStatus, { history, form, counts }: PartRowContext): Html {
  const title = partTitle(part.name);
  const labelOf = ({ action, label }: ActionLink): string =>
    action === 'rollback' && onlyTakesOut({ part, history }) ? 'Take out…' : label;
  return html`<div class="part-row__actions">
    ${LINKS.filter(({ action }) => isPossible(action, { part, history })).map(
      (link) =>
        html`<a
          class="button button--small"
          href="/?action=${link.action}&amp;part=${part.name}"
          ${form?.fields.action === link.action && form.fields.part === part.name && html`aria-current="true"`}
          >${icon(link.icon, true)}<span>${labelOf(link)}<span class="visually-hidden"> ${title}</span></span></a
        >`,
    )}
    <p>${wrapVersions(statusRemark(part, counts))}</p>
  </div>`;
}

/** One part on the board: its versions, failure figures, actions and, if open, the form. */
export function partRow(part: PartStatus, context: PartRowContext): Html {
  const { viewer, history, base, counts, chart, form } = context;
  const title = partTitle(part.name);
  const isOpen = form?.fields.part === part.name && isPossible(form.fields.action, { part, history });
  return html`<li class="part-row">
    <div class="part-row__row">
      <div class="part-row__name">
        <h3>${title}</h3>
        <p class="soft">${part.name === 'shell' ? 'Frame, sign-in' : part.name}</p>
        <p class="part-row__version">
          ${part.live ? html`<span class="visually-hidden">Live version </span>${wrapVersions(part.live.version)}` : 'Not live'}
        </p>
      </div>
      <ol class="track" aria-label="Published versions of ${title}, oldest first">
        ${stopsOf(part.versions).map((version) => stopOf(version, part))}
      </ol>
      ${failureFigures(part, counts, chart(part.name))} ${actions(part, context)}
    </div>
    ${isOpen && requestForm(form, { viewer, part, history, base })} ${versionTable(part, counts)}
  </li>`;
}
