import { withoutStop } from '@portal/release/format/format-values';
import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { describeOutcome } from '@portal/release/describe-check';
import { describeSource } from '@portal/release/operations/describe-provenance';
import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import { describeTimeline } from '@portal/release/operations/version-timeline';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import { comparePath } from '../compare/compare-page.ts';
import { describeLoadTime, describeVisits, describeVitals } from '../figures/describe-figures.ts';
import { dayBefore, getFigures } from '../figures/figures.ts';
import { formatDateTime, partTitle } from '../pages/format.ts';
import { table, wrapVersions } from '../pages/layout.ts';
import type { Action } from '../requests/read-request.ts';
import { isPossible, newestFirst, versionChoices } from '../requests/version-choices.ts';

const STATES: Readonly<Record<VersionStatus['state'], Html>> = {
  live: html`<span class="badge badge--good">Live</span>`,
  canary: html`<span class="badge badge--signal">Canary</span>`,
  fallback: html`<span class="badge">Fallback</span>`,
  published: html`<span class="badge">Published</span>`,
  yanked: html`<span class="badge badge--bad">Yanked</span>`,
};

/** What happened to a version, and what is wrong with it. */
function remarks(version: VersionStatus): readonly string[] {
  const { yank, problem, check, copied } = version;
  return [
    ...describeTimeline(version).map(({ at, text }) => `${formatDateTime(at)}: ${text}.`),
    copied === null ? '' : `Copied ${copied}.`,
    check ? `Checked on ${formatDateTime(check.at)}: ${describeOutcome(check)}.` : '',
    yank ? `${withoutStop(yank.reason)} (${yank.by}, ${formatDateTime(yank.at)})` : '',
    problem ?? '',
  ].filter((text) => text !== '');
}

function remarkList(version: VersionStatus): Html {
  const [first = '–', ...others] = remarks(version);
  if (others.length === 0) return wrapVersions(first);
  return html`<ul class="past">
    ${[first, ...others].map((text) => html`<li>${wrapVersions(text)}</li>`)}
  </ul>`;
}

interface Watched {
  readonly watched: WatcherStatus;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A link to a form of the part that names a version, or none. */
function formLink(part: PartStatus, action: Action, label: string, version?: string): Html {
  const query = `action=${action}&part=${part.name}${version === undefined ? '' : `&version=${encodeURIComponent(version)}`}`;
  const what = version === undefined ? partTitle(part.name) : `${partTitle(part.name)} ${version}`;
  return html`<a class="button button--small button--quiet" href="/?${query}"
    >${label}<span class="visually-hidden"> ${what}</span></a
  >`;
}

function versionCells(part: PartStatus, version: VersionStatus, { watched, now }: Watched): Html {
  const own = { part: part.name, version: version.version };
  const figures = getFigures(watched.visits, { ...own, from: dayBefore(now) });
  const isTarget = part.rollbackTarget?.kind === 'version' && part.rollbackTarget.version === version.version;
  const canYank = versionChoices('yank', part).some(({ value }) => value === version.version);
  return html`<th scope="row" role="rowheader">
      ${wrapVersions(version.version)} ${STATES[version.state]}
      ${isTarget && html`<span class="badge">Rollback target</span>`}
    </th>
    <td role="cell" data-label="Built" class="numerals">
      ${version.builtAt === null ? 'Not known' : formatDateTime(version.builtAt)}
    </td>
    <td role="cell" data-label="Source">${describeSource(version.provenance)}</td>
    <td role="cell" data-label="Last 24 hours">${describeVisits(figures)}</td>
    <td role="cell" data-label="75 % loaded within">${describeLoadTime(figures) ?? '–'}</td>
    <td role="cell" data-label="75 % felt at most">${describeVitals(watched.vitals, own) ?? '–'}</td>
    <td role="cell" data-label="Remark" class="span why">
      ${remarkList(version)}
      ${
        part.live &&
        version.state !== 'live' &&
        html`<a
          class="button button--small button--quiet"
          href="${comparePath(part.name, part.live.version, version.version)}"
          >Compare<span class="visually-hidden">
            ${partTitle(part.name)} ${part.live.version} with ${version.version}</span
          ></a
        >`
      }
      ${canYank && formLink(part, 'yank', 'Yank…', version.version)}
    </td>`;
}

/**
 * All published versions of a part, collapsed: build time, source, failures, load times, and why a version is yanked.
 */
export function versionTable(part: PartStatus, watched: WatcherStatus, now: number): Html {
  const title = partTitle(part.name);
  const columns = ['Version', 'Built', 'Source', 'Last 24 hours', '75 % loaded within', '75 % felt at most', 'Remark'];
  const rows = part.versions.toSorted(newestFirst).map((version) => versionCells(part, version, { watched, now }));
  return html`<details class="part-row__versions">
    <summary>${part.versions.length} ${part.versions.length === 1 ? 'version' : 'versions'} of ${title}</summary>
    <div class="table-box">${table(html`aria-label="Versions of ${title}"`, columns, rows)}</div>
    ${isPossible('take-out', part) && html`<p>${formLink(part, 'take-out', 'Take out…')}</p>`}
  </details>`;
}
