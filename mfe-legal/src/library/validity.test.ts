import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { formatDay } from './validity.ts';

test.each(LANGUAGES)('a day is written dd.mm.yyyy in %s', (language) => {
  expect(formatDay('2020-03-24', language)).toBe('24.03.2020');
});

test('a month is written by its name', () => {
  expect(LANGUAGES.map((language) => formatDay('2018-05', language))).toEqual([
    'May 2018',
    'Mai 2018',
    'mai 2018',
    'mei 2018',
  ]);
});
