import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { named } from '@portal/node-kit/release-command';
import type { FastifyReply } from 'fastify';

/** 24 px grid, stroke 1.75, `currentColor`; the same shapes as the portal's icons. */
const SHAPES = {
  person: html`<circle cx="12" cy="8" r="3.75" /><path d="M4.75 20c.6-4 3.4-6 7.25-6s6.65 2 7.25 6" />`,
  promote: html`<path d="M12 20V5M6 11l6-6 6 6" />`,
  canary: html`<path d="M4 12h6l8-6M10 12l8 6M14.5 5.5h4v4M14.5 18.5h4v-4" />`,
  rollBack: html`<path d="M8.5 5 4.5 9l4 4M5 9h8.5a5.5 5.5 0 0 1 0 11H9" />`,
  error: html`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5.25M12 16.25v.1" />`,
  warning: html`<path d="M12 3.75 2.75 19.75h18.5zM12 10v4.5M12 17.1v.1" />`,
  success: html`<circle cx="12" cy="12" r="9" /><path d="m8 12.25 2.75 2.75L16 9.5" />`,
  info: html`<circle cx="12" cy="12" r="9" /><path d="M12 11v5.25M12 7.75v.1" />`,
} satisfies Readonly<Record<string, Html>>;
export type IconName = keyof typeof SHAPES;

export function icon(name: IconName, small = false): Html {
  return html`<svg class="icon ${small && 'icon--s'}" viewBox="0 0 24 24" aria-hidden="true">${SHAPES[name]}</svg>`;
}

/** The suffix of a version: "-local.1a2b3c4d". */
const SUFFIX = /(?<=\d\.\d+\.\d+)-[\w.-]*\w/g;
/** Zero-width space. The page contains <wbr /> instead, because a copied text would contain the space. */
const BREAK = '\u200B';

/** Lets long versions wrap before "-" and after the following dots, but not inside a hash. */
export function wrapVersions(text: string): Html {
  const marked = text.replaceAll(SUFFIX, (suffix) => suffix.replaceAll(/(?=-)|(?<=\.)/g, BREAK));
  return html`${marked.split(BREAK).map((piece, index) => html`${index > 0 && html`<wbr />`}${piece}`)}`;
}

interface Message {
  readonly kind: 'success' | 'warning' | 'error' | 'info';
  readonly title: string;
  readonly body: Html;
}

/** A message at the top of a page. */
export function message({ kind, title, body }: Message): Html {
  const role = kind === 'success' || kind === 'info' ? 'status' : 'alert';
  return html`<div class="message ${kind !== 'info' && `message--${kind}`}" role="${role}">
    ${icon(kind)}
    <h2 class="message__title">${title}</h2>
    ${body}
  </div>`;
}

export const STYLE_PATH = '/console.css';

const MARK = html`<svg class="brand__mark" viewBox="0 0 32 32" aria-hidden="true">
  <g>
    <circle cx="16" cy="16" r="13.5" stroke-width="2.75" />
    <circle cx="17.25" cy="15" r="8.5" stroke-width="1.5" />
    <circle class="hub-dot" cx="18.75" cy="13.5" r="3.25" />
  </g>
</svg>`;

/**
 * A table with one row group per row, each of which becomes a card on narrow screens. `name` is the attribute that
 * names the table.
 */
export function table(name: Html, columns: readonly string[], rows: readonly Html[]): Html {
  // Explicit roles, because browsers drop the implicit ones when the display changes.
  return html`<table class="table" role="table" ${name}>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((column) => html`<th scope="col" role="columnheader">${column}</th>`)}
      </tr>
    </thead>
    ${rows.map(
      (cells) =>
        html`<tbody role="rowgroup">
          <tr role="row">
            ${cells}
          </tr>
        </tbody>`,
    )}
  </table>`;
}

/** The signed-in person who sees a page. */
export interface Viewer {
  readonly email: string;
  /** Their id at the identity provider, for the log. */
  readonly subject: string;
  /** Sent with every form of the session. */
  readonly csrfToken: string;
}

interface Page {
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

/** A complete HTML document. */
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

export function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(named(text));
}

/** A page with a single message. */
export interface MessagePage {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly href: string; readonly label: string } | undefined;
  readonly viewer?: Viewer | undefined;
}

export function messagePage({ title, text, link, viewer }: MessagePage): string {
  const body = html`<div class="page-head">
    <div class="page">
      <h1>${title}</h1>
      <p class="page-head__lead">${text}</p>
      ${link && html`<p class="page-head__link"><a class="button button--primary" href="${link.href}">${link.label}</a></p>`}
    </div>
  </div>`;
  return page({ title, body, viewer });
}

/** Ends a request with a message page. */
export class PageRefusal extends Error {
  readonly status: number;
  readonly title: string;

  constructor(status: number, title: string, text: string) {
    super(text);
    this.status = status;
    this.title = title;
  }
}
