import { html } from '@portal/node-kit/html';
import type { Appearance } from '../pages/appearance.ts';
import { messagePage, page } from '../pages/layout.ts';
import { RESET_MINUTES } from '../database/password-resets.ts';
import { choosePasswordPage } from './choose-password-page.ts';
import { errorSummary, field } from './form.ts';
import type { FieldError } from './form.ts';
import { FORGOTTEN_PATH, forgottenPath, interactionPath, NEW_PASSWORD_PATH } from '../paths.ts';
import { IDENTITY_TEXTS } from './texts.ts';

/** The state of the form that asks for a mail. */
interface ForgottenForm extends Appearance {
  /** The id of the sign-in under way, to which the page leads back. */
  readonly signIn: string | undefined;
  readonly email?: string;
  readonly error?: FieldError;
}

/** The form that asks for the mail with the link to a new password. */
export function forgottenPage({ signIn, email = '', error, language, theme }: ForgottenForm): string {
  const { forgotten, email: emailLabel, errorTitle } = IDENTITY_TEXTS[language];
  const address = forgottenPath(signIn);
  return page({
    language,
    theme,
    address,
    title: error ? errorTitle(forgotten.title) : forgotten.title,
    body: html`<h1>${forgotten.title}</h1>
      <p class="lead">${forgotten.lead}</p>
      ${error && errorSummary(forgotten.refused, error)}
      <form method="post" action="${address}" novalidate>
        ${field({ id: 'email', label: emailLabel, autocomplete: 'username', value: email, error, autofocus: true })}
        <button type="submit">${forgotten.action}</button>
      </form>
      ${signIn !== undefined && html`<p class="aside"><a href="${interactionPath(signIn)}">${forgotten.back}</a></p>`}`,
  });
}

/** The page after the request, the same whether or not an identity has the address. */
export function mailSentPage({ language, theme }: Appearance): string {
  const { title, text } = IDENTITY_TEXTS[language].mailSent;
  return messagePage({ language, theme, address: `${FORGOTTEN_PATH}/sent`, title, text: text(RESET_MINUTES) });
}

/** The state of the form for a new password. */
interface NewPasswordForm extends Appearance {
  readonly token: string;
  /** The address of the identity, for password managers. */
  readonly email: string;
  readonly error?: FieldError;
}

/** The form for a new password, with its rules. */
export function newPasswordPage({ token, ...shown }: NewPasswordForm): string {
  const { lead, rules } = IDENTITY_TEXTS[shown.language].newPassword;
  return choosePasswordPage({ ...shown, address: `${NEW_PASSWORD_PATH}/${token}`, lead: lead(shown.email), rules });
}

/** Shown for a link that is unknown, used or expired. */
export function closedLinkPage({ language, theme }: Appearance): string {
  const { title, text, link } = IDENTITY_TEXTS[language].closedLink;
  return messagePage({ language, theme, title, text, link: { href: FORGOTTEN_PATH, label: link } });
}

/** The page after the change. `signInAddress` leads to the portal. */
export function passwordChangedPage({ language, theme }: Appearance, signInAddress: string): string {
  const { title, text } = IDENTITY_TEXTS[language].changed;
  const link = { href: signInAddress, label: IDENTITY_TEXTS[language].signIn.title };
  return messagePage({ language, theme, address: `${NEW_PASSWORD_PATH}/changed`, title, text, link });
}
