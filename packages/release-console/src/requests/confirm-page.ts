import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { Preview } from '@portal/release/operations/preview-request';
import { describeChange, partTitle, describeRollout } from '../pages/format.ts';
import { wrapVersions, page } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import { refusalMessage } from './messages.ts';
import { NO_VERSION } from './read-request.ts';
import type { Action, FormFields } from './read-request.ts';

export interface Confirmation {
  readonly viewer: Viewer;
  readonly fields: FormFields;
  readonly preview: Preview;
  /** How often the canary and the version of all others failed, if the request decides about a canary. */
  readonly figures: readonly string[];
}

/** The question and the button's label. */
const QUESTIONS: Readonly<Record<Action, (fields: FormFields) => readonly [question: string, label: string]>> = {
  promote: ({ part, version }) => [`Promote ${partTitle(part)} ${version}?`, `Promote ${version}`],
  canary: ({ part, version, percent }) => [
    `Try ${partTitle(part)} ${version} on ${percent} %?`,
    `Start canary at ${percent} %`,
  ],
  'end-canary': ({ part }) => [`End the canary of ${partTitle(part)}?`, 'End canary'],
  rollback: ({ part, version }) =>
    version === NO_VERSION
      ? [`Take ${partTitle(part)} out of the portal?`, `Take ${partTitle(part)} out`]
      : [`Roll ${partTitle(part)} back to ${version}?`, `Roll back to ${version}`],
};

function unchangedParts({ preview: { from, changes } }: Confirmation): string {
  const changed = new Set(changes.filter(({ kind }) => kind === 'live').map(({ name }) => name));
  const parts = from ? [['shell', from.shell] as const, ...Object.entries(from.remotes)] : [];
  return parts
    .filter(([name]) => !changed.has(name))
    .map(([name, { version }]) => `${partTitle(name)} ${version}`)
    .join(', ');
}

function hiddenFields({ viewer, fields }: Confirmation): Html {
  return html`${Object.entries({ token: viewer.csrfToken, ...fields }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

function changeList(confirmation: Confirmation): Html {
  const { preview, fields, viewer, figures } = confirmation;
  const rest = unchangedParts(confirmation);
  return html`<h2>Release ${preview.next} will change</h2>
    <ul class="changes">
      ${preview.changes.map((change) => html`<li>${wrapVersions(describeChange(change))}</li>`)}
      ${preview.changes.length === 0 && html`<li>No version changes.</li>`}
    </ul>
    ${
      preview.skipped.length > 0 &&
      html`<p>
        ${preview.skipped.length === 1 ? 'Release' : 'Releases'} ${preview.skipped.join(', ')} cannot be read. Release
        ${preview.next} is based on release ${preview.from?.number ?? 0}, without those changes.
      </p>`
    }
    ${
      figures.length > 0 &&
      html`<ul class="changes">
        ${figures.map((figure) => html`<li>${wrapVersions(figure)}</li>`)}
      </ul>`
    }
    ${rest !== '' && html`<p>All else stays: ${wrapVersions(rest)}.</p>`}
    <p>${describeRollout(fields.urgent === 'yes')}</p>
    <dl class="entries">
      <div>
        <dt>Reason</dt>
        <dd>${fields.reason}</dd>
      </div>
      <div>
        <dt>Signed by</dt>
        <dd>${viewer.email}</dd>
      </div>
    </dl>`;
}

/** Asks for confirmation and shows exactly what the release will change. */
export function confirmPage(confirmation: Confirmation): string {
  const { viewer, fields, preview } = confirmation;
  const [question, label] = QUESTIONS[fields.action](fields);
  const isRefused = preview.refusals.length > 0;
  const becomesUrgent = fields.urgent === 'yes' && preview.from?.urgent === false;
  const changesNothing = !isRefused && preview.changes.length === 0 && preview.skipped.length === 0 && !becomesUrgent;
  const content = changesNothing
    ? html`<p>Nothing would change: the live release is already as requested.</p>`
    : html`${!isRefused && changeList(confirmation)}`;
  const back = html`<a class="button" href="/" autofocus
    >${isRefused || changesNothing ? 'To the board' : 'Cancel'}</a
  >`;
  const body = html`<div class="page-head">
      <div class="page">
        <h1>${wrapVersions(question)}</h1>
        ${preview.from && html`<p class="page-head__lead">Release ${preview.from.number} is live now.</p>`}
      </div>
    </div>
    <div class="page page-body stack">
      ${isRefused && refusalMessage(preview.refusals)}
      <form class="card stack confirm" method="post" action="/releases">
        ${content} ${hiddenFields(confirmation)}
        <div class="cluster">
          ${back}
          ${!isRefused && !changesNothing && html`<button class="button button--primary" type="submit">${label}</button>`}
        </div>
      </form>
    </div>`;
  return page({ title: isRefused ? `Error: ${question}` : question, body, viewer });
}
