import { expect, test } from '@jest/globals';
import { accessTokenIn, cookiePlaces, cookieText, cookieValues, ownCookieName, tokenIn } from './cookies.ts';

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

test('the token is the value of the only cookie of that name', () => {
  expect(tokenIn('my_access_token=x; access_token=a.b-c_d~e+/==', 'access_token')).toBe('a.b-c_d~e+/==');
});

test.each(['access_token=a; access_token=b', 'access_token=a; access_token=a', 'access_token=; access_token=b'])(
  'two cookies of the same name (%s) are no token',
  (cookies) => {
    expect(tokenIn(cookies, 'access_token')).toBeUndefined();
  },
);

test('several tokens of either kind are no session', () => {
  expect(accessTokenIn('access_token=a; refresh_token=b')).toBe('a');
  expect(accessTokenIn('access_token=a; refresh_token=b; refresh_token=c')).toBeUndefined();
  expect(accessTokenIn('access_token=a; access_token=a; refresh_token=b')).toBeUndefined();
});

test('a cookie may be at the host or a parent domain, for a path or one above it', () => {
  const places = cookiePlaces('portal.example.com', ['/account/delete']);
  expect([...new Set(places.map(({ domain }) => domain))]).toEqual([null, 'portal.example.com', 'example.com', 'com']);
  expect(places.filter(({ domain }) => domain === null).map(({ path }) => path)).toEqual([
    '/',
    '/account',
    '/account/',
    '/account/delete',
    '/account/delete/',
  ]);
});

test.each(['127.0.0.1', '[::1]'])('an address in place of a host (%s) has no parent domain', (host) => {
  expect(cookiePlaces(host, [])).toEqual([{ domain: null, path: '/' }]);
});

test('a cookie is written for every path, for this site only, and as secure on a secure page', () => {
  expect(cookieText('language', 'de', { maxAgeSeconds: 60, secure: false })).toBe(
    'language=de; Max-Age=60; Path=/; SameSite=Lax',
  );
  expect(cookieText('language', '', { maxAgeSeconds: 0, secure: true, domain: 'example.com' })).toBe(
    'language=; Max-Age=0; Path=/; SameSite=Lax; Secure; Domain=example.com',
  );
});

test('an own cookie has on https the prefix that keeps other hosts from setting it', () => {
  expect([ownCookieName('portal_theme', true), ownCookieName('portal_theme', false)]).toEqual([
    '__Host-portal_theme',
    'portal_theme',
  ]);
});
