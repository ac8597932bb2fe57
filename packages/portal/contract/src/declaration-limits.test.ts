import { describe, expect, test } from '@jest/globals';
import { checkDeclarationLimits } from './declaration-limits.ts';
import { parseDeclaration } from './declaration.ts';

const TEXT = { en: 'Hubs', de: 'Hubs', fr: 'Hubs', nl: 'Hubs' };
const ROUTE = { path: '/settings', title: 'title', access: 'signedIn', page: 'settings', skeleton: 'table' };
const DECLARATION = { name: 'mfe-hubs', routes: [ROUTE], header: [], texts: { title: TEXT } };

const check = (changes: object) => {
  checkDeclarationLimits('remote.json', parseDeclaration('remote.json', { ...DECLARATION, ...changes }));
};
const LONG = 'x'.repeat(5_000_000);
const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));

describe('the limits of a declaration', () => {
  test('leave room for 100 routes with redirects, and titles of a sentence', () => {
    const routes = many(100, (index) => ({ ...ROUTE, path: `/settings/${String(index)}` }));
    const redirects = routes.map(({ path }) => ({ from: `/old${path}`, to: path }));
    const texts = { title: { ...TEXT, fr: 'x'.repeat(300) } };
    expect(() => check({ routes, redirects, texts })).not.toThrow();
  });

  test.each<[string, object, string]>([
    [
      'a title of 5 MB',
      { texts: { title: { ...TEXT, de: LONG } } },
      '"texts.title.de": must have at most 300 characters',
    ],
    [
      '10,000 routes',
      { routes: many(10_000, (index) => ({ ...ROUTE, path: `/r${String(index)}` })) },
      '"routes": must have at most 100 entries',
    ],
    [
      '101 redirects',
      { redirects: many(101, (index) => ({ from: `/r${String(index)}`, to: '/settings' })) },
      '"redirects": must have at most 100 entries',
    ],
    ['a long path', { routes: [{ ...ROUTE, path: `/${LONG}` }] }, '"routes.0.path": must have at most 200 characters'],
    [
      'a deep path',
      { routes: [{ ...ROUTE, path: '/a'.repeat(11) }] },
      '"routes.0.path": must have at most 10 segments',
    ],
    [
      'repeated early reads',
      { routes: [{ ...ROUTE, reads: many(6, () => 'hubs') }] },
      '"routes.0.reads": must have at most 5 entries',
    ],
    [
      'an endless order',
      { header: [{ path: '/settings', label: 'title', order: 1e308 }] },
      '"header.0.order": must be at most 1000000',
    ],
    [
      'many texts',
      { texts: { title: TEXT, ...Object.fromEntries(many(500, (index) => [`t${String(index)}`, TEXT])) } },
      '"texts": must have at most 500 entries',
    ],
    [
      'too much of everything together',
      {
        texts: {
          title: TEXT,
          ...Object.fromEntries(many(300, (index) => [`t${String(index)}`, { ...TEXT, de: 'x'.repeat(250) }])),
        },
      },
      'must have at most 65536 bytes as JSON',
    ],
  ])('refuse %s, and name field and limit in few words', (_, changes, words) => {
    const checking = () => check(changes);
    expect(checking).toThrow(words);
    expect(checking).toThrow(/^.{1,300}$/s);
  });
});
