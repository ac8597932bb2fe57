import { describe, expect, test } from '@jest/globals';
import { chooseLanguage, languageOf } from './language.ts';

describe('the language of the interface', () => {
  test.each([
    [{ chosen: 'nl', user: 'de', locale: 'fr', browser: 'en' }, 'nl'],
    [{ user: 'de', locale: 'fr', browser: 'en' }, 'de'],
    [{ locale: 'fr', browser: 'nl' }, 'fr'],
    [{ browser: 'nl-BE' }, 'nl'],
    [{ locale: 'fr-ca' }, 'fr'],
    [{ locale: 'en-us', browser: 'de' }, 'en'],
    [{ chosen: 'xx', user: null, locale: '', browser: 'ja' }, 'en'],
    [{}, 'en'],
  ])('%j gives %s', (hints, language) => {
    expect(chooseLanguage(hints)).toBe(language);
  });

  test('is taken from a whole tag, not from a word that begins alike', () => {
    expect(languageOf('DE_at')).toBe('de');
    expect(languageOf('deutsch')).toBeUndefined();
    expect(languageOf('__proto__')).toBeUndefined();
  });
});
