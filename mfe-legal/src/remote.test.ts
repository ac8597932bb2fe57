import { expect, test } from '@jest/globals';
import { parseDeclaration } from '@portal/contract/declaration';
import { LANGUAGES } from '@portal/contract/language';
import json from '../remote.json' with { type: 'json' };

Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const remote = await import('./remote.ts');
const declaration = parseDeclaration('remote.json', json);

test('declares what the contract allows', () => {
  expect(declaration.name).toBe(remote.name);
  expect(remote.version).toBe('9.9.9');
});

test('has a page for each declared route, and no other', () => {
  expect(Object.keys(remote.pages).toSorted()).toEqual(
    [...new Set(declaration.routes.map(({ page }) => page))].toSorted(),
  );
});

test.each(Object.keys(remote.pages))('page "%s" is a component', async (page) => {
  expect(typeof (await remote.pages[page]?.())?.Page).toBe('function');
});

test.each(LANGUAGES)('brings its texts in "%s"', async (language) => {
  const texts: unknown = await import(`./locales/${language}.json`, { with: { type: 'json' } });
  expect(texts).toHaveProperty('default', await remote.loadMessages(language));
});
