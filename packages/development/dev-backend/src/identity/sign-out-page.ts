import { Html, html } from '@portal/node-kit/html';
import type { Appearance } from '../pages/appearance.ts';
import { page } from '../pages/layout.ts';
import { PAGE_TEXTS } from '../pages/texts.ts';

interface SignOut extends Appearance {
  /** Submits the form without a click if scripts run. */
  readonly confirmed: boolean;
  /** Address of the link that cancels the sign-out. */
  readonly stay: string;
}

/** The page that asks whether to log out. `form` is the provider's form. */
export function signOutPage(form: string, { confirmed, stay, ...appearance }: SignOut): string {
  const texts = PAGE_TEXTS[appearance.language].signOut;
  return page({
    ...appearance,
    title: texts.title,
    script: confirmed ? '/identity/assets/sign-out.js' : undefined,
    body: html`<h1>${texts.title}</h1>
      <p class="lead">${texts.text}</p>
      ${new Html(form)}
      <p>
        <button form="op.logoutForm" type="submit" name="logout" value="yes" ${confirmed && html`data-confirmed`}>
          ${texts.action}
        </button>
      </p>
      <p class="aside"><a href="${stay}">${texts.stay}</a></p>`,
  });
}
