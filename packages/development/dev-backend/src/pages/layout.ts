import { LANGUAGE_NAMES, LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { html } from '@portal/node-kit/html';
import type { Html } from '@portal/node-kit/html';
import type { FastifyReply } from 'fastify';
import { callbackAddress } from '../options.ts';
import type { Settings } from '../options.ts';
import type { Appearance } from './appearance.ts';
import { PAGE_TEXTS } from './texts.ts';

/** Path of the style sheet of all pages. */
const STYLE = '/identity/assets/pages.css';
/** The name in the header of pages that belong to an account, not to the identity provider. */
export const PORTAL_BRAND = 'eBike Portal';

const MARK = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <circle cx="16" cy="16" r="13.5" stroke-width="2.75" />
  <circle cx="17.25" cy="15" r="8.5" stroke-width="1.5" />
  <circle class="dot" cx="18.75" cy="13.5" r="3.25" stroke-width="1.5" />
</svg>`;

/** A decorative road in the background. */
const ROAD_PATH =
  'M-20 930C220 930 380 860 500 780S660 712 727 663L763 637Q800 610 845 617L955 633Q1000 640 1038 614L1082 586Q1120 560 1077 543L1015 517Q985 505 998 475Q1010 445 1042 452L1155 479Q1200 490 1237 462Q1280 430 1237 415L1183 396Q1150 385 1168 355Q1185 325 1219 321L1296 312';
const ROAD = html`<svg class="road" viewBox="0 0 1600 1000" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
  <path class="casing" d="${ROAD_PATH}" />
  <path class="way" d="${ROAD_PATH}" />
  <circle cx="1296" cy="312" r="11" />
</svg>`;

/** The picker: links to the same page. It opens without a script. */
function languagePicker(address: string, current: Language): Html {
  const links = LANGUAGES.map((language) => {
    const href = `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;
    const isCurrent = language === current && html`aria-current="true"`;
    return html`<li>
      <a href="${href}" lang="${language}" hreflang="${language}" ${isCurrent}>${LANGUAGE_NAMES[language]}</a>
    </li>`;
  });
  return html`<details class="languages">
    <summary><span class="visually-hidden">${PAGE_TEXTS[current].language}</span> ${LANGUAGE_NAMES[current]}</summary>
    <ul role="list">
      ${links}
    </ul>
  </details>`;
}

/** The values that differ from page to page. */
export interface Page extends Appearance {
  readonly title: string;
  readonly body: Html;
  /** Path and query of the page, if it has a language picker. */
  readonly address?: string | undefined;
  /** Name in the header; by default the name of the identity provider. */
  readonly brand?: string;
  /** Whether there is much to read. */
  readonly isWide?: boolean;
  /** Address of its script. */
  readonly script?: string | undefined;
}

/** A complete HTML document. */
export function page({ title, body, language, theme, address, brand = 'eBike ID', isWide, script }: Page): string {
  return html`<!doctype html>
    <html lang="${language}" ${theme !== 'system' && html`data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – ${brand}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLE}" />
        ${script !== undefined && html`<script src="${script}" defer></script>`}
      </head>
      <body>
        <header>
          <div class="page">
            <p class="brand">${MARK} ${brand}</p>
            ${address !== undefined && languagePicker(address, language)}
          </div>
        </header>
        <main>
          ${ROAD}
          <div class="page"><div class="card${isWide && ' wide'}">${body}</div></div>
        </main>
      </body>
    </html> `.text;
}

/** A page with one message. */
interface MessagePage extends Omit<Page, 'body'> {
  readonly text: string;
  /** The cause for developers, in English. */
  readonly detail?: string;
  /** Where to continue. */
  readonly link?: { readonly href: string; readonly label: string };
}

export function messagePage({ title, text, detail, link, ...rest }: MessagePage): string {
  const body = html`<h1>${title}</h1>
    <p class="lead">${text}</p>
    ${detail !== undefined && html`<p lang="en">${detail}</p>`}
    ${link && html`<p><a href="${link.href}">${link.label}</a></p>`}`;
  return page({ title, body, ...rest });
}

/**
 * Headers of the identity provider's pages. `form-action` also lists the targets of the redirects after a form, because
 * browsers check them, too: the API, the portal, release consoles, and the release command, at any port of this
 * machine.
 */
export function pageHeaders(settings: Settings): Readonly<Record<string, string>> {
  const callbacks = settings.portalOrigins.map((origin) => new URL(callbackAddress(settings, new URL(origin))).origin);
  const managers = settings.consoleOrigins.length > 0 ? [...settings.consoleOrigins, 'http://127.0.0.1:*'] : [];
  const formTargets = [...new Set([...settings.portalOrigins, ...callbacks, ...managers])].join(' ');
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "frame-ancestors 'none'",
      `form-action 'self' ${formTargets}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

/** Answers with a page. */
export function sendPage(reply: FastifyReply, status: number, content: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(content);
}

/** The answer to an expired or finished sign-in, of both the API and the identity provider. */
export function showExpiredSignIn(reply: FastifyReply, appearance: Appearance, settings: Settings): FastifyReply {
  const { title, text, link } = PAGE_TEXTS[appearance.language].expiredSignIn;
  const content = messagePage({
    ...appearance,
    title,
    text,
    link: { href: `${settings.portalOrigins[0]}/login`, label: link },
  });
  return sendPage(reply.headers(pageHeaders(settings)), 400, content);
}
