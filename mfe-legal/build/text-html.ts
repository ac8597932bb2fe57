import type { Block, DocumentText, Run } from '../src/library/content.ts';

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPED[character] ?? character);
}

function runHtml(run: Run): string {
  const text = escape(run.text);
  if (run.kind === 'link') return `<a href="${escape(run.to)}">${text}</a>`;
  const emphasised = run.emphasis ? `<em>${text}</em>` : text;
  return run.strong ? `<strong>${emphasised}</strong>` : emphasised;
}

const runsHtml = (runs: readonly Run[]) => runs.map(runHtml).join('');

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      const name = block.level === 2 ? 'h3' : 'h4';
      return `<${name} id="${escape(block.id)}">${escape(block.text)}</${name}>`;
    }
    case 'paragraph':
      return `<p>${runsHtml(block.runs)}</p>`;
    case 'list': {
      const items = block.items.map((runs) => `<li>${runsHtml(runs)}</li>`).join('');
      return block.ordered ? `<ol start="${block.start}">${items}</ol>` : `<ul>${items}</ul>`;
    }
  }
}

/** A document as HTML with the classes of the page's own sheet. The web server puts it into the page for browsers that run no scripts. */
export function textHtml({ language, title, sample, validity, blocks }: DocumentText): string {
  const note = sample === undefined ? '' : `<p>${escape(sample)}</p>`;
  return [
    `<article class="pdf__sheet" lang="${escape(language)}">`,
    `${note}<h2>${escape(title)}</h2><p>${escape(validity)}</p>`,
    ...blocks.map(blockHtml),
    '</article>',
  ].join('\n');
}
