import { html } from '@portal/node-kit/html';
import type { Appearance } from '../pages/appearance.ts';
import { page } from '../pages/layout.ts';
import { errorSummary, field, PASSWORD_SCRIPT, showPassword } from './form.ts';
import type { FieldError } from './form.ts';
import { forgottenPath, interactionPath } from '../paths.ts';
import { IDENTITY_TEXTS } from './texts.ts';

/** The state of the login form. */
interface LoginForm extends Appearance {
  /** The id of the sign-in under way. */
  readonly uid: string;
  readonly email?: string;
  readonly error?: FieldError;
}

/** The login form. */
export function loginPage({ uid, email = '', error, language, theme }: LoginForm): string {
  const { signIn, email: emailLabel, password, errorTitle } = IDENTITY_TEXTS[language];
  const action = interactionPath(uid);
  // After a refusal the visitor usually only has to type the password again.
  const focused = error === undefined || error.field === 'email' ? 'email' : 'password';
  return page({
    language,
    theme,
    address: action,
    title: error ? errorTitle(signIn.title) : signIn.title,
    script: PASSWORD_SCRIPT,
    body: html`<h1>${signIn.title}</h1>
      <p class="lead">${signIn.lead}</p>
      ${error && errorSummary(signIn.refused, error)}
      <form method="post" action="${action}" novalidate>
        ${field({ id: 'email', label: emailLabel, autocomplete: 'username', value: email, error, autofocus: focused === 'email' })}
        ${field({
          id: 'password',
          label: password.label,
          autocomplete: 'current-password',
          error,
          autofocus: focused === 'password',
          below: html`<div class="below">
            ${showPassword(language)} <a href="${forgottenPath(uid)}">${signIn.forgotten}</a>
          </div>`,
        })}
        <button type="submit">${signIn.title}</button>
      </form>
      <form method="post" action="${action}/cancel">
        <button class="quiet" type="submit">${signIn.back}</button>
      </form>`,
  });
}
