import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { Rule } from '@portal/release/refusal';
import { liveVersion } from '@portal/release/release-diff';
import { compareLink } from '../compare/compare-page.ts';
import { describeChange, partTitle, describeRollout } from '../pages/format.ts';
import { wrapVersions, page } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import { beforeMessage, refusalMessage } from './messages.ts';
import { getEntries } from './form-entries.ts';
import type { Preview } from './preview-request.ts';
import { PROMOTE_SEVERAL, getVersions } from './read-request.ts';
import type { Action, FormFields, PartFields } from './read-request.ts';

interface Confirmation {
  readonly viewer: Viewer;
  readonly fields: FormFields;
  readonly preview: Preview;
  /** How often the canary and the version of all others failed, if the request decides about a canary. */
  readonly figures: readonly string[];
  /** What to do before anything else; sentences. */
  readonly warnings: readonly string[];
}

type Question = readonly [question: string, label: string];

const QUESTIONS: Readonly<Record<Action, (title: string, fields: PartFields) => Question>> = {
  promote: (title, { version }) => [`Promote ${title} ${version}?`, `Promote ${version}`],
  canary: (title, { version, percent }) =>
    percent === ''
      ? [`Try ${title} ${version} by a plan?`, 'Start canary by the plan']
      : [`Try ${title} ${version} on ${percent} %?`, `Start canary at ${percent} %`],
  'end-canary': (title) => [`End the canary of ${title}?`, 'End canary'],
  rollback: (title, { version }) => [`Roll ${title} back to ${version}?`, `Roll back to ${version}`],
  'take-out': (title) => [`Take ${title} out of the portal?`, `Take ${title} out`],
  yank: (title, { version }) => [`Yank ${title} ${version}?`, `Yank ${version}`],
};

/** The question and the button's label. */
function getQuestion(fields: FormFields): Question {
  if (fields.action !== PROMOTE_SEVERAL) return QUESTIONS[fields.action](partTitle(fields.part), fields);
  const versions = Object.entries(getVersions(fields)).map(([name, version]) => `${partTitle(name)} ${version}`);
  const share = fields.percent === '' ? '' : ` to ${fields.percent} %`;
  return [`Promote ${versions.join(' and ')}${share}?`, `Promote ${String(versions.length)} in one release`];
}

function unchangedParts({ preview: { from, result } }: Confirmation): string {
  const changes = changesIn(result);
  const changed = new Set(changes.filter(({ kind }) => kind === 'live').map(({ name }) => name));
  const parts = from ? [['shell', from.shell] as const, ...Object.entries(from.remotes)] : [];
  return parts
    .filter(([name]) => !changed.has(name))
    .map(([name, { version }]) => `${partTitle(name)} ${version}`)
    .join(', ');
}

/** The rules that leave the decision to a person. */
const OVERRIDABLE: ReadonlySet<Rule> = new Set<Rule>(['failed-before', 'uncommitted-build']);

function hiddenFields({ viewer, fields }: Confirmation, more: readonly (readonly [string, string])[]): Html {
  return html`${[['token', viewer.csrfToken] as const, ...getEntries(fields), ...more].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;
}

const changesIn = (result: Preview['result']) => result?.changes ?? [];

/**
 * Links to what changed in each part that gets another version. A new canary is compared with the version that the
 * others have.
 */
function comparisons({ result, from: live }: Preview): Html | false {
  const links = changesIn(result).flatMap(({ name, kind, from, to }) => {
    const before = from ?? (kind === 'canary' ? (liveVersion(live, name) ?? null) : null);
    const isGiven = kind === 'live' || kind === 'canary';
    return !isGiven || before === null || to === null || before === to ? [] : [compareLink(name, before, to)];
  });
  return links.length > 0 && html`${links.map((link) => html`<p>${link}</p>`)}`;
}

/** What the next release changes, and what stays. */
function changeList(confirmation: Confirmation): Html {
  const { preview, fields } = confirmation;
  const rest = unchangedParts(confirmation);
  const changes = changesIn(preview.result);
  return html`<h2>Release ${preview.result?.release?.number} will change</h2>
    <ul class="changes">
      ${changes.map((change) => html`<li>${wrapVersions(describeChange(change))}</li>`)}
      ${changes.length === 0 && html`<li>No version changes.</li>`}
    </ul>
    ${comparisons(preview)} ${preview.result?.warnings.map((warning) => html`<p>${wrapVersions(warning)}</p>`)}
    ${preview.result?.needsApproval === true && html`<p>A second person has to say yes first.</p>`}
    ${rest !== '' && html`<p>All else stays: ${wrapVersions(rest)}.</p>`}
    <p>${describeRollout(fields.urgent === 'yes')}</p>`;
}

/** What a yank does, besides a release without the fallback. */
function yankNote({ fields, preview }: Confirmation): Html | false {
  if (fields.action !== 'yank') return false;
  return html`<p>
    ${wrapVersions(`${partTitle(fields.part)} ${fields.version}`)} is never released again, nor used as a fallback. This
    cannot be undone; a repaired version gets another number.
    ${changesIn(preview.result).length === 0 && 'The live release stays as it is.'}
  </p>`;
}

function sentenceList(heading: string, sentences: readonly string[]): Html | false {
  return (
    sentences.length > 0 &&
    html`<h2>${heading}</h2>
      <ul class="changes">
        ${sentences.map((sentence) => html`<li>${wrapVersions(sentence)}</li>`)}
      </ul>`
  );
}

function signature({ viewer, fields }: Confirmation): Html {
  return html`<dl class="entries">
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

function renderContent(confirmation: Confirmation): Html {
  const { preview, fields } = confirmation;
  const isChange = fields.action !== 'yank' || changesIn(preview.result).length > 0;
  return html`${yankNote(confirmation)} ${isChange && changeList(confirmation)}
  ${sentenceList('Checks', preview.checks)} ${sentenceList('Failures', confirmation.figures)} ${signature(confirmation)}`;
}

/** Asks for confirmation and shows exactly what the release will change. */
export function confirmPage(confirmation: Confirmation): string {
  const { viewer, fields, preview, warnings } = confirmation;
  const [question, label] = getQuestion(fields);
  const isRefused = preview.refusals.length > 0;
  const isEmpty = preview.result?.outcome === 'unchanged';
  const canConfirm = !isRefused && !isEmpty;
  const canInsist = isRefused && preview.refusals.every(({ rule }) => OVERRIDABLE.has(rule));
  const body = html`<div class="page-head">
      <div class="page">
        <h1>${wrapVersions(question)}</h1>
        ${preview.from && html`<p class="page-head__lead">Release ${preview.from.number} is live now.</p>`}
      </div>
    </div>
    <div class="page page-body stack">
      ${warnings.length > 0 && beforeMessage(warnings)} ${isRefused && refusalMessage(preview.refusals)}
      <form class="card stack confirm" method="post" action="${canInsist ? '/confirm' : '/releases'}">
        ${isEmpty && html`<p>Nothing would change: the live release is already as requested.</p>`}
        ${canConfirm && renderContent(confirmation)} ${hiddenFields(confirmation, canInsist ? [['anyway', 'yes']] : [])}
        <div class="cluster">
          <a class="button" href="/" autofocus>${canConfirm ? 'Cancel' : 'To the board'}</a>
          ${canConfirm && html`<button class="button button--primary" type="submit">${label}</button>`}
          ${canInsist && html`<button class="button" type="submit">${label} anyway…</button>`}
        </div>
      </form>
    </div>`;
  return page({ title: isRefused ? `Error: ${question}` : question, body, viewer });
}
