import { describe, expect, test } from '@jest/globals';
import { parseDeclaration } from './declaration.ts';

const TEXT = { en: 'Hubs', de: 'Hubs', fr: 'Hubs', nl: 'Hubs' };
const ROUTE = { path: '/settings', title: 'title', access: 'signedIn', page: 'settings', skeleton: 'table' };
const DECLARATION = {
  name: 'mfe-hubs',
  contract: '^1.0.0',
  routes: [ROUTE],
  header: [{ path: '/settings', label: 'title', order: 10 }],
  texts: { title: TEXT },
};

describe('a declaration', () => {
  test('is accepted as data alone, reads being optional', () => {
    expect(parseDeclaration('remote.json', DECLARATION).routes[0]?.reads).toEqual([]);
  });

  test.each(['hubs', 'hc-terms-and-conditions/all', 'service-description/url'])('may read %s early', (read) => {
    const declaration = { ...DECLARATION, routes: [{ ...ROUTE, reads: [read] }] };
    expect(parseDeclaration('remote.json', declaration).routes[0]?.reads).toEqual([read]);
  });

  test.each<[string, unknown, RegExp]>([
    ['a name that is no part', { ...DECLARATION, name: '../mfe-hubs' }, /"name"/],
    ['a contract that is no caret range', { ...DECLARATION, contract: '*' }, /"contract"/],
    [
      'a path that is none',
      { ...DECLARATION, routes: [{ ...ROUTE, path: 'https://evil.example' }] },
      /"routes\.0\.path"/,
    ],
    [
      'a title without text',
      { ...DECLARATION, routes: [{ ...ROUTE, title: 'other' }] },
      /title must be a key of "texts"/,
    ],
    ['a text that lacks a language', { ...DECLARATION, texts: { title: { en: 'Hubs' } } }, /"texts\.title\.de"/],
    [
      'a header item that leads out',
      { ...DECLARATION, header: [{ path: '/other', label: 'title', order: 1 }] },
      /must lead to a route/,
    ],
    [
      'an address for an API path',
      { ...DECLARATION, routes: [{ ...ROUTE, reads: ['https://evil.example/'] }] },
      /"routes\.0\.reads\.0"/,
    ],
    [
      'a read that logs out',
      { ...DECLARATION, routes: [{ ...ROUTE, reads: ['hubs', 'account/logout'] }] },
      /"routes\.0\.reads\.1".*must be one of: hubs/,
    ],
    ['a page name with a folder in it', { ...DECLARATION, routes: [{ ...ROUTE, page: '../x' }] }, /"routes\.0\.page"/],
  ])('%s is refused by name', (_, input, words) => {
    expect(() => parseDeclaration('remote.json', input)).toThrow(words);
  });
});
