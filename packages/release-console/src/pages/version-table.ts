import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PartStatus, VersionStatus } from '@portal/release/operations/read-status';
import { countsFor } from '../counts/counts.ts';
import type { Counts } from '../counts/counts.ts';
import { failuresInFull, loadTimeInFull } from './figures.ts';
import { breakable } from './breakable.ts';
import { byAge } from './offers.ts';
import { momentOf, titleOf } from './words.ts';

const STATES: Readonly<Record<VersionStatus['state'], Html>> = {
  live: html`<span class="badge badge--good">Live</span>`,
  canary: html`<span class="badge badge--signal">Canary</span>`,
  fallback: html`<span class="badge">Fallback</span>`,
  published: html`<span class="badge">Published</span>`,
  yanked: html`<span class="badge badge--bad">Yanked</span>`,
};

function remark({ yank, problem }: VersionStatus): string {
  const yanked = yank ? `${yank.reason} (${yank.by}, ${momentOf(yank.at)})` : '';
  return [yanked, problem ?? ''].filter((text) => text !== '').join(' ');
}

function versionRow(part: PartStatus, version: VersionStatus, counts: Counts | undefined): Html {
  const counted = countsFor(counts, part.name, version.version);
  return html`<tbody role="rowgroup">
    <tr role="row">
      <th scope="row" role="rowheader">${breakable(version.version)} ${STATES[version.state]}</th>
      <td role="cell" data-label="Built" class="numerals">
        ${version.builtAt === null ? 'Not known' : momentOf(version.builtAt)}
      </td>
      <td role="cell" data-label="Failures">${failuresInFull(counted)}</td>
      <td role="cell" data-label="Load time">${loadTimeInFull(counted)}</td>
      <td role="cell" data-label="Remark" class="span why">${breakable(remark(version) || '–')}</td>
    </tr>
  </tbody>`;
}

/** Every published version of a part, folded away: when it was built, how it does, and why it is yanked. */
export function versionTable(part: PartStatus, counts: Counts | undefined): Html {
  const title = titleOf(part.name);
  const column = (text: string) => html`<th scope="col" role="columnheader">${text}</th>`;
  return html`<details class="lane__versions">
    <summary>
      ${part.versions.length} ${part.versions.length === 1 ? 'version' : 'versions'} of ${title}, with failures and load
      times
    </summary>
    <div class="table-box">
      <table class="table" role="table" aria-label="Versions of ${title}">
        <thead role="rowgroup">
          <tr role="row">
            ${['Version', 'Built', 'Failures', 'Load time', 'Remark'].map(column)}
          </tr>
        </thead>
        ${part.versions.toSorted(byAge).map((version) => versionRow(part, version, counts))}
      </table>
    </div>
  </details>`;
}
