import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { icon } from './icon.ts';

export const STYLE_PATH = '/console.css';

const MARK = html`<svg class="brand__mark" viewBox="0 0 32 32" aria-hidden="true">
  <g>
    <circle cx="16" cy="16" r="13.5" stroke-width="2.75" />
    <circle cx="17.25" cy="15" r="8.5" stroke-width="1.5" />
    <circle class="hub-dot" cx="18.75" cy="13.5" r="3.25" />
  </g>
</svg>`;

/** Who looks at a page, and the token that his or her forms carry. */
export interface Viewer {
  readonly email: string;
  readonly csrfToken: string;
}

/** What differs from page to page. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly viewer?: Viewer | undefined;
}

function userBar({ email, csrfToken }: Viewer): Html {
  return html`<div class="console-user">
    <span class="account-link">${icon('person')}<span>${email}</span></span>
    <form method="post" action="/sign-out">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button button--quiet" type="submit">Sign out</button>
    </form>
  </div>`;
}

/** A whole document. */
export function page({ title, body, viewer }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} – Release console</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body>
        <a class="skip-link" href="#main">Skip to content</a>
        <header class="site-header">
          <div class="page site-header__inner">
            <a class="brand" href="/">${MARK}<span>Release console</span></a>
            ${viewer && userBar(viewer)}
          </div>
        </header>
        <main id="main" tabindex="-1">${body}</main>
      </body>
    </html> `.text;
}

/** A page that says one thing. */
export interface MessagePage {
  readonly title: string;
  readonly text: string;
  /** The way on. */
  readonly way?: { readonly href: string; readonly label: string } | undefined;
  readonly viewer?: Viewer | undefined;
}

export function messagePage({ title, text, way, viewer }: MessagePage): string {
  const body = html`<div class="page-head">
    <div class="page">
      <h1>${title}</h1>
      <p class="page-head__lead">${text}</p>
      ${way && html`<p class="page-head__way"><a class="button button--primary" href="${way.href}">${way.label}</a></p>`}
    </div>
  </div>`;
  return page({ title, body, viewer });
}
