/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { TestPortal } from '@portal/ui/testing';
import { render, screen } from '@testing-library/react';
import { library } from '../../../documents/library.yaml';
import type { Block, DocumentText, Run } from '../../library/content.ts';
import { DocumentSheet } from './document-sheet.tsx';

const texts = library.flatMap(({ id, versions }) =>
  versions.flatMap((version) =>
    version.texts.map((text) => [`${id} ${version.id} in ${text.language}`, text.load] as const),
  ),
);

/** A run as the reader sees it: text, style and link. */
function shownRun(run: Run): string {
  if (run.kind === 'link') return `[${run.text}](${run.to})`;
  const emphasised = run.emphasis ? `_${run.text}_` : run.text;
  return run.strong ? `*${emphasised}*` : emphasised;
}
const shownRuns = (runs: readonly Run[]) => runs.map(shownRun).join('');

function shownBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `h${block.level + 1}#${block.id}: ${block.text}`;
    case 'paragraph':
      return `p: ${shownRuns(block.runs)}`;
    case 'list':
      return `${block.ordered ? `ol from ${block.start}` : 'ul'}: ${block.items.map(shownRuns).join(' | ')}`;
  }
}

const MARKS: Readonly<Record<string, string>> = { STRONG: '*', EM: '_' };

/** The same for the rendered page. */
function readInline(node: Node): string {
  const words = [...node.childNodes].map(readInline).join('');
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node instanceof HTMLAnchorElement) {
    const href = node.getAttribute('href') ?? '';
    return `[${words}](${href.includes('#') ? href.slice(href.indexOf('#')) : href})`;
  }
  const mark = MARKS[node.nodeName] ?? '';
  return `${mark}${words}${mark}`;
}

function readElement(element: Element): string {
  const tag = element.tagName.toLowerCase();
  if (/^h\d$/.test(tag)) return `${tag}#${element.id}: ${element.textContent}`;
  const from = element instanceof HTMLOListElement ? ` from ${element.start}` : '';
  return `${tag}${from}: ${tag === 'p' ? readInline(element) : [...element.children].map(readInline).join(' | ')}`;
}

function show(text: DocumentText): readonly string[] {
  render(
    <TestPortal path="/document">
      <DocumentSheet text={text} />
    </TestPortal>,
  );
  return [...screen.getByRole('article').querySelectorAll('section > *')].map(readElement);
}

test.each(texts)('%s shows the text of its source in the same order and form', async (_, load) => {
  const { text } = await load();
  expect(show(text)).toEqual(text.blocks.map(shownBlock));
  const sheet = screen.getByRole('article', { name: text.title });
  expect(sheet.getAttribute('lang')).toBe(text.language);
  expect(sheet.textContent?.startsWith(`${text.sample ?? ''}${text.title}${text.validity}`)).toBe(true);
});

test('lists, headings of both levels, emphasis and all kinds of links have their HTML elements', async () => {
  const [, load] = texts[0] ?? [];
  const document = (await load?.())?.text;
  if (!document) throw new Error('There are no documents');
  const blocks: readonly Block[] = [
    { kind: 'paragraph', runs: [{ kind: 'text', text: 'Before.' }] },
    { kind: 'heading', level: 2, id: 'a', text: 'A' },
    {
      kind: 'paragraph',
      runs: [
        { kind: 'text', text: 'one ', strong: true },
        { kind: 'text', text: 'two ', emphasis: true },
        { kind: 'text', text: 'three ', strong: true, emphasis: true },
        { kind: 'link', to: '#b', text: 'below' },
      ],
    },
    { kind: 'heading', level: 3, id: 'b', text: 'B' },
    {
      kind: 'list',
      ordered: true,
      start: 3,
      items: [[{ kind: 'text', text: 'first' }], [{ kind: 'link', to: 'https://example.com/', text: 'elsewhere' }]],
    },
    { kind: 'list', ordered: false, items: [[{ kind: 'link', to: '/terms', text: 'the terms' }]] },
  ];
  expect(show({ ...document, blocks })).toEqual([
    'p: Before.',
    'h3#a: A',
    'p: *one *_two _*_three _*[below](#b)',
    'h4#b: B',
    'ol from 3: first | [elsewhere](https://example.com/)',
    'ul: [the terms](/terms)',
  ]);
});
