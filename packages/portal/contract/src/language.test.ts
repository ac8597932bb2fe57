import { describe, expect, test } from '@jest/globals';
import { chooseLanguage, documentLanguage, LANGUAGES, parseLanguage } from './language.ts';

describe('the language of the interface [T274]', () => {
  test.each<readonly [string, Parameters<typeof chooseLanguage>[0], string]>([
    ['the browser, when nothing else is set', { browser: 'nl-BE' }, 'nl'],
    ['the address ahead of the browser', { locale: 'fr', browser: 'nl' }, 'fr'],
    ["the user's language ahead of the browser", { user: 'de', browser: 'nl' }, 'de'],
    ['the picker ahead of the browser', { chosen: 'de', browser: 'nl' }, 'de'],
    ["the picker ahead of the user's language", { chosen: 'nl', user: 'de' }, 'nl'],
    ['a region is read by its language', { locale: 'fr-ca' }, 'fr'],
    ['American English is English', { locale: 'en-us', browser: 'de' }, 'en'],
    ['Canadian English is English', { locale: 'en-ca', browser: 'de' }, 'en'],
    ['English when nothing is set', {}, 'en'],
    ['English when all are null', { chosen: null, user: null, locale: null, browser: null }, 'en'],
    ['English when all are empty', { chosen: '', user: '', locale: '', browser: '' }, 'en'],
    ['unknown languages are skipped', { chosen: 'xx', user: 'es', locale: 'it', browser: 'fr-FR' }, 'fr'],
    ['English for a browser of another language', { browser: 'ja' }, 'en'],
    ['the picker ahead of everything', { chosen: 'nl', user: 'de', locale: 'fr', browser: 'en' }, 'nl'],
    ["the user's language ahead of the address", { user: 'de', locale: 'fr', browser: 'en' }, 'de'],
  ])('%s', (_, hints, language) => {
    expect(chooseLanguage(hints)).toBe(language);
  });
});

describe('a tag', () => {
  test.each(LANGUAGES)('"%s" is known', (language) => {
    expect(parseLanguage(language)).toBe(language);
    expect(parseLanguage(`${language.toUpperCase()}-XX`)).toBe(language);
  });

  test.each([
    ['DE_at', 'de'],
    ['fr-Latn-CA', 'fr'],
    ['en-', 'en'],
  ])('"%s" is read as %s', (tag, language) => {
    expect(parseLanguage(tag)).toBe(language);
  });

  test.each([
    'deutsch',
    'fry', // Frisian, which is not French
    'd',
    ' de',
    'de,en',
    'de\0',
    '__proto__',
    'constructor',
    '<script>alert(1)</script>',
    'ｄｅ',
    '',
    null,
    undefined,
  ])('%j is not a known language', (tag) => {
    expect(parseLanguage(tag)).toBeUndefined();
  });

  test('of ten thousand characters is not a known language', () => {
    expect(parseLanguage('de'.repeat(5000))).toBeUndefined();
  });
});

test('a document exists in English, French and Dutch; German readers get the English one [T102]', () => {
  expect((['en', 'de', 'fr', 'nl'] as const).map(documentLanguage)).toEqual(['en', 'en', 'fr', 'nl']);
});
