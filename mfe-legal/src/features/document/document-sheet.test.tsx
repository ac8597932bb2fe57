/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { TestPortal } from '@portal/ui/testing';
import { render, screen } from '@testing-library/react';
import type { DocumentText } from '../../library/content.ts';
import { DocumentSheet } from './document-sheet.tsx';

const TEXT: DocumentText = {
  title: 'Terms of use',
  description: '',
  version: '2',
  validFrom: '2020-03-25',
  language: 'nl',
  validity: 'Vanaf 25.03.2020',
  contents: '',
  sample: 'A sample',
  pdfSize: 1,
  blocks: [
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
  ],
};

/** The elements of a text, without attributes that do not matter here, and without elements that mean nothing. */
const shown = (element: Element) =>
  element.outerHTML.replaceAll(/ (?!id|href|start)[\w-]+="[^"]*"/g, '').replaceAll(/<\/?span>/g, '');

test('lists, headings of both levels, emphasis and all kinds of links have their HTML elements', () => {
  render(
    <TestPortal path="/document">
      <DocumentSheet text={TEXT} />
    </TestPortal>,
  );
  const sheet = screen.getByRole('article', { name: 'Terms of use' });
  expect(sheet.lang).toBe('nl');
  expect(sheet.textContent?.startsWith('A sampleVanaf 25.03.2020')).toBe(true);
  expect([...sheet.querySelectorAll('section > *')].map(shown)).toEqual([
    '<p>Before.</p>',
    '<h3 id="a">A</h3>',
    '<p><strong>one </strong><em>two </em><strong><em>three </em></strong><a href="/document#b">below</a></p>',
    '<h4 id="b">B</h4>',
    '<ol start="3"><li>first</li><li><a href="https://example.com/">elsewhere</a></li></ol>',
    '<ul><li><a href="/terms">the terms</a></li></ul>',
  ]);
});
