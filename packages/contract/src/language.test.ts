import { describe, expect, test } from '@jest/globals';
import type { LanguageHints } from './language.ts';
import { chooseLanguage, languageOf, LANGUAGES } from './language.ts';

describe('the language of the interface', () => {
  test.each<readonly [string, LanguageHints, string]>([
    ['the browser, when nothing else speaks', { browser: 'nl-BE' }, 'nl'],
    ['the address ahead of the browser', { locale: 'fr', browser: 'nl' }, 'fr'],
    ["the user's language ahead of the browser", { user: 'de', browser: 'nl' }, 'de'],
    ['the picker ahead of the browser', { chosen: 'de', browser: 'nl' }, 'de'],
    ["the picker ahead of the user's language", { chosen: 'nl', user: 'de' }, 'nl'],
    ['a region counts by its two letters', { locale: 'fr-ca' }, 'fr'],
    ['American English is English', { locale: 'en-us', browser: 'de' }, 'en'],
    ['Canadian English is English', { locale: 'en-ca', browser: 'de' }, 'en'],
    ['English when nothing is said', {}, 'en'],
    ['English when all say nothing', { chosen: null, user: null, locale: null, browser: null }, 'en'],
    ['English when all are empty', { chosen: '', user: '', locale: '', browser: '' }, 'en'],
    ['unknown languages are passed over', { chosen: 'xx', user: 'es', locale: 'it', browser: 'fr-FR' }, 'fr'],
    ['English for a browser of another language', { browser: 'ja' }, 'en'],
    ['the picker ahead of everything', { chosen: 'nl', user: 'de', locale: 'fr', browser: 'en' }, 'nl'],
    ["the user's language ahead of the address", { user: 'de', locale: 'fr', browser: 'en' }, 'de'],
  ])('%s', (_, hints, language) => {
    expect(chooseLanguage(hints)).toBe(language);
  });
});

describe('a tag', () => {
  test.each(LANGUAGES)('"%s" is known', (language) => {
    expect(languageOf(language)).toBe(language);
    expect(languageOf(`${language.toUpperCase()}-XX`)).toBe(language);
  });

  test.each([
    ['DE_at', 'de'],
    ['fr-Latn-CA', 'fr'],
    ['en-', 'en'],
  ])('"%s" stands for %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
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
  ])('%j is none', (tag) => {
    expect(languageOf(tag)).toBeUndefined();
  });

  test('of ten thousand characters is none', () => {
    expect(languageOf('de'.repeat(5000))).toBeUndefined();
  });
});
