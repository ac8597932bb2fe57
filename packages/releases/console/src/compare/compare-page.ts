import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { commitsCommand, DIFF_SECTIONS } from '@portal/release/operations/describe-diff';
import type { Difference, FileDifference, VersionDiff } from '@portal/release/operations/version-diff';
import { formatBytes, formatCount, partTitle } from '../pages/format.ts';
import { page, table, wrapVersions } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';

/** The address of the comparison of two versions. */
export function comparePath(part: string, from: string, to: string): string {
  return `/compare?${new URLSearchParams({ part, from, to }).toString()}`;
}

/** A link to what changed between two versions. */
export function compareLink(part: string, from: string, to: string): Html {
  const what = `What changed from ${partTitle(part)} ${from} to ${to}`;
  return html`<a href="${comparePath(part, from, to)}">${wrapVersions(what)}</a>`;
}

function commits(diff: VersionDiff): Html {
  const { repository, from, to, clean } = diff.sources;
  if (from === null || to === null) return html`<p>Not known: a build does not name its commit.</p>`;
  const command = commitsCommand(diff);
  return html`<p>
      ${command === undefined ? `Both are built from commit ${from}` : `${from}..${to}`}${repository !== null && ` of ${repository}`}.
      ${!clean && 'There were uncommitted changes.'}
    </p>
    ${command !== undefined && html`<p>In a clone: <code>${command}</code></p>`}`;
}

const signed = (bytes: number): string => (bytes < 0 ? `−${formatBytes(-bytes)}` : `+${formatBytes(bytes)}`);

/** A size before or after; "–" where there is none, or it is not known. */
const shown = (bytes: number | null): string => (bytes === null ? '–' : formatBytes(bytes));

/** "+2.1 KB", "New", "Gone". */
function changed(before: number | null, after: number | null): string {
  if (before !== null && after !== null) return signed(after - before);
  return before === after ? '–' : before === null ? 'New' : 'Gone';
}

function fileCells({ file, before, after, compressedBefore, compressedAfter }: FileDifference): Html {
  return html`<th scope="row" role="rowheader">${file}</th>
    <td role="cell" data-label="Before" class="numerals">${shown(before)}</td>
    <td role="cell" data-label="After" class="numerals">${shown(after)}</td>
    <td role="cell" data-label="Change" class="numerals">${changed(before, after)}</td>
    <td role="cell" data-label="Compressed" class="numerals">${shown(compressedAfter)}</td>
    <td role="cell" data-label="Change, compressed" class="numerals">
      ${changed(compressedBefore, compressedAfter)}
    </td>`;
}

function files({ files: differing, unchangedFiles, bytes }: VersionDiff): Html {
  return html`<p>${formatCount(differing.length)} differ, ${formatCount(unchangedFiles)} are the same.</p>
    ${
      differing.length > 0 &&
      html`<div class="card card--flush table-box">
        ${table(
          html`aria-labelledby="files-title"`,
          ['File', 'Before', 'After', 'Change', 'Compressed', 'Change, compressed'],
          [...differing, { file: 'All files', ...bytes }].map(fileCells),
        )}
      </div>`
    }`;
}

function differenceItem({ what, before, after }: Difference): Html {
  if (before === null) return html`<li><b>${what}</b> is new: ${after}</li>`;
  return after === null
    ? html`<li><b>${what}</b> is gone: ${before}</li>`
    : html`<li><b>${what}</b>: ${before} → ${after}</li>`;
}

function declarations(diff: VersionDiff): Html {
  const differing = DIFF_SECTIONS.filter(([key]) => diff[key]?.length);
  const same = DIFF_SECTIONS.filter(([key]) => diff[key]?.length === 0).map(([, title]) => title.toLowerCase());
  return html`${differing.map(
    ([key, title]) =>
      html`<section class="stack" aria-labelledby="${key}-title">
        <h2 id="${key}-title">${title}</h2>
        <ul class="changes">
          ${diff[key]?.map(differenceItem)}
        </ul>
      </section>`,
  )}
  ${diff.catalogues === null && html`<p>The texts of the pages are not known, because files of a version are gone.</p>`}
  ${same.length > 0 && html`<p>The same in both: ${same.join(', ')}.</p>`}`;
}

/** What changed between two versions of a part. */
export function comparePage(viewer: Viewer, diff: VersionDiff): string {
  const title = `${partTitle(diff.name)} ${diff.from} → ${diff.to}`;
  const body = html`<div class="page-head">
      <div class="page">
        <h1>${wrapVersions(title)}</h1>
        <p class="page-head__lead">What changed between these versions.</p>
      </div>
    </div>
    <div class="page page-body stack compare">
      <section class="stack" aria-labelledby="commits-title">
        <h2 id="commits-title">Commits</h2>
        ${commits(diff)}
      </section>
      <section class="stack" aria-labelledby="files-title">
        <h2 id="files-title">Files</h2>
        ${files(diff)}
      </section>
      ${declarations(diff)}
      <p><a class="button" href="/">To the board</a></p>
    </div>`;
  return page({ title, body, viewer });
}
