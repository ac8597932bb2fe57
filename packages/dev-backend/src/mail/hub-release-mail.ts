import type { Language } from '@portal/contract/language';
import { Html, html } from '../pages/html.ts';
import { HUB_RELEASE_WORDS } from './hub-release-texts.ts';
import type { Request, Words } from './hub-release-texts.ts';
import type { Message } from './mailer.ts';

/** Mail programs know neither style sheets of their own address nor, all of them, `light-dark()`. */
const STYLE = new Html(`
body { margin: 0; padding: 24px; background: #f1f3ef; color: #13211d; font: 16px/1.55 'Segoe UI', Roboto, Arial, sans-serif; }
.sheet { max-width: 560px; padding: 32px; background: #ffffff; border: 1px solid #d3dbd5; border-radius: 12px; }
p { margin: 0 0 16px; }
a { display: inline-block; padding: 12px 24px; border-radius: 8px; background: #0a595e; color: #ffffff; font-weight: 650; }
@media (prefers-color-scheme: dark) {
  body { background: #0e1614; color: #ebf1ee; }
  .sheet { background: #16201d; border-color: #2b3a35; }
  a { background: #6ccac4; color: #04201f; }
}`);

function plain(words: Words, link: string): string {
  const { greeting, request, meaning, action, validity, otherwise, farewell } = words;
  return `${[greeting, request, meaning, `${action}:\n${link}`, validity, otherwise, farewell].join('\n\n')}\n`;
}

function marked(language: Language, words: Words, link: string): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${words.subject}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <div class="sheet">
          <p>${words.greeting}</p>
          <p>${words.request}</p>
          <p>${words.meaning}</p>
          <p><a href="${link}" rel="nofollow noreferrer">${words.action}</a></p>
          <p>${words.validity}</p>
          <p>${words.otherwise}</p>
          <p>${words.farewell}</p>
        </div>
      </body>
    </html> `.text;
}

/** The mail that asks a hub's owner to release it, in plain text and in HTML. `link` releases it. */
export function hubReleaseMail(
  to: Message['to'],
  language: Language,
  request: Omit<Request, 'ownerFirstName'>,
  link: string,
): Message {
  const words = HUB_RELEASE_WORDS[language]({ ...request, ownerFirstName: to.name });
  return { to, language, subject: words.subject, text: plain(words, link), html: marked(language, words, link) };
}
