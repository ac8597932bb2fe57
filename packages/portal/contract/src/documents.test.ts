import { expect, test } from '@jest/globals';
import { documentFileName, documentLanguage, documentPath, findDocumentFile, parseDocumentPath } from './documents.ts';

const ADDRESS = { document: 'privacy-policy', version: 'v6', language: 'fr-ca' };
const HASH = '0123456789abcdef';

test('the address of a PDF has its language in upper case, and is parsed in any case', () => {
  expect(documentPath(ADDRESS)).toBe('/documents/privacy-policy/v6/FR-CA.pdf');
  expect(parseDocumentPath(documentPath(ADDRESS))).toEqual(ADDRESS);
  expect(parseDocumentPath('/documents/terms/v2/en.pdf')).toEqual({ document: 'terms', version: 'v2', language: 'en' });
});

test.each([
  '/documents/terms/v2/EN',
  '/documents/terms/2/EN.pdf',
  '/documents/terms/v0/EN.pdf',
  '/documents/../v2/EN.pdf',
  '/documents/terms/v2/english.pdf',
  '/documents/terms/v2/EN.pdf/',
])('%s is not the address of a document', (path) => {
  expect(parseDocumentPath(path)).toBeUndefined();
});

test('a document is found among the files of an artifact, by its exact version and language', () => {
  const file = documentFileName(ADDRESS, HASH);
  const files = [
    documentFileName({ ...ADDRESS, language: 'fr' }, HASH),
    `x.${file}`,
    file,
    'entry.0123456789abcdef.js',
  ];
  expect(findDocumentFile(files, ADDRESS)).toBe(file);
  expect(findDocumentFile(files, { ...ADDRESS, version: 'v1' })).toBeUndefined();
  expect(findDocumentFile([`privacy-policy.v6.fr-ca.${HASH}.js`], ADDRESS)).toBeUndefined();
});

test('a document exists in English, French and Dutch; German readers get the English one [T102]', () => {
  expect((['en', 'de', 'fr', 'nl'] as const).map(documentLanguage)).toEqual(['en', 'en', 'fr', 'nl']);
});
