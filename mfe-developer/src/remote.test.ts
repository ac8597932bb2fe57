import { describe, expect, test } from '@jest/globals';
import { parseDeclaration } from '@portal/contract/declaration';
import { LANGUAGES } from '@portal/contract/language';
import { differences } from '@portal/i18n/testing';
import json from '../remote.json' with { type: 'json' };

Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const remote = await import('./remote.ts');
const declaration = parseDeclaration('remote.json', json);

test('declares what the contract allows', () => {
  expect(declaration.name).toBe(remote.name);
  expect(remote.version).toBe('9.9.9');
});

test('has a page for each declared route, and no other', () => {
  expect(Object.keys(remote.pages).toSorted()).toEqual(declaration.routes.map(({ page }) => page).toSorted());
});

test.each(Object.keys(remote.pages))('page "%s" is a component', async (page) => {
  expect(typeof (await remote.pages[page]?.())?.Page).toBe('function');
});

describe('every language has every text', () => {
  test.each(LANGUAGES)('%s', async (language) => {
    expect(differences(await remote.loadMessages('en'), await remote.loadMessages(language), language)).toEqual([]);
  });
});
