import { expect, test } from '@jest/globals';
import { onlyValue } from './query.ts';

test.each([
  ['?locale=fr', 'fr'],
  ['?x=1&locale=fr&y', 'fr'],
  ['?locale', ''],
  ['', null],
  ['?Locale=fr', null],
  ['?locale=fr&locale=fr', null],
  ['?locale=fr&x=1&locale=__proto__', null],
])('the locale of %j is %j [T426]', (query, value) => {
  expect(onlyValue(new URLSearchParams(query), 'locale')).toBe(value);
});
