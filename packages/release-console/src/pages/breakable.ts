import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';

/** What follows the numbers of a version: "-local.1a2b3c4d". */
const SUFFIX = /(?<=\d\.\d+\.\d+)-[\w.-]*\w/g;
/** Zero-width space: what a browser makes of <wbr>, but in a text that is copied it would stay. */
const PLACE = '\u200B';

/** A text whose long versions break before "-" and after the dots behind it, and not inside a hash. */
export function breakable(text: string): Html {
  const marked = text.replaceAll(SUFFIX, (suffix) => suffix.replaceAll(/(?=-)|(?<=\.)/g, PLACE));
  return html`${marked.split(PLACE).map((piece, index) => html`${index > 0 && html`<wbr />`}${piece}`)}`;
}
