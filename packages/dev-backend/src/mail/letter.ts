import type { Language } from '@portal/contract/language';
import { Html, html } from '@portal/node-kit/html';
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

/** The words of a mail with one link, in its order. */
export interface Letter {
  readonly subject: string;
  /** Paragraphs before the link, the greeting first. */
  readonly before: readonly string[];
  /** Label of the link. */
  readonly action: string;
  /** Paragraphs after it, the farewell last. */
  readonly after: readonly string[];
}

/** Names that people gave themselves stand in paragraphs, and must not make further ones. */
const oneLine = (paragraph: string): string => paragraph.replaceAll(/[\p{Cc}\s]+/gu, ' ');

function plain({ before, action, after }: Letter, link: string): string {
  return `${[...before, `${action}:\n${link}`, ...after].join('\n\n')}\n`;
}

function marked(language: Language, { subject, before, action, after }: Letter, link: string): string {
  const paragraph = (text: string) => html`<p>${text}</p>`;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${subject}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <div class="sheet">
          ${before.map(paragraph)}
          <p><a href="${link}" rel="nofollow noreferrer">${action}</a></p>
          ${after.map(paragraph)}
        </div>
      </body>
    </html> `.text;
}

/** A mail in plain text and in HTML. `link` is what its one link opens. */
export function letterMail(to: Message['to'], language: Language, words: Letter, link: string): Message {
  const letter = { ...words, before: words.before.map(oneLine), after: words.after.map(oneLine) };
  return {
    to,
    language,
    subject: letter.subject,
    text: plain(letter, link),
    html: marked(language, letter, link),
  };
}
