import { expect, test } from '@jest/globals';
import { parsePageData } from './page.ts';

const DECLARATION = {
  name: 'mfe-hubs',
  routes: [{ path: '/settings', title: 'hubs', access: 'signedIn', page: 'settings', skeleton: 'table', reads: [] }],
  header: [],
  texts: { hubs: { en: 'Hubs', de: 'Hubs', fr: 'Hubs', nl: 'Hubs' } },
};
const PAGE = {
  release: {
    number: 7,
    view: '7',
    shell: { version: '1.0.0', builtAt: '2026-11-01', styles: [], declaration: { ...DECLARATION, name: 'shell' } },
    remotes: {
      'mfe-hubs': {
        version: '1.0.0',
        builtAt: '2026-11-01',
        entry: 'entry.0123456789abcdef.js',
        styles: [{ file: 'hubs.0123456789abcdef.css', integrity: `sha256-${'A'.repeat(43)}=` }],
        declaration: DECLARATION,
        fallback: null,
      },
    },
    navigation: { header: [], footer: [], help: true },
  },
  config: {
    apiBaseUrl: 'https://api.example.com/',
    identityLogoutUrl: 'https://identity.example.com/out',
    cookieDomain: null,
    features: { singleSignOn: true },
    links: {},
  },
  language: 'en',
};

/** The document with an extra field in every object outside of declarations. */
function withMore(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withMore(each));
  if (typeof value !== 'object' || value === null || key === 'declaration') return value;
  const entries = Object.entries(value).map(([name, each]) => [name, withMore(each, name)]);
  const isMapByName = ['remotes', 'features'].includes(key);
  const more = isMapByName ? {} : { ofTomorrow: 1 };
  return { ...Object.fromEntries(entries), ...more };
}

test('fields of a newer web server are ignored', () => {
  expect(parsePageData(withMore(PAGE))).toEqual(parsePageData(PAGE));
});

test('a fallback may have one of its own, and needs none', () => {
  const { declaration: _, ...remote } = PAGE.release.remotes['mfe-hubs'];
  const [second, { fallback: __, ...first }] = [
    { ...remote, version: '0.8.0' },
    { ...remote, version: '0.9.0' },
  ];
  const pageWith = (fallback: unknown) => {
    const remotes = { 'mfe-hubs': { ...PAGE.release.remotes['mfe-hubs'], fallback } };
    return parsePageData({ ...PAGE, release: { ...PAGE.release, remotes } }).release.remotes['mfe-hubs']?.fallback;
  };
  expect(pageWith(first)).toEqual(first);
  expect(pageWith({ ...first, fallback: second })).toMatchObject({ fallback: { version: '0.8.0' } });
});

test('a missing field is named', () => {
  const { language: _, ...rest } = PAGE;
  expect(() => parsePageData(rest)).toThrow('language');
});
