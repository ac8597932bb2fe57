import type { HistoryEntry } from '../../operations/read-history.ts';
import type { PartStatus, VersionStatus } from '../../operations/read-status.ts';
import { LONGEST_REASON, TAKE_OUT } from '../orders/order-form.ts';
import type { Act, FieldErrors, Fields } from '../orders/order-form.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { icon } from './icon.ts';
import type { Viewer } from './layout.ts';
import { momentOf, titleOf } from './words.ts';

/** The form that is open on the board: empty, or as it was sent with what has to be put right. */
export interface OpenForm {
  readonly fields: Pick<Fields, 'act' | 'part'> & Partial<Fields>;
  readonly errors: FieldErrors;
}

export interface FormContext {
  readonly viewer: Viewer;
  readonly part: PartStatus;
  readonly history: readonly HistoryEntry[];
  /** Number of the release that the board shows. */
  readonly base: number;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

const SHARES = [1, 5, 10, 25, 50, 75];

/** When a version was live last, by the history; only where it is not any more. */
function liveUntil(history: readonly HistoryEntry[], name: string, version: string): string | undefined {
  const end = history.find(
    (entry) =>
      entry.state === 'whole' &&
      entry.changes.some((change) => change.name === name && change.kind === 'live' && change.from === version),
  );
  return end?.state === 'whole' ? end.at : undefined;
}

const canReturn = ({ state, problem }: VersionStatus): boolean => state !== 'yanked' && problem === null;

/** Where a part can go back to: what was live before first, the latest of it first. */
function wayBack({ part: { name, versions, live }, history }: FormContext): readonly Option[] {
  const candidates = versions
    .filter((version) => canReturn(version) && version.version !== live?.version)
    .map(({ version }) => ({ version, until: liveUntil(history, name, version) ?? '' }))
    .sort((a, b) => (a.until === b.until ? 0 : a.until < b.until ? 1 : -1))
    .map(({ version, until }) => ({
      value: version,
      label: until === '' ? `${version}, never live` : `${version}, live until ${momentOf(until)}`,
    }));
  const takeOut = { value: TAKE_OUT, label: 'None: take it out of the portal' };
  return name === 'shell' || !live ? candidates : [...candidates, takeOut];
}

function offered(act: Act, context: FormContext): readonly Option[] {
  if (act === 'rollback') return wayBack(context);
  const { versions, live, canary } = context.part;
  const options = versions
    .filter((version) => canReturn(version) && version.version !== live?.version)
    .map(({ version }) => ({
      value: version,
      label: version === canary?.version ? `${version}, on trial at ${String(canary.percent)} %` : version,
    }));
  // What is on trial is what is decided about.
  return options.sort((a, b) => Number(b.value === canary?.version) - Number(a.value === canary?.version));
}

function fieldError(id: string, message: string | undefined): Html | false {
  return (
    message !== undefined &&
    html`<p class="field__error" id="${id}-error">${icon('error', true)}<span>${message}</span></p>`
  );
}

const invalid = (id: string, message: string | undefined): Html =>
  message === undefined
    ? html`aria-describedby="${id}-hint"`
    : html`aria-invalid="true" aria-describedby="${id}-error ${id}-hint" autofocus`;

interface SelectField {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly options: readonly Option[];
  readonly chosen: string | undefined;
  readonly error: string | undefined;
  readonly focused: boolean;
}

function selectField({ id, name, label, hint, options, chosen, error, focused }: SelectField): Html {
  return html`<div class="field">
    <label class="field__label" for="${id}">${label}</label>
    <select class="select" id="${id}" name="${name}" ${invalid(id, error)} ${focused && html`autofocus`}>
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
  readonly focused: boolean;
  readonly isWide: boolean;
}

function reasonField({ value, error, focused, isWide }: ReasonField): Html {
  return html`<div class="field ${isWide && 'wide'}">
    <label class="field__label" for="reason">Reason</label>
    <input
      class="input"
      id="reason"
      name="reason"
      value="${value}"
      maxlength="${LONGEST_REASON}"
      autocomplete="off"
      ${invalid('reason', error)}
      ${focused && html`autofocus`}
    />
    ${fieldError('reason', error)}
    <p class="field__hint" id="reason-hint">Stays in the history, for everyone.</p>
  </div>`;
}

const HEADINGS: Readonly<Record<Act, (part: string, canary: string) => string>> = {
  promote: (part) => `Give ${part} to everyone`,
  canary: (part) => `Try ${part} on a few`,
  'end-canary': (part, canary) => `End the canary of ${part} ${canary}`,
  rollback: (part) => `Roll ${part} back`,
};

function barredHint({ versions }: PartStatus): string {
  const barred = versions.filter(({ state }) => state === 'yanked').map(({ version }) => version);
  if (barred.length === 0) return 'Any version that the store keeps.';
  return `${barred.join(', ')} ${barred.length === 1 ? 'is' : 'are'} marked as not to be used.`;
}

function shareOptions(canary: PartStatus['canary']): readonly Option[] {
  const shares = canary ? [...new Set([...SHARES, canary.percent])].sort((a, b) => a - b) : SHARES;
  return shares.map((share) => ({
    value: String(share),
    label: share === canary?.percent ? `${String(share)} %, as now` : `${String(share)} %`,
  }));
}

function nextShare(canary: PartStatus['canary']): string {
  return String(SHARES.find((share) => share > (canary?.percent ?? 1)) ?? SHARES.at(-1));
}

/** The form of an act on a part; its answer is the confirmation. */
export function orderForm({ fields, errors }: OpenForm, context: FormContext): Html {
  const { viewer, part, base } = context;
  const { act } = fields;
  const hasError = Object.keys(errors).length > 0;
  const options = offered(act, context);
  const title = titleOf(part.name);
  const picksVersion = act !== 'end-canary';
  return html`<form class="lane__confirm" method="post" action="/confirm" aria-labelledby="order-title">
    <h4 id="order-title">${HEADINGS[act](title, part.canary?.version ?? '')}</h4>
    <input type="hidden" name="token" value="${viewer.csrfToken}" />
    <input type="hidden" name="act" value="${act}" />
    <input type="hidden" name="part" value="${part.name}" />
    <input type="hidden" name="base" value="${base}" />
    ${
      picksVersion &&
      selectField({
        id: 'version',
        name: 'version',
        label: act === 'rollback' ? 'To version' : 'Version',
        hint: act === 'rollback' ? barredHint(part) : 'Published, and not live for everyone yet.',
        options,
        chosen: fields.version,
        error: errors.version,
        focused: !hasError,
      })
    }
    ${
      act === 'canary' &&
      selectField({
        id: 'percent',
        name: 'percent',
        label: 'Share of visitors',
        hint: 'A visitor who is in stays in while the share grows.',
        options: shareOptions(part.canary),
        chosen: fields.percent ?? nextShare(part.canary),
        error: errors.percent,
        focused: false,
      })
    }
    ${reasonField({
      value: fields.reason ?? '',
      error: errors.reason,
      focused: !hasError && !picksVersion,
      isWide: act === 'canary' || !picksVersion,
    })}
    <label class="checkbox wide">
      <input type="checkbox" name="urgent" value="yes" ${fields.urgent !== undefined && html`checked`} />
      <span>Urgent: open tabs move at once, where nothing unsaved is on the screen</span>
    </label>
    <div class="cluster wide">
      <a class="button" href="/">Cancel</a>
      <button class="button button--primary" type="submit">Show what will change</button>
    </div>
  </form>`;
}

/** Whether an act can be done to a part at all. */
export function canDo(act: Act, part: PartStatus, history: readonly HistoryEntry[]): boolean {
  if (act === 'end-canary') return part.canary !== null;
  if (act === 'canary' && !part.live && part.name === 'shell') return false;
  if (act === 'rollback' && !part.live) return false;
  const viewer = { email: '', csrfToken: '' };
  return offered(act, { viewer, part, history, base: 0 }).length > 0;
}
