import { html } from '@portal/node-kit/html';
import type { Appearance } from '../pages/appearance.ts';
import { page } from '../pages/layout.ts';
import { errorSummary, field, PASSWORD_SCRIPT, showPassword } from './form.ts';
import type { FieldError } from './form.ts';
import { IDENTITY_TEXTS } from './texts.ts';

/** Whose password is chosen, and by which rules. */
interface ChoosePassword extends Appearance {
  /** The path of the page, to which the form is sent. */
  readonly address: string;
  /** The name above the card, if it is not the identity provider's. */
  readonly brand?: string;
  /** For password managers. */
  readonly email: string;
  readonly lead: string;
  readonly rules: string;
  readonly error?: FieldError | undefined;
}

/** The form for a new password, of the identity or of an account. */
export function choosePasswordPage({ email, lead, rules, error, ...frame }: ChoosePassword): string {
  const { language, address } = frame;
  const { newPassword, email: emailLabel, errorTitle } = IDENTITY_TEXTS[language];
  return page({
    ...frame,
    title: error ? errorTitle(newPassword.title) : newPassword.title,
    script: PASSWORD_SCRIPT,
    body: html`<h1>${newPassword.title}</h1>
      <p class="lead">${lead}</p>
      ${error && errorSummary(newPassword.refused, error)}
      <form method="post" action="${address}" novalidate>
        <input
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
          below: html`<div class="below">${showPassword(language)}</div>`,
        })}
        <button type="submit">${newPassword.action}</button>
      </form>`,
  });
}
