import { expect, test } from '@jest/globals';
import { maskPath, maskSecrets } from './masked-text.ts';

test.each([
  '/',
  '/settings',
  '/privacy-policy/v6',
  '/assets/mfe-hubs/main.0123456789abcdef.js',
  '/assets/shell/mf-manifest.json',
  '/documents/data-act-information-v1-nl.pdf',
  '/.well-known/change-password',
])('%s is shown as it is', (path) => {
  expect(maskPath(path)).toBe(path);
});

test.each([
  ['a query', '/loggedin?code=secret', '/loggedin'],
  ['a fragment', '/a#secret', '/a'],
  ['an address of mail', '/people/anna@example.com/edit', '/people/<e-mail>/edit'],
  ['an encoded one', '/people/anna%40example.com', '/people/<e-mail>'],
  ['a token', '/a/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abc', '/a/<token>'],
  ['a random text', '/a/Zm9vYmFyMTIzNDU2Nzg', '/a/<token>'],
  ['a UUID', '/a/123e4567-e89b-12d3-a456-426614174000', '/a/<token>'],
  ['a long number', '/a/0123456789', '/a/<token>'],
])('%s is not shown', (_what, url, shown) => {
  expect(maskPath(url)).toBe(shown);
});

test.each([
  'a',
  'a ',
  'a%40',
  'a@',
  'a@a.',
  'a.',
  'eyJ-',
  'eyJa.',
  'http://a',
  'https://a/?',
  'Bearer ',
  '/a',
  '%',
  '"a@a',
])('a megabyte of "%s" is cut, so that nobody can keep the server busy with it', (word) => {
  const text = word.repeat(1_000_000 / word.length);
  // As it is, after words, and where texts of the request may be.
  for (const hostile of [text, `The part ${text} is unknown.`, `https://example.com/${text}`])
    expect(maskSecrets(hostile).length).toBeLessThan(20_000);
  expect(maskPath(`/${text}`).length).toBeLessThan(1000);
});

test('a text that is too long is shown up to a word, with its length', () => {
  const text = 'a word '.repeat(2000);
  const shown = maskSecrets(text);
  expect(shown).toMatch(/^(a word )+(a )?… \(14000 characters\)$/);
  expect(shown.length).toBeLessThan(4100);
});

test.each([
  ['an address of mail', 'anna@example.com'],
  ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abc'],
])('no cut halves %s, which would not be masked then', (_what, secret) => {
  for (let length = 3900; length < 4000; length += 1)
    expect(maskSecrets(`${'-'.repeat(length)} ${secret} ${'-'.repeat(200)}`)).not.toMatch(/anna|eyJ/);
});
