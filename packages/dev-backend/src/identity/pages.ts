import { Html, html } from './html.ts';

/** Where the pages' style sheet and script are served. */
const ASSETS = '/identity/assets';

const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <circle cx="16" cy="16" r="13.5" stroke-width="2.75" />
  <circle cx="17.25" cy="15" r="8.5" stroke-width="1.5" />
  <circle class="dot" cx="18.75" cy="13.5" r="3.25" stroke-width="1.5" />
</svg>`;

/** A road in the background; it says nothing. */
const ROAD_PATH =
  'M-20 690H644Q690 690 727 663L763 637Q800 610 845 617L955 633Q1000 640 1038 614L1082 586Q1120 560 1077 543L1015 517Q985 505 998 475Q1010 445 1042 452L1155 479Q1200 490 1237 462Q1280 430 1237 415L1183 396Q1150 385 1168 355Q1185 325 1219 321L1296 312';
const ROAD = html`<svg class="road" viewBox="0 0 1600 1000" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
  <path class="casing" d="${ROAD_PATH}" />
  <path class="way" d="${ROAD_PATH}" />
  <circle cx="1296" cy="312" r="11" />
</svg>`;

function page(title: string, body: Html, script = false): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – eBike identity</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${ASSETS}/identity.css" />
        ${script && html`<script src="${ASSETS}/sign-out.js" defer></script>`}
      </head>
      <body>
        <header><p class="brand">${MARK} eBike identity</p></header>
        <main>
          ${ROAD}
          <div class="card">${body}</div>
        </main>
      </body>
    </html> `.text;
}

/** The login form as it is shown. */
export interface LoginForm {
  /** Path that the form is sent to. */
  readonly action: string;
  readonly email?: string;
  readonly error?: string;
}

/** The login form: fields "Email" and "Password". */
export function loginPage({ action, email = '', error }: LoginForm): string {
  const refused = error !== undefined;
  // After a refusal the password is what has to be typed again.
  const [emailState, passwordState] = refused
    ? [html`aria-invalid="true"`, html`aria-invalid="true" aria-describedby="error" autofocus`]
    : [html`autofocus`, html``];
  return page(
    refused ? 'Error: Sign in' : 'Sign in',
    html`<h1>Sign in</h1>
      <p class="lead">One identity for the app and the portal.</p>
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
  );
}

/** How a sign-out is asked for. */
export interface SignOut {
  /** Sends the form without a click where there is script. */
  readonly confirmed: boolean;
  /** Where to go instead. */
  readonly stay: string;
}

/** Asks whether to sign out, with the provider's own form. */
export function signOutPage(form: string, { confirmed, stay }: SignOut): string {
  return page(
    'Sign out',
    html`<h1>Sign out</h1>
      <p class="lead">
        This ends your sign-in at the eBike identity, for the portal and everything else that uses it here.
      </p>
      ${new Html(form)}
      <p>
        <button form="op.logoutForm" type="submit" name="logout" value="yes" ${confirmed && html`data-confirmed`}>
          Sign out
        </button>
      </p>
      <p class="aside"><a href="${stay}">Stay signed in</a></p>`,
    confirmed,
  );
}

/** A page that says one thing, with a way on where there is one. */
export function messagePage(
  title: string,
  text: string,
  way?: { readonly href: string; readonly label: string },
): string {
  return page(
    title,
    html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      ${way && html`<p><a href="${way.href}">${way.label}</a></p>`}`,
  );
}
