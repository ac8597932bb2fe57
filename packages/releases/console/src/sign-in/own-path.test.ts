import { expect, test } from '@jest/globals';
import { ownPath } from './sign-in-routes.ts';

test.each(['/', '/history?before=4', '/?action=rollback&part=mfe-hubs', '/a//b'])('%s is kept', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'history',
  '//evil.example/a',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
])('%j becomes the path of the board', (text) => {
  const path = ownPath(text);
  expect(path).toBe('/');
  expect(new URL(path, 'http://localhost:4200').host).toBe('localhost:4200');
});
