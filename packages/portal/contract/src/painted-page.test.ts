import { describe, expect, test } from '@jest/globals';
import { chosenIn, fillPainted, parsePaintedPages, variantsToPaint } from './painted-page.ts';

const perLanguage = (words: string) => ({ en: words, de: words, fr: words, nl: words });
const PAGE = {
  paths: ['/info'],
  styles: 'h1{color:red}',
  conditions: ['signedIn', 'link:contact', 'route:/faq'],
  leavesSignedIn: false,
  variants: { '': { html: perLanguage('<h1>%link.contact%</h1>') } },
};
const parse = (changes: object) => parsePaintedPages('pages', { pages: [{ ...PAGE, ...changes }] });

describe('a file with painted pages', () => {
  test('may have fields of a later version', () => {
    expect(parse({ more: 1 }).pages).toEqual([PAGE]);
  });

  test.each([
    ['no path', { paths: [] }],
    ['a path of another origin', { paths: ['https://evil.example'] }],
    ['an unknown condition', { conditions: ['weather'] }],
    ['a condition on a link that no configuration has', { conditions: ['link:constructor'] }],
    ['more conditions than a build should paint', { conditions: Array.from({ length: 5 }, () => 'signedIn') }],
    ['a placeholder that nobody fills', { variants: { '': { html: perLanguage('%link.weather%') } } }],
    ['a missing language', { variants: { '': { html: { en: '', de: '', fr: '' } } } }],
    ['styles that end their element', { styles: '</style>' }],
    ['an unknown way to choose', { choice: { by: 'header', values: [] } }],
  ])('is refused with %s', (_, changes) => {
    expect(() => parse(changes)).toThrow('pages');
  });
});

describe('the query chooses', () => {
  const KEY = { by: 'key', values: ['done'] } as const;
  const VALUE = { by: 'value', parameter: 'show', values: ['done'] } as const;
  const choice = { key: { ...KEY, values: [...KEY.values] }, value: { ...VALUE, values: [...VALUE.values] } };

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
    expect(chosenIn(choice[by], new URLSearchParams(query))).toBe(chosen);
  });

  test('nothing on a page without a choice', () => {
    expect(chosenIn(undefined, new URLSearchParams('done'))).toBe('');
  });

  test('among the variants that a build paints: each choice with and without each condition', () => {
    const conditions = ['signedIn', 'link:app'] as const;
    expect(
      variantsToPaint({ conditions: [...conditions] })
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['', ' link:app', ' signedIn', ' signedIn link:app']);
    for (const by of ['key', 'value'] as const)
      for (const { name, search } of variantsToPaint({ choice: choice[by], conditions: [] }))
        expect(chosenIn(choice[by], new URLSearchParams(search))).toBe(name);
    const names = (without?: string) =>
      variantsToPaint({ choice: { ...choice.value, ...(without !== undefined && { without }) }, conditions: [] }).map(
        ({ name }) => name,
      );
    expect(names()).toEqual(['done', '', '*']);
    expect(names('/404.html')).toEqual(['done', '*']);
  });
});

test('placeholders in what is filled in are not filled', () => {
  expect(fillPainted('%version% %day% 100%', { version: '%day%$&', day: '1' })).toBe('%day%$& 1 100%');
});
