import { expect, test } from '@jest/globals';
import type { Language } from '@portal/contract/language';
import { LANGUAGES } from '@portal/contract/language';

Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const { prerenderDocuments } = await import('./prerender-documents.tsx');
const rendered = await prerenderDocuments();
function find(file: string) {
  const page = rendered.find((each) => each.file === file);
  if (!page) throw new Error(`"${file}" is not prerendered`);
  const html = (language: Language, fellBack = false) =>
    page.cases[language].find(({ choices }) => choices['fellBack'] === String(fellBack))?.html;
  return { ...page, text: page.text ?? '', html };
}

test('every text is rendered once in its own language, with a slot in each language of the interface', () => {
  expect(new Set(rendered.map(({ file }) => file)).size).toBe(34);
  for (const { file = '', text, cases } of rendered) {
    expect(text).toMatch(new RegExp(`^<article [^>]*lang="${file.split('.')[2] ?? ''}"`));
    for (const each of LANGUAGES)
      for (const { html } of cases[each]) expect(html.split('<slot name="text"></slot>')).toHaveLength(2);
  }
});

test('the page around the text is in the language of the interface; only a fallback says that it is one', () => {
  const { html } = find('terms.v2.en');
  expect(html('de')).toContain('Die Regeln zwischen Ihnen und uns');
  expect(html('de')).not.toContain('Nur auf Englisch');
  expect(html('de', true)).toContain('Nur auf Englisch');
  expect(html('fr', true)).toContain('Seulement en anglais');
  expect(find('terms.v2.fr').html('en', true)).toBeUndefined();
  expect(find('accessibility.v1.en').html('en', true)).toBeUndefined();
});

test('an earlier version shows itself in the picker', () => {
  expect(find('terms.v1.en').html('en')).toContain('<option value="v1" selected="">');
  expect(find('privacy-policy.v3.en').html('en')).toContain('/documents/privacy-policy/v3/EN.pdf');
  expect(find('developer-terms.v1.en').html('en')).toContain('/documents/developer-terms/v1/EN.pdf');
});

test('what only the running page can do is inert; links of the text work, whatever the address', () => {
  const terms = find('terms.v2.en');
  expect(terms.html('en')?.match(/<button(?! inert="")/g)).toBeNull();
  expect(terms.html('en')).toContain('<div class="document__versions" inert="">');
  expect(terms.text).toContain('<a href="#1-what-these-terms-cover">');
  expect(find('faq.v1.en').html('en')).toContain('role="search" inert=""');
});

test('answers open without scripts', () => {
  expect(find('faq.v1.de').text).toMatch(/<details id="1-was-ist-die-ebike-id" class="question"><summary>/);
});

test('the text is embedded as data that cannot end its element', () => {
  const { text } = find('terms.v2.en');
  const [, json = ''] = /<template id="document-text">([^<&]*)<\/template>$/.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    build: '9.9.9',
    document: 'terms',
    version: 'v2',
    text: { language: 'en', title: 'Terms of use' },
  });
});

test('the developer terms open in the viewer, the questions never; only the terms have a version in the query', () => {
  expect(['terms.v2.en', 'developer-terms.v2.en', 'faq.v1.en'].map((file) => find(file).document)).toEqual([
    { viewer: 'configured', versionInQuery: true },
    { viewer: 'first', versionInQuery: false },
    { viewer: 'never', versionInQuery: false },
  ]);
});
