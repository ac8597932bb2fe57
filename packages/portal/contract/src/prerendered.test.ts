import { describe, expect, test } from '@jest/globals';
import { textSlot } from './markup.ts';
import type { PrerenderCondition, QueryChoice } from './prerendered.ts';
import { chooseByQuery, pageCases, parsePrerendered } from './prerendered.ts';

const perLanguage = (page: unknown) => {
  const markup = { page, item: [], title: null };
  return { en: markup, de: markup, fr: markup, nl: markup };
};
const FIELDS = { choices: {}, slots: {}, required: [] };
const PAGE = {
  paths: ['/info'],
  styles: 'h1{color:red}',
  conditions: ['signedIn', 'link:contact', 'feature:news', 'route:/faq'],
  leavesSignedIn: false,
  data: { account: { ...FIELDS, slots: { firstname: 'text' } } },
  markup: perLanguage([
    ['a', { href: textSlot('link.contact'), title: textSlot('firstname') }, [textSlot('firstname')]],
  ]),
};
const parse = (changes: object) => parsePrerendered('pages', { pages: [{ ...PAGE, ...changes }] });

describe('a file with prerendered pages', () => {
  test('may have fields of a later version', () => {
    expect(parse({ more: 1 })).toEqual([PAGE]);
  });

  test.each([
    ['a path of another origin', { paths: ['https://evil.example'] }],
    ['an unknown condition', { conditions: ['weather'] }],
    ['a condition on a link that no configuration has', { conditions: ['link:constructor'] }],
    ['more conditions than a build should render', { conditions: Array.from({ length: 5 }, () => 'signedIn') }],
    ['a slot that nobody fills', { markup: perLanguage([textSlot('link.weather')]) }],
    ['a slot of a field that is not shown', { markup: perLanguage([textSlot('lastname')]) }],
    ['an address of the API', { markup: perLanguage([['a', { href: textSlot('firstname') }, []]]) }],
    ['a missing language', { markup: { ...PAGE.markup, nl: undefined } }],
    ['styles that end their element', { styles: '</style>' }],
    ['an unknown way to choose', { query: { by: 'header', values: [] } }],
  ])('is refused with %s', (_, changes) => {
    expect(() => parse(changes)).toThrow('pages');
  });

  test.each([
    ['an element', ['p', { class: 'lead' }, ['Text']]],
    ['a choice', { by: 'role', of: [[['owner'], ['Text']]] }],
    ['a drawing', ['svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [['path', { d: 'M0 0' }, []]]]],
  ])('may have %s', (_, node) => {
    expect(parse({ markup: perLanguage([node]) })).toHaveLength(1);
  });

  test.each([
    ['a script', ['script', {}, ['alert(1)']]],
    ['a script under another name', ['SCRIPT', {}, []]],
    ['a style', ['style', {}, []]],
    ['a frame', ['iframe', {}, []]],
    ['a base', ['base', { href: '/' }, []]],
    ['a handler', ['p', { onclick: 'alert(1)' }, []]],
    ['a source', ['img', { src: 'x' }, []]],
    ['a style attribute', ['p', { style: 'color:red' }, []]],
    ['a form that is sent elsewhere', ['button', { formaction: '/x' }, []]],
    ['a script within an element', ['p', {}, [['script', {}, []]]]],
    ['a script within a choice', { by: 'role', of: [[['owner'], [['script', {}, []]]]] }],
  ])('has no %s', (_, node) => {
    expect(() => parse({ markup: perLanguage([node]) })).toThrow('pages');
    expect(() => parse({ text: [node] })).toThrow('pages');
  });
});

describe('the query chooses', () => {
  const KEY: QueryChoice = { by: 'key', values: ['done'] };
  const VALUE: QueryChoice = { by: 'value', parameter: 'show', values: ['done'] };
  const choice = { key: KEY, value: VALUE };

  test.each<['key' | 'value', string, string]>([
    ['key', 'done', 'done'],
    ['key', 'done&locale=fr', 'done'],
    ['key', 'done&done', '*'],
    ['key', '', '*'],
    ['key', '__proto__', '*'],
    ['value', 'show=done', 'done'],
    ['value', 'show=done&more', 'done'],
    ['value', 'show=done&show=done', '*'],
    ['value', 'show=', '*'],
    ['value', 'done', ''],
  ])('by %s, with "%s": %j', (by, query, chosen) => {
    expect(chooseByQuery(choice[by], new URLSearchParams(query))).toBe(chosen);
  });

  test('nothing on a page without a choice', () => {
    expect(chooseByQuery(undefined, new URLSearchParams('done'))).toBe('');
  });

  test('among the cases in which a build renders a page: each choice with and without each condition', () => {
    const conditions: PrerenderCondition[] = ['signedIn', 'link:app'];
    expect(pageCases({ conditions }).map(({ choices }) => choices)).toEqual(
      expect.arrayContaining(
        ['true', 'false'].flatMap((signedIn) => ['true', 'false'].map((app) => ({ signedIn, 'link:app': app }))),
      ),
    );
    const chosen = (query: QueryChoice) => pageCases({ query, conditions: [] }).map(({ choices }) => choices['query']);
    expect(chosen(KEY)).toEqual(['done', '*']);
    expect(chosen(VALUE)).toEqual(['', 'done', '*']);
    expect(chosen({ ...VALUE, without: '/404.html' })).toEqual(['done', '*']);
  });
});
