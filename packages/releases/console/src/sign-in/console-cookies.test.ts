import { expect, test } from '@jest/globals';
import { consoleCookies } from './console-cookies.ts';

test('on https every cookie is bound to this host [T320]', () => {
  const cookies = consoleCookies('https://console.example.com');
  expect(cookies.session).toBe('__Host-console_session');
  expect(cookies.signIn('abcdefghijkl-and-more')).toBe('__Host-console_sign_in_abcdefghijkl');
  expect(cookies.isSignIn('__Host-console_sign_in_abcdefghijkl')).toBe(true);
  // Browsers require all of them for the prefix.
  expect(cookies.attributes).toEqual({ path: '/', httpOnly: true, sameSite: 'lax', secure: true });
});

test('on http, where browsers refuse the prefix, the names have none', () => {
  const cookies = consoleCookies('http://localhost:4200');
  expect(cookies.session).toBe('console_session');
  expect(cookies.signIn('a;b=c')).toBe('console_sign_in_abc');
  expect(cookies.attributes.secure).toBe(false);
});
