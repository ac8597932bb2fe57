import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import { comparePath } from '../compare/compare-page.ts';
import type { ExplainedError } from '../errors/error-explainer.ts';
import { errorList } from '../errors/error-list.ts';
import { canaryComparison } from '../figures/canary-comparison.ts';
import { partFigures } from '../figures/part-figures.ts';
import { formatDate, formatDateTime, partTitle } from '../pages/format.ts';
import { icon, wrapVersions } from '../pages/layout.ts';
import type { IconName, Viewer } from '../pages/layout.ts';
import type { Action } from '../requests/read-request.ts';
import { requestForm } from '../requests/request-form.ts';
import type { OpenForm } from '../requests/request-form.ts';
import { newestFirst, isPossible, objectionTo } from '../requests/version-choices.ts';
import { versionTable } from './version-table.ts';
import { rollbackAction } from './rollback-action.ts';

/** The most versions shown on the track; the table below lists all. */
const MAX_STOPS = 6;
interface PartRowContext {
  readonly viewer: Viewer;
  readonly base: number;
  readonly watched: WatcherStatus;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly errors: readonly ExplainedError[];
  readonly form: OpenForm | undefined;
  /** Nothing is wrong with it, and no canary is running: a phone shows the least of it. */
  readonly isQuiet: boolean;
}

/** The newest versions, and older ones that are live or a canary; oldest first. */
function getStops(versions: readonly VersionStatus[]): readonly VersionStatus[] {
  const isInUse = ({ state }: VersionStatus): boolean => state === 'live' || state === 'canary';
  const room = MAX_STOPS - versions.filter(isInUse).length;
  const byNewest = versions.toSorted(newestFirst);
  const newest = new Set(byNewest.filter((version) => !isInUse(version)).slice(0, room));
  return byNewest.filter((version) => isInUse(version) || newest.has(version)).toReversed();
}

function renderStop({ version, state, builtAt, yank }: VersionStatus, { name, live, canary }: PartStatus): Html {
  if (state === 'live') {
    // The other visitors get the canary.
    const share = canary ? `, ${String(100 - canary.percent)} %` : '';
    return html`<li class="live"><b>${wrapVersions(version)}</b><span>Live${share}</span></li>`;
  }
  if (state === 'canary' && canary) {
    return html`<li class="canary">
      <b
        >${live ? html`<a href="${comparePath(name, live.version, version)}"><span class="visually-hidden">What changed since ${live.version}: </span>${wrapVersions(version)}</a>` : wrapVersions(version)}</b
      >
      <span>${canary.percent} %${canary.plan?.isPromotion ? ', then all' : ' canary'}</span>
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
  { action: 'rollback', label: 'Roll back…', icon: 'rollBack' },
];

function statusRemark({ live, canary, versions }: PartStatus): string {
  if (canary?.plan?.isPromotion)
    return `Being given to everybody by ${canary.since.by}: ${String(canary.percent)} % until ${formatDateTime(canary.plan.until)}`;
  if (canary) return `Canary since ${formatDateTime(canary.since.at)} by ${canary.since.by}`;
  if (!live) return 'Not live: promote a version to add it to the portal';
  const newest = versions.toSorted(newestFirst).find(({ state }) => state !== 'yanked');
  const since = `since ${formatDateTime(live.since.at)} by ${live.since.by}`;
  if (versions.length === 1) return `Live ${since}; no other version is published`;
  if (!newest || newest.version === live.version) return `Live ${since}`;
  const against = objectionTo(newest);
  return `Live ${since}; newest is ${newest.version}${against === undefined ? '' : `: ${against}`}`;
}

const formPath = (action: Action, name: string) => `/?action=${action}&part=${name}`;

/** What may be done with a canary: give it to everybody, or end it. All else is behind one link. */
function canaryActions({ name, canary }: PartStatus, end: Html | undefined): Html {
  const title = html`<span class="visually-hidden"> ${partTitle(name)}</span>`;
  return html`<a
      class="button button--small"
      href="${formPath('promote', name)}&version=${encodeURIComponent(canary?.version ?? '')}"
      >${icon('promote', true)}<span>Give to everybody…${title}</span></a
    >
    ${end}
    <a href="${formPath('canary', name)}">Share and plan…${title}</a>`;
}

function formLinks(part: PartStatus, { form }: PartRowContext): readonly Html[] {
  return LINKS.filter(({ action }) => isPossible(action, part)).map(
    (link) =>
      html`<a
        class="button button--small"
        href="${formPath(link.action, part.name)}"
        ${form?.fields.action === link.action && form.fields.part === part.name && html`aria-current="true"`}
        >${icon(link.icon, true)}<span
          >${link.label}<span class="visually-hidden"> ${partTitle(part.name)}</span></span
        ></a
      >`,
  );
}

function actions(part: PartStatus, context: PartRowContext): Html {
  const back = rollbackAction(part, context.viewer, context.base);
  return html`<div class="part-row__actions">
    ${part.canary ? canaryActions(part, back?.button) : html`${back?.button} ${formLinks(part, context)}`}
    <div class="part-row__remarks">
      <p>${wrapVersions(statusRemark(part))}</p>
      ${back?.why}
    </div>
  </div>`;
}

/** The address of a part's row within the board. */
export const partId = (name: string) => `part-${name}`;

/** One part on the board: its versions, figures, actions and, if open, the form. */
export function partRow(part: PartStatus, context: PartRowContext): Html {
  const { viewer, base, watched, now, errors, form, isQuiet } = context;
  const title = partTitle(part.name);
  const isOpen = form?.fields.part === part.name && isPossible(form.fields.action, part);
  return html`<li class="part-row" id="${partId(part.name)}" tabindex="-1" ${isQuiet && !isOpen && html`data-quiet`}>
    <div class="part-row__row">
      <div class="part-row__name">
        <h3>${title}</h3>
        <p class="soft">${part.name === 'shell' ? 'Frame, sign-in' : part.name}</p>
        <p class="part-row__version">
          ${part.live ? html`<span class="visually-hidden">Live version </span>${wrapVersions(part.live.version)}` : 'Not live'}
        </p>
      </div>
      <ol class="track" aria-label="Published versions of ${title}, oldest first">
        ${getStops(part.versions).map((version) => renderStop(version, part))}
      </ol>
      ${partFigures(part, watched, now)} ${actions(part, context)}
    </div>
    ${canaryComparison(part.name, watched)} ${isOpen && requestForm(form, { viewer, part, base })}
    ${errorList(part.name, errors)} ${versionTable(part, watched, now)}
  </li>`;
}
