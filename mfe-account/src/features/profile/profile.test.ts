import { expect, test } from '@jest/globals';
import { countryName } from '@portal/contract/country-name';
import { changedFields, disabledReason } from './profile.ts';

const STORED = { firstName: 'Olivia', lastName: 'Owner', country: 'de' };

test('only a different value counts as a change, blanks around it do not [T154]', () => {
  expect(changedFields({ ...STORED, firstName: ' Olivia ' }, STORED)).toEqual([]);
  expect(changedFields({ firstName: 'Liv', lastName: '', country: 'se' }, STORED)).toEqual([
    'firstName',
    'lastName',
    'country',
  ]);
});

test.each([
  [{}, 'nothingChanged'],
  [{ firstName: ' ' }, 'firstNameMissing'],
  [{ firstName: '\u200b\u200d' }, 'firstNameMissing'],
  [{ firstName: '', country: '' }, 'firstNameMissing'],
  [{ country: '' }, 'countryMissing'],
  [{ lastName: 'Other' }, undefined],
])('with %j the reason is %s [T155]', (change, reason) => {
  expect(disabledReason({ ...STORED, ...change }, STORED)).toBe(reason);
});

test.each([
  ['de', 'en', 'Germany'],
  ['de', 'de', 'Deutschland'],
  ['nl', 'fr', 'Pays-Bas'],
  ['SE', 'nl', 'Zweden'],
])('names country "%s" in "%s" as %s', (code, language, name) => {
  expect(countryName(code, language)).toBe(name);
});

test.each(['', 'd', 'deu', '1!'])('shows an invalid country code (%j) unchanged, in capitals', (code) => {
  expect(countryName(code, 'en')).toBe(code.toUpperCase());
});
