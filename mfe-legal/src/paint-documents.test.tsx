import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { TEXT_PLACEHOLDER } from '@portal/contract/painted-document';

Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const { paintDocuments } = await import('./paint-documents.tsx');
const painted = await paintDocuments();
const find = (name: string) => {
  const found = painted.find(({ document, version, language }) => `${document} ${version} ${language}` === name);
  if (!found) throw new Error(`"${name}" is not painted`);
  return found.painted;
};

test('every text is painted once in its own language, with a place in each language of the interface', () => {
  expect(new Set(painted.map(({ document, version, language }) => `${document} ${version} ${language}`)).size).toBe(34);
  for (const { language, painted: page } of painted) {
    expect(page.text).toMatch(new RegExp(`^<article [^>]*lang="${language}"`));
    for (const each of LANGUAGES) expect(page.page[each].split(TEXT_PLACEHOLDER)).toHaveLength(2);
  }
});

test('the page around the text is in the language of the interface; only a fallback says that it is one', () => {
  const { page, fallback } = find('terms v2 en');
  expect(page.de).toContain('Die Regeln zwischen Ihnen und uns');
  expect(page.de).not.toContain('Nur auf Englisch');
  expect(fallback?.de).toContain('Nur auf Englisch');
  expect(fallback?.fr).toContain('Seulement en anglais');
  expect(find('terms v2 fr').fallback).toBeUndefined();
  expect(find('accessibility v1 en').fallback).toBeUndefined();
});

test('an earlier version shows itself in the picker', () => {
  expect(find('terms v1 en').page.en).toContain('<option value="v1" selected="">');
  expect(find('privacy-policy v3 en').page.en).toContain('/documents/privacy-policy/v3/EN.pdf');
  expect(find('developer-terms v1 en').page.en).toContain('/documents/developer-terms/v1/EN.pdf');
});

test('what only the running page can do is inert; links of the text work, whatever the address', () => {
  const terms = find('terms v2 en');
  expect(terms.page.en.match(/<button(?! inert="")/g)).toBeNull();
  expect(terms.page.en).toContain('<div class="document__versions" inert="">');
  expect(terms.text).toContain('<a href="#1-what-these-terms-cover">');
  expect(find('faq v1 en').page.en).toContain('role="search" inert=""');
});

test('answers open without scripts', () => {
  expect(find('faq v1 de').text).toMatch(/<details id="1-was-ist-die-ebike-id" class="question"><summary>/);
});

test('the text is carried as data that cannot end its element', () => {
  const { text } = find('terms v2 en');
  const [, json = ''] = /<template id="document-text">([^<&]*)<\/template>$/.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    build: '9.9.9',
    document: 'terms',
    version: 'v2',
    text: { language: 'en', title: 'Terms of use' },
  });
});

test('the developer terms open in the viewer, the questions never; only the terms have a version in the query', () => {
  const [terms, developer, faq] = ['terms v2 en', 'developer-terms v2 en', 'faq v1 en'].map(find);
  expect([terms?.viewer, developer?.viewer, faq?.viewer]).toEqual(['configured', 'first', 'never']);
  expect([terms?.versionInQuery, developer?.versionInQuery, faq?.versionInQuery]).toEqual([true, false, false]);
});
