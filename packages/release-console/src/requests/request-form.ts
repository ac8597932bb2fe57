import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PartStatus } from '@portal/release/operations/read-status';
import { partTitle } from '../pages/format.ts';
import { wrapVersions, icon } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import { MAX_REASON_LENGTH, NO_VERSION } from './read-request.ts';
import type { Action, FieldErrors, FormFields } from './read-request.ts';
import { versionChoices, onlyTakesOut } from './version-choices.ts';
import type { PartHistory, Choice } from './version-choices.ts';

/** The form that is open on the board: empty, or as submitted with its errors. */
export interface OpenForm {
  readonly fields: Pick<FormFields, 'action' | 'part'> & Partial<FormFields>;
  readonly errors: FieldErrors;
}

export interface FormContext extends PartHistory {
  readonly viewer: Viewer;
  /** Number of the release that the board shows; 0 if none. */
  readonly base: number;
}

const SHARES = [1, 5, 10, 25, 50, 75];

function fieldError(id: string, message: string | undefined): Html | false {
  return (
    message !== undefined &&
    html`<p class="field__error" id="${id}-error">${icon('error', true)}<span>${message}</span></p>`
  );
}

const fieldState = (id: string, message: string | undefined): Html =>
  message === undefined
    ? html`aria-describedby="${id}-hint"`
    : html`aria-invalid="true" aria-describedby="${id}-error ${id}-hint" autofocus`;

interface SelectField {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly options: readonly Choice[];
  readonly chosen: string | undefined;
  readonly error: string | undefined;
  readonly hasFocus: boolean;
}

function selectField({ id, name, label, hint, options, chosen, error, hasFocus }: SelectField): Html {
  return html`<div class="field">
    <label class="field__label" for="${id}">${label}</label>
    <select class="select" id="${id}" name="${name}" ${fieldState(id, error)} ${hasFocus && html`autofocus`}>
      ${options.map(
        ({ value, label: text }) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
    ${fieldError(id, error)}
    <p class="field__hint" id="${id}-hint">${hint}</p>
  </div>`;
}

interface ReasonField {
  readonly value: string;
  readonly error: string | undefined;
  readonly hasFocus: boolean;
  readonly isWide: boolean;
}

function reasonField({ value, error, hasFocus, isWide }: ReasonField): Html {
  return html`<div class="field ${isWide && 'wide'}">
    <label class="field__label" for="reason">Reason</label>
    <input
      class="input"
      id="reason"
      name="reason"
      value="${value}"
      maxlength="${MAX_REASON_LENGTH}"
      autocomplete="off"
      ${fieldState('reason', error)}
      ${hasFocus && html`autofocus`}
    />
    ${fieldError('reason', error)}
    <p class="field__hint" id="reason-hint">Stays in the history, for everyone.</p>
  </div>`;
}

const HEADINGS: Readonly<Record<Action, (part: string, canary: string) => string>> = {
  promote: (part) => `Promote ${part}`,
  canary: (part) => `Try ${part} on a few`,
  'end-canary': (part, canary) => `End the canary of ${part} ${canary}`,
  rollback: (part) => `Roll ${part} back`,
};

function yankedHint({ versions }: PartStatus): string {
  const yanked = versions.filter(({ state }) => state === 'yanked').map(({ version }) => version);
  if (yanked.length === 0) return 'Any version that the store keeps.';
  return `${yanked.join(', ')} ${yanked.length === 1 ? 'is' : 'are'} marked as not to be used.`;
}

function shareOptions(canary: PartStatus['canary']): readonly Choice[] {
  const shares = canary ? [...new Set([...SHARES, canary.percent])].sort((a, b) => a - b) : SHARES;
  return shares.map((share) => ({
    value: String(share),
    label: share === canary?.percent ? `${String(share)} %, as now` : `${String(share)} %`,
  }));
}

function nextShare(canary: PartStatus['canary']): string {
  return String(SHARES.find((share) => share > (canary?.percent ?? 1)) ?? SHARES.at(-1));
}

/** The form for a request. Submitting it leads to the confirmation page. */
export function requestForm({ fields, errors }: OpenForm, context: FormContext): Html {
  const { viewer, part, base } = context;
  const { action } = fields;
  const hasError = Object.keys(errors).length > 0;
  const options = versionChoices(action, context);
  const title = partTitle(part.name);
  const takesOut = action === 'rollback' && onlyTakesOut(context);
  const picksVersion = action !== 'end-canary' && !takesOut;
  return html`<form class="part-row__confirm" method="post" action="/confirm" aria-labelledby="request-title">
    <h4 id="request-title">
      ${wrapVersions(takesOut ? `Take ${title} out of the portal` : HEADINGS[action](title, part.canary?.version ?? ''))}
    </h4>
    <input type="hidden" name="token" value="${viewer.csrfToken}" />
    <input type="hidden" name="action" value="${action}" />
    <input type="hidden" name="part" value="${part.name}" />
    <input type="hidden" name="base" value="${base}" />
    ${
      takesOut &&
      html`<input type="hidden" name="version" value="${NO_VERSION}" />
        <p class="wide">The store has no other version of it to go back to.</p>`
    }
    ${
      picksVersion &&
      selectField({
        id: 'version',
        name: 'version',
        label: action === 'rollback' ? 'To version' : 'Version',
        hint: action === 'rollback' ? yankedHint(part) : `Everyone has ${part.live?.version ?? 'no version'} now.`,
        options,
        chosen: fields.version,
        error: errors.version,
        hasFocus: !hasError,
      })
    }
    ${
      action === 'canary' &&
      selectField({
        id: 'percent',
        name: 'percent',
        label: 'Share of visitors',
        hint: 'Visitors in the canary stay in it while the share grows.',
        options: shareOptions(part.canary),
        chosen: fields.percent ?? nextShare(part.canary),
        error: errors.percent,
        hasFocus: false,
      })
    }
    ${reasonField({
      value: fields.reason ?? '',
      error: errors.reason,
      hasFocus: !hasError && !picksVersion,
      isWide: action === 'canary' || !picksVersion,
    })}
    <label class="checkbox wide">
      <input type="checkbox" name="urgent" value="yes" ${fields.urgent !== undefined && html`checked`} />
      <span>Urgent: open tabs move within five minutes, once nothing unsaved is on the screen</span>
    </label>
    <div class="cluster wide">
      <a class="button" href="/">Cancel</a>
      <button class="button button--primary" type="submit">Show what will change</button>
    </div>
  </form>`;
}
