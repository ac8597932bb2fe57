import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import * as v from 'valibot';
import {
  apiPath,
  claimedPaths,
  claims,
  declarationFor,
  featuresNamed,
  isFor,
  parseDeclaration,
  rolesToEnter,
} from './declaration.ts';

const TEXT = { en: 'Hubs', de: 'Hubs', fr: 'Hubs', nl: 'Hubs' };
const ROUTE = { path: '/settings', title: 'title', access: 'signedIn', page: 'settings', skeleton: 'table' };
const DECLARATION = {
  name: 'mfe-hubs',
  routes: [ROUTE],
  header: [{ path: '/settings', label: 'title', order: 10 }],
  texts: { title: TEXT },
};

const LINK = { path: '/settings', label: 'title', order: 10 };
const route = (changes: object) => ({ routes: [{ ...ROUTE, ...changes }] });

/** What would lead out of the API, or names one of its paths in a second way. */
const HOSTILE_READS = [
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '/hubs',
  '../x',
  '..',
  '.',
  'hubs/../../x',
  'hubs/..',
  './hubs',
  'hubs/./all',
  '%2e%2e/x',
  'hubs%2fall',
  'hubs//all',
  'hubs/',
  '',
  '?x',
  'hubs?x=1',
  '#',
  'hubs#x',
  '\\\\evil.example',
  'hubs\\..\\x',
  'hubs\n',
  'hu\tbs',
  'hu\0bs',
  ' hubs',
  'hubs;x',
  'user@evil.example',
  'hübs',
];

describe('a declaration', () => {
  test('may have footer links, including one to a regional document', () => {
    const footer = [LINK, { ...LINK, locale: 'fr-ca' }];
    expect(parseDeclaration('remote.json', { ...DECLARATION, footer }).footer).toEqual(footer);
  });

  test('is accepted as plain data; early reads are optional', () => {
    expect(parseDeclaration('remote.json', DECLARATION).routes[0]?.reads).toEqual([]);
  });

  test.each(['hubs', 'hc-terms-and-conditions/all', 'bike.passes/v1_2/~all', '.well-known/x'])(
    'may read %s early',
    (read) => {
      const declaration = { ...DECLARATION, routes: [{ ...ROUTE, reads: [read] }] };
      expect(parseDeclaration('remote.json', declaration).routes[0]?.reads).toEqual([read]);
    },
  );

  test.each(HOSTILE_READS)('may not read %j early', (read) => {
    expect(() => parseDeclaration('remote.json', { ...DECLARATION, ...route({ reads: ['hubs', read] }) })).toThrow(
      expect.objectContaining({ path: 'routes.0.reads.1' }),
    );
  });

  test('may read early only what an address below the API is, as it is written', () => {
    const api = 'https://api.example.com/v1/';
    const odd = ['.', '..', '/', '\\', ':', '?', '#', '@', '%2e', '%2F', ' ', '\t', '\n', '\0', 'é', '／', '．'];
    const pieces = fc.array(fc.constantFrom(...odd, 'a', 'Z', '0', '-', '_', '~'), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(pieces, (drawn) => {
        const read = drawn.join('');
        fc.pre(v.is(apiPath, read));
        expect(new URL(api + read).href).toBe(api + read);
      }),
    );
  });

  test.each<[string, object, RegExp]>([
    ['a name that is no part', { name: '../mfe-hubs' }, /"name"/],
    ['an invalid path', route({ path: 'https://evil.example' }), /"routes\.0\.path"/],
    ['a title without text', route({ title: 'other' }), /title must be a key of "texts"/],
    ['a text that lacks a language', { texts: { title: { en: 'Hubs' } } }, /"texts\.title\.de"/],
    [
      'a header item that leaves the portal',
      { header: [{ path: '/other', label: 'title', order: 1 }] },
      /must lead to a route/,
    ],
    [
      'a redirect that leaves the portal',
      { redirects: [{ from: '/old', to: '/other' }] },
      /every redirect must lead to a route/,
    ],
    [
      'a description for search engines without text',
      route({ index: { description: 'other', locales: ['en'] } }),
      /description of every route/,
    ],
    [
      'an invalid locale',
      route({ index: { description: 'title', locales: ['english'] } }),
      /"routes\.0\.index\.locales\.0"/,
    ],
    [
      'a footer link without text',
      { footer: [{ ...LINK, label: 'other' }] },
      /footer link's label must be a key of "texts"/,
    ],
    [
      'a footer link that leaves the portal',
      { footer: [{ ...LINK, path: '/other' }] },
      /every footer link must lead to a route/,
    ],
    [
      'a footer link too long to read',
      { footer: [LINK], texts: { title: { ...TEXT, nl: 'x'.repeat(101) } } },
      /at most 100 characters/,
    ],
    [
      'a footer with too many links',
      { footer: Array.from({ length: 13 }, () => LINK) },
      /"footer": must have at most 12 links/,
    ],
    ['a footer link to an invalid locale', { footer: [{ ...LINK, locale: '../fr' }] }, /"footer\.0\.locale"/],
    [
      'a feature that is no name',
      route({ when: { 'single-sign-on': true } }),
      /"routes\.0\.when\.single-sign-on".*name of a feature/,
    ],
    ['a condition without a feature', route({ when: {} }), /must name a feature/],
    ['a role that an address could not name', { onlyFor: { anyRole: ['support,admin'] } }, /"onlyFor\.anyRole\.0"/],
    ['a part for no role', { onlyFor: { anyRole: [] } }, /must name a role/],
    ['a shell for some roles', { name: 'shell', onlyFor: { anyRole: ['admin'] } }, /everybody needs it/],
    [
      'an open route of a part for some roles',
      { onlyFor: { anyRole: ['admin'] }, routes: [{ ...ROUTE, access: 'open' }] },
      /no open route/,
    ],
    ['a footer link of a part for some roles', { onlyFor: { anyRole: ['admin'] }, footer: [LINK] }, /no footer link/],
    ['a page name with a folder in it', route({ page: '../x' }), /"routes\.0\.page"/],
  ])('%s is refused by name [T295]', (_, changes, words) => {
    expect(() => parseDeclaration('remote.json', { ...DECLARATION, ...changes })).toThrow(words);
  });
});

