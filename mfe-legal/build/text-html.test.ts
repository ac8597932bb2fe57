import { expect, test } from '@jest/globals';
import type { DocumentText } from '../src/library/content.ts';
import { textHtml } from './text-html.ts';

const FACTS = { title: 'Terms & more', description: 'D', version: '1', validFrom: '2020-01-01' };

test('every block of a document becomes HTML, and nothing of its text becomes markup', () => {
  const text: DocumentText = {
    ...FACTS,
    language: 'fr-ca',
    validity: 'Version 1',
    contents: 'Contents',
    pdfSize: 1,
    sample: 'A <sample>',
    blocks: [
      { kind: 'heading', level: 2, id: '1-start', text: '1. Start' },
      { kind: 'heading', level: 3, id: 'part', text: 'Part' },
      {
        kind: 'paragraph',
        runs: [
          { kind: 'text', text: '</noscript><script>' },
          { kind: 'text', text: 'both', strong: true, emphasis: true },
          { kind: 'link', to: '/privacy-policy?a="b"', text: 'policy' },
        ],
      },
      { kind: 'list', ordered: true, start: 3, items: [[{ kind: 'text', text: 'third' }]] },
      { kind: 'list', ordered: false, items: [[{ kind: 'text', text: 'point' }]] },
    ],
  };
  expect(textHtml(text).split('\n')).toEqual([
    '<article class="pdf__sheet" lang="fr-ca">',
    '<p>A &lt;sample&gt;</p><h2>Terms &amp; more</h2><p>Version 1</p>',
    '<h3 id="1-start">1. Start</h3>',
    '<h4 id="part">Part</h4>',
    '<p>&lt;/noscript&gt;&lt;script&gt;<strong><em>both</em></strong><a href="/privacy-policy?a=&quot;b&quot;">policy</a></p>',
    '<ol start="3"><li>third</li></ol>',
    '<ul><li>point</li></ul>',
    '</article>',
  ]);
});
