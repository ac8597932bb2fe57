import { expect, test } from '@jest/globals';
import { checkRegistry, RegistryRefusedError } from './check-registry.ts';

test.each([
  ['https://npm.example.com', 'https://npm.example.com/'],
  ['https://example.com/api/npm/portal//', 'https://example.com/api/npm/portal/'],
  ['http://localhost:4873/', 'http://localhost:4873/'],
  ['http://[::1]:4873', 'http://[::1]:4873/'],
])('takes %s', (text, registry) => {
  expect(checkRegistry(text)).toBe(registry);
});

test.each([
  undefined,
  '',
  'npm.example.com',
  'ftp://npm.example.com',
  'http://npm.example.com',
  'http://localhost.example.com',
  'https://user:secret@npm.example.com',
  'https://npm.example.com?token=secret',
  'https://npm.example.com\n//npm.example.com/:_authToken=x',
  'https://registry.npmjs.org',
  'https://registry.npmjs.org.:443/',
  'https://REGISTRY.NPMJS.ORG/x',
  'https://registry.yarnpkg.com',
])('refuses %j', (text) => {
  expect(() => checkRegistry(text)).toThrow(RegistryRefusedError);
});
