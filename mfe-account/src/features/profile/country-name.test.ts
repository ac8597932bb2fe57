import { expect, test } from '@jest/globals';
import { countryName } from './country-name.ts';

test.each([
  ['de', 'en', 'Germany'],
  ['de', 'de', 'Deutschland'],
  ['nl', 'fr', 'Pays-Bas'],
  ['SE', 'nl', 'Zweden'],
])('names country "%s" in "%s" as %s', (code, language, name) => {
  expect(countryName(code, language)).toBe(name);
});

test.each(['', 'd', 'deu', '1!'])('shows what is no country code (%j) as it is, in capitals', (code) => {
  expect(countryName(code, 'en')).toBe(code.toUpperCase());
});
