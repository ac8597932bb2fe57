import { expect, test } from '@jest/globals';
import { changeTexts, mapTexts, pseudoText } from './pseudo-locale.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

test.each([
  ['Menu', '[Ṁééñûû]'],
  ['Your hubs', '[Ýööûûŕ ĥûûƀš~]'],
  ['By', '[Ɓý~]'],
  ['Hello, {{firstName}}', '[Ĥééļļöö, {{firstName}}~]'],
  ['Need <b>help</b>?<break/>', '[Ñééééð <b>ĥééļþ</b>?<break/>~]'],
])('"%s" becomes "%s"', (text, pseudo) => {
  expect(pseudoText(text)).toBe(pseudo);
});

test('no plain letter remains', () => {
  expect(pseudoText(ALPHABET + ALPHABET.toUpperCase())).not.toMatch(/[a-z]/i);
});

test('a catalogue keeps its keys', () => {
  expect(mapTexts({ menu: 'Menu', nav: { by: 'By' } }, pseudoText)).toEqual({ menu: '[Ṁééñûû]', nav: { by: '[Ɓý~]' } });
});

test('of a document of the web server, the English texts alone change', () => {
  const title = { en: 'Menu', de: 'Menü' };
  expect(
    changeTexts({ declaration: { name: 'mfe-hubs', texts: { title } }, header: [{ path: '/a', text: title }] }),
  ).toEqual({
    declaration: { name: 'mfe-hubs', texts: { title: { en: '[Ṁééñûû]', de: 'Menü' } } },
    header: [{ path: '/a', text: { en: '[Ṁééñûû]', de: 'Menü' } }],
  });
  expect(changeTexts({ locales: { en: ['locale-en.js'] } })).toEqual({ locales: { en: ['locale-en.js'] } });
});

test.each(['', ' ', '1.2.115', '{{count}}', '{{shown}} / {{count}}', '<break/>'])(
  '"%s" has no words and stays unchanged',
  (text) => {
    expect(pseudoText(text)).toBe(text);
  },
);
