import { Html, html } from '@portal/node-kit/html';
import { page } from '../pages/layout.ts';

/** Script that submits the sign-out form. */
const SIGN_OUT_SCRIPT = '/identity/assets/sign-out.js';

/** The state of the login form. */
export interface LoginForm {
  /** Path that the form is sent to. */
  readonly action: string;
  readonly email?: string;
  readonly error?: string;
}

/** The login form: fields "Email" and "Password". */
export function loginPage({ action, email = '', error }: LoginForm): string {
  const refused = error !== undefined;
  // After a refusal the visitor only has to type the password again.
  const [emailState, passwordState] = refused
    ? [html`aria-invalid="true"`, html`aria-invalid="true" aria-describedby="error" autofocus`]
    : [html`autofocus`, html``];
  return page({
    title: refused ? 'Error: Sign in' : 'Sign in',
    body: html`<h1>Sign in</h1>
      <p class="lead">One eBike ID for the app and the portal.</p>
      ${refused && html`<p class="error" id="error" role="alert">${error}</p>`}
      <form method="post" action="${action}">
        <p class="field">
          <label for="email">Email</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            autocapitalize="none"
            spellcheck="false"
            required
            value="${email}"
            ${emailState}
          />
        </p>
        <p class="field">
          <label for="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            ${passwordState}
          />
        </p>
        <p><button type="submit">Sign in</button></p>
      </form>
      <form method="post" action="${action}/cancel">
        <p><button class="quiet" type="submit">Back to the portal</button></p>
      </form>`,
  });
}

/** Options of the sign-out page. */
export interface SignOut {
  /** Submits the form without a click if scripts run. */
  readonly confirmed: boolean;
  /** Address of the link that cancels the sign-out. */
  readonly stay: string;
}

/** The page that asks whether to log out. `form` is the provider's form. */
export function signOutPage(form: string, { confirmed, stay }: SignOut): string {
  return page({
    title: 'Log out',
    body: html`<h1>Log out</h1>
      <p class="lead">
        This ends the session of your eBike ID in this browser, for the portal and everything else that uses it.
      </p>
      ${new Html(form)}
      <p>
        <button form="op.logoutForm" type="submit" name="logout" value="yes" ${confirmed && html`data-confirmed`}>
          Log out
        </button>
      </p>
      <p class="aside"><a href="${stay}">Stay signed in</a></p>`,
    ...(confirmed ? { script: SIGN_OUT_SCRIPT } : {}),
  });
}