describe('an entry that depends on single sign-on', () => {
  const declaration = parseDeclaration('remote.json', {
    ...DECLARATION,
    routes: [ROUTE, { ...ROUTE, path: '/old', when: { singleSignOn: false } }],
    redirects: [
      { from: '/old', to: '/settings', when: { singleSignOn: true } },
      { from: '/older', to: '/settings' },
    ],
    footer: [LINK, { ...LINK, path: '/old' }],
  });
  const claimed = (singleSignOn: boolean) => {
    const { routes, redirects = [], footer = [] } = declarationFor(declaration, { singleSignOn });
    return {
      routes: routes.map(({ path }) => path),
      redirects: redirects.map(({ from }) => from),
      footer: footer.map(({ path }) => path),
    };
  };

  test('applies only with it or only without it', () => {
    expect(claimed(true)).toEqual({ routes: ['/settings'], redirects: ['/old', '/older'], footer: ['/settings'] });
    expect(claimed(false)).toEqual({
      routes: ['/settings', '/old'],
      redirects: ['/older'],
      footer: ['/settings', '/old'],
    });
  });

  test('claims its path in both cases', () => {
    expect(claimedPaths(declaration)).toEqual(['/settings', '/old', '/older']);
    expect(['/older', '/old/', '/nowhere'].map((path) => claims(declaration, path))).toEqual([true, true, false]);
  });
});

describe('an entry that depends on other features', () => {
  const declaration = parseDeclaration('remote.json', {
    ...DECLARATION,
    routes: [ROUTE, { ...ROUTE, path: '/password', when: { accountPassword: true, singleSignOn: false } }],
    header: [
      { path: '/settings', label: 'title', order: 10 },
      { path: '/password', label: 'title', order: 20 },
    ],
  });
  const shown = (features: Readonly<Record<string, boolean>>) =>
    declarationFor(declaration, features).header.map(({ path }) => path);

  test('exists, with its links, only where all of them have the values; one that is not set is off', () => {
    expect(shown({ accountPassword: true, singleSignOn: false })).toEqual(['/settings', '/password']);
    expect(shown({ accountPassword: true })).toEqual(['/settings', '/password']);
    expect(shown({ accountPassword: true, singleSignOn: true })).toEqual(['/settings']);
    expect(shown({})).toEqual(['/settings']);
  });

  test('names its features', () => {
    expect(featuresNamed([declaration])).toEqual(['accountPassword', 'singleSignOn']);
  });
});

describe('roles', () => {
  const staff = parseDeclaration('remote.json', { ...DECLARATION, onlyFor: { anyRole: ['support', 'admin'] } });

  test('decide who may know of a part that is for some of them', () => {
    expect([[], ['developer'], ['developer', 'admin']].map((roles) => isFor(staff, roles))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isFor(parseDeclaration('remote.json', DECLARATION), [])).toBe(true);
  });

  test('of which one lets a visitor in are listed; others are none', () => {
    const otherwise = '/settings';
    expect(rolesToEnter({ role: 'developer', otherwise })).toEqual(['developer']);
    expect(rolesToEnter({ anyRole: ['support', 'admin'], otherwise })).toEqual(['support', 'admin']);
    expect([...rolesToEnter('signedIn'), ...rolesToEnter({ signedInWithout: 'developer', otherwise })]).toEqual([]);
  });
});
