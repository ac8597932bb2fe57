import { expect, test } from '@jest/globals';
import { fakeCookies, testTokens } from './testing.ts';
import { tokenCookies } from './tokens.ts';

test('tokens live two days, for every path, and never travel from other sites', () => {
  const jar = fakeCookies();
  tokenCookies(jar, null).write(testTokens(1));
  expect(jar.written).toEqual([
    'access_token=access-1; Max-Age=172800; Path=/; SameSite=Lax',
    'refresh_token=refresh-1; Max-Age=172800; Path=/; SameSite=Lax',
  ]);
});

test('on https they are secure, and with a parent domain they lie there', () => {
  const jar = fakeCookies(true);
  tokenCookies(jar, 'example.com').write(testTokens(1));
  expect(jar.written[0]).toBe(
    'access_token=access-1; Max-Age=172800; Path=/; SameSite=Lax; Secure; Domain=example.com',
  );
});

test('clearing removes them from the parent domain and from this host', () => {
  const jar = fakeCookies();
  jar.write('access_token=of-this-host; Path=/');
  const cookies = tokenCookies(jar, 'example.com');
  cookies.write(testTokens(1));
  cookies.clear();
  expect(jar.read()).toBe('');
});
