import { html } from '@portal/node-kit/html';
import { PASSWORD_LINK_DAYS } from '../database/account-password-links.ts';
import { choosePasswordPage } from '../identity/choose-password-page.ts';
import type { Appearance } from '../pages/appearance.ts';
import { messagePage, page } from '../pages/layout.ts';
import { NEW_ACCOUNT_PASSWORD_PATH } from '../paths.ts';
import { PAGE_TEXTS } from '../pages/texts.ts';
import { ACCOUNT_PASSWORD_TEXTS } from './texts.ts';

const BRAND = 'eBike Portal';

const addressOf = (token: string) => `${NEW_ACCOUNT_PASSWORD_PATH}/${token}`;

/** The state of the form for the account's password. */
interface AccountPasswordForm extends Appearance {
  readonly token: string;
  /** The address of the account, for password managers. */
  readonly email: string;
  /** What is wrong with the password. */
  readonly error?: string;
}

/** The form for the account's own password, with its rules. */
export function accountPasswordPage({ token, error, ...shown }: AccountPasswordForm): string {
  const { lead, rules } = ACCOUNT_PASSWORD_TEXTS[shown.language];
  return choosePasswordPage({
    ...shown,
    brand: BRAND,
    address: addressOf(token),
    lead: lead(shown.email),
    rules,
    error: error === undefined ? undefined : { field: 'password', text: error },
  });
}

/** Shown for a link that has expired: it offers another. */
export function expiredPasswordLinkPage({ language, theme }: Appearance, token: string): string {
  const { title, text, action } = ACCOUNT_PASSWORD_TEXTS[language].expired;
  return page({
    language,
    theme,
    brand: BRAND,
    address: addressOf(token),
    title,
    body: html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      <form method="post" action="${addressOf(token)}"><button type="submit">${action}</button></form>`,
  });
}

/** Shown for a link that is unknown, used or replaced. */
export function closedPasswordLinkPage(appearance: Appearance, portal: string): string {
  const link = { href: portal, label: PAGE_TEXTS[appearance.language].toPortal };
  return messagePage({ ...appearance, ...ACCOUNT_PASSWORD_TEXTS[appearance.language].closed, brand: BRAND, link });
}

/** The page after the request for another link. */
export function passwordLinkSentPage(appearance: Appearance): string {
  const { title, text } = ACCOUNT_PASSWORD_TEXTS[appearance.language].sent;
  const address = `${NEW_ACCOUNT_PASSWORD_PATH}/sent`;
  return messagePage({ ...appearance, title, text: text(PASSWORD_LINK_DAYS), brand: BRAND, address });
}

/** Where the form leads when the password is set. */
export const donePath = (portal: string) =>
  `${NEW_ACCOUNT_PASSWORD_PATH}/done?${new URLSearchParams({ portal }).toString()}`;

/** The page after the password has been set; it leads to the portal that the link belongs to. */
export function accountPasswordSetPage(appearance: Appearance, portal: string): string {
  const link = { href: `${portal}/account`, label: PAGE_TEXTS[appearance.language].toPortal };
  const texts = ACCOUNT_PASSWORD_TEXTS[appearance.language].done;
  return messagePage({ ...appearance, ...texts, brand: BRAND, link, address: donePath(portal) });
}
