import { expect, test } from '@jest/globals';
import {
  documentFileName,
  documentPath,
  findDocumentFile,
  findSection,
  matchesPath,
  onlyValue,
  overlaps,
  parseDocumentPath,
} from './paths.ts';

test.each([
  ['/settings', '/settings', true],
  ['/settings', '/settings/', true],
  ['/settings', '/settings/more', false],
  ['/terms/:version', '/terms/v2', true],
  ['/terms/:version', '/terms', false],
  ['/', '/', true],
  ['/', '/login', false],
  ['/settings', '/settings//', true],
  ['/settings', '//settings', false],
  ['/terms/:version', '/terms//v2', false],
  ['/terms/:version', '/terms//', false],
  ['/', '//', true],
  ['/settings', '/%73etting%73', true],
  ['/settings', '/settings%2f', false],
  ['/a/b', '/a%2fb', false],
  ['/settings', '/settings%', false],
  ['/terms/:version', '/terms/%zz', true],
])('%s matches %s: %s', (pattern, path, result) => {
  expect(matchesPath(pattern, path)).toBe(result);
});

test.each([
  ['/terms/:version', '/terms/v1', true],
  ['/terms', '/terms/v1', false],
  ['/a/b', '/a/b', true],
  ['/a/:x', '/b/:x', false],
])('%s and %s overlap: %s', (a, b, result) => {
  expect(overlaps(a, b)).toBe(result);
});

test.each([
  ['/settings', '/settings'],
  ['/settings/', '/settings'],
  ['/developer/signup', '/developer'],
  ['/developer/kit', '/developer/kit'],
  ['/developer/kit/parts/7', '/developer/kit'],
  ['/guide/2/print', '/guide/:chapter'],
  ['/developers', undefined],
  ['/', '/'],
  ['/login', undefined],
])('%s is in the section of %s', (path, section) => {
  expect(findSection(['/', '/developer', '/settings', '/developer/kit', '/guide/:chapter'], path)).toBe(section);
});

test.each([
  ['?locale=fr', 'fr'],
  ['?x=1&locale=fr&y', 'fr'],
  ['?locale', ''],
  ['', null],
  ['?Locale=fr', null],
  ['?locale=fr&locale=fr', null],
  ['?locale=fr&x=1&locale=__proto__', null],
])('the locale of %j is %j [T426]', (query, value) => {
  expect(onlyValue(new URLSearchParams(query), 'locale')).toBe(value);
});

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
