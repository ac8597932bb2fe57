import { expect, test } from '@jest/globals';
import { cookieText, cookieValues, tokenIn } from './cookies.ts';

test('a cookie is found by its exact name at any position', () => {
  const cookies = 'my_language=xx; language=de;other=language=nl; language=a=b';
  expect(cookieValues(cookies, 'language')).toEqual(['de', 'a=b']);
  expect(cookieValues('', 'language')).toEqual([]);
});

test.each(['', 'a b', 'a,b', '"quoted"', 'a%0d%0ab', 'ü', 'a=b', '<script>', 'a\nb'])(
  '%j is not read as a token',
  (value) => {
    expect(tokenIn(`other=1; access_token=${value}; refresh_token=fine`, 'access_token')).toBeUndefined();
  },
);

test('of two cookies with the same name, the first valid token is used', () => {
  expect(tokenIn('access_token=; my_access_token=x; access_token=a.b-c_d~e+/==', 'access_token')).toBe('a.b-c_d~e+/==');
});

test('a cookie is written for every path, for this site only, and as secure on a secure page', () => {
  expect(cookieText('language', 'de', { maxAgeSeconds: 60, secure: false })).toBe(
    'language=de; Max-Age=60; Path=/; SameSite=Lax',
  );
  expect(cookieText('language', '', { maxAgeSeconds: 0, secure: true, domain: 'example.com' })).toBe(
    'language=; Max-Age=0; Path=/; SameSite=Lax; Secure; Domain=example.com',
  );
});
