import { expect, test } from '@jest/globals';
import { maskPath } from './masked-text.ts';

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
