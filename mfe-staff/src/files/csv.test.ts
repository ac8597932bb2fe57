import { expect, test } from '@jest/globals';
import { csv } from './csv.ts';

test('quotes texts, leaves numbers, and has the separator of the language', () => {
  expect(
    csv(
      [
        ['a "b"', 'c,d'],
        ['x', 7],
      ],
      'en',
    ),
  ).toBe('\uFEFF"a ""b""","c,d"\r\n"x",7\r\n');
  expect(csv([['a', 1]], 'de')).toBe('\uFEFF"a";1\r\n');
});

test('keeps the leading zeros of serials in spreadsheets', () => {
  expect(csv([['0012604417']], 'en')).toBe('\uFEFF"=""0012604417"""\r\n');
});

test.each(['=1+1', '+49', '-1', '@a', '\t=1', '\r=1', '\n=1', '＝1'])('makes %j harmless', (text) => {
  expect(csv([[text]], 'en')).toBe(`\uFEFF"'${text}"\r\n`);
});
