import { html } from '@portal/node-kit/html';
import type { Html } from '@portal/node-kit/html';
import type { Language } from '@portal/contract/language';
import { IDENTITY_TEXTS } from './texts.ts';

/** Shows and hides passwords; without it the buttons stay hidden. */
export const PASSWORD_SCRIPT = '/identity/assets/show-password.js';

/** What is wrong with an input. */
export interface FieldError {
  /** The field's id; without it, the error concerns the whole form. */
  readonly field?: 'email' | 'password';
  readonly text: string;
}

interface Field {
  readonly id: 'email' | 'password';
  readonly label: string;
  readonly autocomplete: 'username' | 'current-password' | 'new-password';
  readonly value?: string;
  readonly hint?: string;
  readonly error?: FieldError | undefined;
  readonly autofocus?: boolean;
  /** Buttons and links below the input. */
  readonly below?: Html;
}

/** A field with its error. An error of the whole form makes it invalid, too, and is read from the summary. */
export function field({ id, label, autocomplete, value = '', hint, error, autofocus = false, below }: Field): Html {
  const own = error?.field === id ? error.text : undefined;
  const concerned = error !== undefined && (error.field === undefined || error.field === id);
  const described = [hint && `${id}-hint`, own && `${id}-error`, concerned && !own && 'summary'].filter(Boolean);
  const type = id === 'email' ? html`type="email" autocapitalize="none" spellcheck="false"` : html`type="password"`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    <input
      id="${id}"
      name="${id}"
      ${type}
      autocomplete="${autocomplete}"
      required
      value="${value}"
      ${concerned && html`aria-invalid="true"`}
      ${described.length > 0 && html`aria-describedby="${described.join(' ')}"`}
      ${autofocus && html`autofocus`}
    />
    ${own !== undefined && html`<p class="field-error" id="${id}-error">${own}</p>`} ${below}
  </div>`;
}

/** The button that shows the password in the field before it. */
export function showPassword(language: Language): Html {
  const { show, hide } = IDENTITY_TEXTS[language].password;
  return html`<button
    class="text"
    type="button"
    data-shows="password"
    data-hide="${hide}"
    aria-controls="password"
    hidden
  >
    ${show}
  </button>`;
}

/** The error above a form, with a link to its field. */
export function errorSummary(title: string, { field: id, text }: FieldError): Html {
  return html`<div class="error" id="summary" role="alert">
    <p><strong>${title}</strong></p>
    <p>${id === undefined ? text : html`<a href="#${id}">${text}</a>`}</p>
  </div>`;
}
