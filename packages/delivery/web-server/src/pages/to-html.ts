import type { Markup } from '@portal/contract/markup';
import { escapeHtml } from '@portal/node-kit/html';

/** Elements without content, which have no end tag. */
const VOID: ReadonlySet<string> = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Writes expanded markup as HTML. Styles, which only the server adds, are not escaped; slots that nobody has filled are left out. */
export function toHtml(nodes: readonly Markup[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeText(node);
      if ('slot' in node || 'by' in node) return '';
      const [tag, attributes, content] = node;
      const written = Object.entries(attributes).map(([name, text]) =>
        typeof text === 'string' ? ` ${name}="${escapeHtml(text)}"` : '',
      );
      const start = `<${tag}${written.join('')}>`;
      if (VOID.has(tag)) return start;
      return `${start}${tag === 'style' ? content.filter((each) => typeof each === 'string').join('') : toHtml(content)}</${tag}>`;
    })
    .join('');
}
