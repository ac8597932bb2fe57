import type { Language } from '@portal/contract/language';
import { Html, html } from '@portal/node-kit/html';
import type { MailKind, Receiver } from '../database/mail-facts.ts';
import { FRAMES } from './mail-phrases.ts';
import { MAIL_TEXTS } from './mail-texts.ts';
import type { Message } from './mailbox.ts';

/** Inline, because mail programs load no style sheets. Not all of them support `light-dark()`. */
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

/** Names are user input, and must not create further paragraphs, nor turn the writing around. */
const oneLine = (paragraph: string): string => paragraph.replaceAll(/[\p{C}\s]+/gu, ' ').trim();

/** How many characters of a name a mail shows. */
const LONGEST_NAME = 100;

/**
 * A name as a mail shows it: of what somebody calls himself, no mail program makes a link ("pay:
 * https://evil.example").
 */
export function nameInMail(name: string): string {
  const words = name.normalize('NFKC').replaceAll(/[\p{C}\s:/\\@]+/gu, ' ');
  return words
    .replaceAll(/[.。](?=\S)/gu, '. ')
    .trim()
    .slice(0, LONGEST_NAME);
}

interface Paragraph {
  readonly text: string;
  /** Where it leads, if it is the link. */
  readonly link?: string;
}

const plain = ({ text, link }: Paragraph) => (link === undefined ? text : `${text}:\n${link}`);

const marked = ({ text, link }: Paragraph) =>
  link === undefined ? html`<p>${text}</p>` : html`<p><a href="${link}" rel="nofollow noreferrer">${text}</a></p>`;

function htmlDocument(language: Language, subject: string, paragraphs: readonly Paragraph[]): string {
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
        <div class="sheet">${paragraphs.map(marked)}</div>
      </body>
    </html> `.text;
}

/** The address of a mail's only link, and the values in its text. */
export interface MailValues {
  readonly link: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** A mail as plain text and HTML. @throws if the text needs a value that is not there. */
export function renderMail(
  { name, address, language }: Receiver,
  kind: MailKind,
  { link, values = {} }: MailValues,
): Message {
  const fill = (text: string) =>
    oneLine(
      text.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
        const value = values[key];
        if (value === undefined) throw new Error(`The mail "${kind}" has no "${key}".`);
        return String(value);
      }),
    );
  const { greeting, ...farewells } = FRAMES[language];
  const [subject = '', ...lines] = MAIL_TEXTS[kind][language].split('\n');
  const paragraphs = [
    { text: `${oneLine(`${greeting} ${nameInMail(name)}`)},` },
    ...lines.map((line) => (line.startsWith('[') ? { text: line.slice(1, -1), link } : { text: fill(line) })),
    { text: kind === 'identity-password' ? farewells.identity : farewells.portal },
  ];
  return {
    to: address,
    language,
    subject: fill(subject),
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html: htmlDocument(language, fill(subject), paragraphs),
  };
}
