import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { icon } from '../pages/layout.ts';
import { MAX_REASON_LENGTH } from './read-request.ts';
import type { FieldErrors, FormFields } from './read-request.ts';
import type { Choice } from './version-choices.ts';

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

function optionList(options: readonly Choice[], chosen: string | undefined): Html {
  const groups = [...Map.groupBy(options, ({ group }) => group)];
  const getOption = ({ value, label }: Choice): Html =>
    html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`;
  return html`${groups.map(([group, members]) => {
    const list = html`${members.map(getOption)}`;
    return group === undefined ? list : html`<optgroup label="${group}">${list}</optgroup>`;
  })}`;
}

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly isWide: boolean;
}

/** What every field has around its control. */
function field({ id, label, hint, error, isWide }: Field, control: Html): Html {
  return html`<div class="field ${isWide && 'wide'}">
    <label class="field__label" for="${id}">${label}</label>
    ${control} ${fieldError(id, error)}
    <p class="field__hint" id="${id}-hint">${hint}</p>
  </div>`;
}

interface SelectField extends Omit<Field, 'isWide'> {
  readonly name: string;
  readonly options: readonly Choice[];
  readonly chosen: string | undefined;
  readonly hasFocus: boolean;
}

/** A select field; options of one group stand together under its name. */
export function selectField({ name, options, chosen, hasFocus, ...around }: SelectField): Html {
  const { id, error } = around;
  return field(
    { ...around, isWide: false },
    html`<select class="select" id="${id}" name="${name}" ${fieldState(id, error)} ${hasFocus && html`autofocus`}>
      ${optionList(options, chosen)}
    </select>`,
  );
}

function inputField({
  hasFocus,
  value,
  ...around
}: Field & { readonly hasFocus: boolean; readonly value: string }): Html {
  const { id, error } = around;
  return field(
    around,
    html`<input
      class="input"
      id="${id}"
      name="${id}"
      value="${value}"
      maxlength="${MAX_REASON_LENGTH}"
      autocomplete="off"
      ${fieldState(id, error)}
      ${hasFocus && html`autofocus`}
    />`,
  );
}

interface ReasonField extends Pick<Field, 'error' | 'isWide'> {
  readonly value: string | undefined;
  readonly hasFocus: boolean;
}

export function reasonField({ value = '', ...own }: ReasonField): Html {
  const hint = 'Stays in the history, for everyone.';
  return inputField({ id: 'reason', label: 'Reason', hint, value, ...own });
}

/** How the share of a canary grows. */
export function planField(own: { readonly value: string; readonly error: string | undefined }): Html {
  const hint = 'How the share grows while the canary is no worse, such as “10 % for 2 h, 50 % for a day, then ask”.';
  return inputField({ id: 'plan', label: 'Plan (optional)', hint, isWide: true, hasFocus: false, ...own });
}

/** The end of every form: whether it is urgent, and the way to the confirmation page. */
export function formEnd(urgent: FormFields['urgent']): Html {
  return html`<label class="checkbox wide">
      <input type="checkbox" name="urgent" value="yes" ${urgent !== undefined && html`checked`} />
      <span>Urgent: open tabs move within ten seconds, once nothing unsaved is on the screen</span>
    </label>
    <div class="cluster wide">
      <a class="button" href="/">Cancel</a>
      <button class="button button--primary" type="submit">Show what will change</button>
    </div>`;
}

const SHARES = [1, 5, 10, 25, 50, 75];

/** The shares of a canary; `now` is that of a running one. */
export function shareOptions(now?: number): readonly Choice[] {
  const shares = now === undefined ? SHARES : [...new Set([...SHARES, now])].sort((a, b) => a - b);
  return shares.map((share) => ({
    value: String(share),
    label: share === now ? `${String(share)} %, as now` : `${String(share)} %`,
  }));
}

/** The share after `now`. */
export function nextShare(now = 1): string {
  return String(SHARES.find((share) => share > now) ?? SHARES.at(-1));
}

/** A form that is open: empty, or as it was typed, with its errors. */
export interface TypedForm<Fields extends FormFields> {
  readonly fields: Partial<Fields> & Pick<Fields, 'action'>;
  readonly errors: FieldErrors;
}
