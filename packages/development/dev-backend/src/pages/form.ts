import type { Language } from '@portal/contract/language';
import { html } from '@portal/node-kit/html';
import type { Html } from '@portal/node-kit/html';
import { IDENTITY_TEXTS } from './identity-texts.ts';
import { page } from './layout.ts';
import type { Page } from './layout.ts';

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

/**
 * The button that shows the password in the field before it, and what else stands there. Without the script it stays
 * hidden.
 */
export function showPassword(language: Language, more?: Html): Html {
  const { show, hide } = IDENTITY_TEXTS[language].password;
  return html`<div class="below">
    <button class="text" type="button" data-shows="password" data-hide="${hide}" aria-controls="password" hidden>
      ${show}
    </button>
    ${more}
  </div>`;
}

/** A page with one form, which is sent to the page's own address. */
interface FormPage extends Omit<Page, 'body' | 'script'> {
  readonly address: string;
  readonly lead: string;
  readonly fields?: Html;
  /** Label of the button. */
  readonly action: string;
  /** What stands above an error. */
  readonly refused?: string;
  readonly error?: FieldError | undefined;
  readonly below?: Html;
}

/** A form; an error is said above it, with a link to its field. */
export function formPage({ lead, fields, action, refused, error, below, ...frame }: FormPage): string {
  const { title, address, language } = frame;
  return page({
    ...frame,
    title: error ? IDENTITY_TEXTS[language].errorTitle(title) : title,
    script: '/identity/assets/show-password.js',
    body: html`<h1>${title}</h1>
      <p class="lead">${lead}</p>
      ${
        error &&
        html`<div class="error" id="summary" role="alert">
          <p><strong>${refused}</strong></p>
          <p>${error.field === undefined ? error.text : html`<a href="#${error.field}">${error.text}</a>`}</p>
        </div>`
      }
      <form method="post" action="${address}" novalidate>
        ${fields}
        <button type="submit">${action}</button>
      </form>
      ${below}`,
  });
}

/** Whose password is chosen, and by which rules. */
interface ChoosePassword extends Pick<FormPage, 'language' | 'theme' | 'address' | 'brand' | 'lead'> {
  /** For password managers. */
  readonly email: string;
  readonly rules: string;
  /** What is wrong with the password. */
  readonly problem?: string | undefined;
}

/** The form for a new password, of the identity or of an account. */
export function choosePasswordPage({ email, rules, problem, ...frame }: ChoosePassword): string {
  const { language } = frame;
  const { newPassword, email: emailLabel } = IDENTITY_TEXTS[language];
  const error = problem === undefined ? undefined : ({ field: 'password', text: problem } as const);
  return formPage({
    ...frame,
    title: newPassword.title,
    refused: newPassword.refused,
    error,
    action: newPassword.action,
    fields: html`<input
        class="visually-hidden"
        type="email"
        autocomplete="username"
        value="${email}"
        aria-label="${emailLabel}"
        tabindex="-1"
        readonly
      />
      ${field({
        id: 'password',
        label: newPassword.label,
        hint: rules,
        autocomplete: 'new-password',
        error,
        autofocus: true,
        below: showPassword(language),
      })}`,
  });
}
