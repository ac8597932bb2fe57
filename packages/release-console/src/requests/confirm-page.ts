import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { Preview } from '@portal/release/operations/preview-request';
import { changeInFull, titleOf, whenInFull } from '../pages/format.ts';
import { breakable, page } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import { refusalNotice } from './notices.ts';
import { TAKE_OUT } from './read-request.ts';
import type { Act, Fields } from './read-request.ts';

export interface Confirmation {
  readonly viewer: Viewer;
  readonly fields: Fields;
  readonly preview: Preview;
}

/** The question, and the act in full for the button. */
const QUESTIONS: Readonly<Record<Act, (fields: Fields) => readonly [question: string, act: string]>> = {
  promote: ({ part, version }) => [`Promote ${titleOf(part)} ${version}?`, `Promote ${version}`],
  canary: ({ part, version, percent }) => [
    `Try ${titleOf(part)} ${version} on ${percent} %?`,
    `Start canary at ${percent} %`,
  ],
  'end-canary': ({ part }) => [`End the canary of ${titleOf(part)}?`, 'End canary'],
  rollback: ({ part, version }) =>
    version === TAKE_OUT
      ? [`Take ${titleOf(part)} out of the portal?`, `Take ${titleOf(part)} out`]
      : [`Roll ${titleOf(part)} back to ${version}?`, `Roll back to ${version}`],
};

function stays({ preview: { from, changes } }: Confirmation): string {
  const changed = new Set(changes.filter(({ kind }) => kind === 'live').map(({ name }) => name));
  const parts = from ? [['shell', from.shell] as const, ...Object.entries(from.remotes)] : [];
  return parts
    .filter(([name]) => !changed.has(name))
    .map(([name, { version }]) => `${titleOf(name)} ${version}`)
    .join(', ');
}

function hiddenFields({ viewer, fields }: Confirmation): Html {
  return html`${Object.entries({ token: viewer.csrfToken, ...fields }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

function whatChanges(confirmation: Confirmation): Html {
  const { preview, fields, viewer } = confirmation;
  const rest = stays(confirmation);
  return html`<h2>Release ${preview.next} will change</h2>
    <ul class="changes">
      ${preview.changes.map((change) => html`<li>${breakable(changeInFull(change))}</li>`)}
      ${preview.changes.length === 0 && html`<li>No version changes.</li>`}
    </ul>
    ${
      preview.skipped.length > 0 &&
      html`<p>
        Release ${preview.skipped.join(', ')} cannot be read, so what it changed is not in it: the next one is made from
        release ${preview.from?.number ?? 0}.
      </p>`
    }
    ${rest !== '' && html`<p>All else stays: ${breakable(rest)}.</p>`}
    <p>${whenInFull(fields.urgent === 'yes')}</p>
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

/** Asks before anything is released, and shows exactly what will change. */
export function confirmPage(confirmation: Confirmation): string {
  const { viewer, fields, preview } = confirmation;
  const [question, act] = QUESTIONS[fields.act](fields);
  const isRefused = preview.refusals.length > 0;
  const becomesUrgent = fields.urgent === 'yes' && preview.from?.urgent === false;
  const isNothing = !isRefused && preview.changes.length === 0 && preview.skipped.length === 0 && !becomesUrgent;
  const content = isNothing
    ? html`<p>Nothing would change: it is so already.</p>`
    : html`${!isRefused && whatChanges(confirmation)}`;
  const back = html`<a class="button" href="/" autofocus>${isRefused || isNothing ? 'To the board' : 'Cancel'}</a>`;
  const body = html`<div class="page-head">
      <div class="page">
        <h1>${breakable(question)}</h1>
        ${preview.from && html`<p class="page-head__lead">Release ${preview.from.number} is live now.</p>`}
      </div>
    </div>
    <div class="page page-body stack">
      ${isRefused && refusalNotice(preview.refusals)}
      <form class="card stack confirm" method="post" action="/releases">
        ${content} ${hiddenFields(confirmation)}
        <div class="cluster">
          ${back}
          ${!isRefused && !isNothing && html`<button class="button button--primary" type="submit">${act}</button>`}
        </div>
      </form>
    </div>`;
  return page({ title: isRefused ? `Error: ${question}` : question, body, viewer });
}
