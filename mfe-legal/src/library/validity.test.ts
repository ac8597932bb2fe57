import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { formatDay, validityDays } from './validity.ts';

test.each(LANGUAGES)('a day is written dd.mm.yyyy in %s', (language) => {
  expect(formatDay('2020-03-24', language)).toBe('24.03.2020');
});

test('a month is written with its name', () => {
  expect(LANGUAGES.map((language) => formatDay('2018-05', language))).toEqual([
    'May 2018',
    'Mai 2018',
    'mai 2018',
    'mei 2018',
  ]);
});

test.each([
  ['2018-05-25', 'du 25.05.2018'],
  ['2018-05', 'de mai 2018'],
  ['2018-04', 'd’avril 2018'],
  ['2018-10', 'd’octobre 2018'],
])('in French, a start on %s is written "%s"', (validFrom, from) => {
  expect(validityDays({ title: '', description: '', version: '1', validFrom }, 'fr')).toEqual({ from });
});
