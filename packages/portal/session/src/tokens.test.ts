import { expect, test } from '@jest/globals';
import { fakeCookies, testTokens } from './testing.ts';
import { tokenCookies } from './tokens.ts';

test('token cookies last two days, for every path, and are never sent from other sites [T112]', () => {
  const jar = fakeCookies();
  tokenCookies(jar, null).write(testTokens(1));
  expect(jar.written).toEqual([
    'access_token=access-1; Max-Age=172800; Path=/; SameSite=Lax',
    'refresh_token=refresh-1; Max-Age=172800; Path=/; SameSite=Lax',
  ]);
});

test('token cookies are secure on https, and are set on the parent domain if there is one [T272]', () => {
  const jar = fakeCookies(true);
  tokenCookies(jar, 'example.com').write(testTokens(1));
  expect(jar.written[0]).toBe(
    'access_token=access-1; Max-Age=172800; Path=/; SameSite=Lax; Secure; Domain=example.com',
  );
});

test('clearing removes the token cookies from the parent domain and from this host', () => {
  const jar = fakeCookies();
  jar.write('access_token=of-this-host; Path=/');
  const cookies = tokenCookies(jar, 'example.com');
  cookies.write(testTokens(1));
  cookies.clear();
  expect(jar.read()).toBe('');
});

test('clearing asks which paths the portal has by then', () => {
  const jar = fakeCookies();
  const paths: string[] = [];
  const cookies = tokenCookies(jar, null, () => paths);
  jar.write('access_token=planted; Path=/account');
  paths.push('/account');
  cookies.clear();
  expect(jar.count()).toBe(0);
});

test('clearing removes token cookies of every place: this page, the portal’s paths, and each domain above [T412]', () => {
  const jar = fakeCookies(false, () => '/developer/signup');
  const cookies = tokenCookies(jar, null, ['/account']);
  for (const place of [
    'Path=/',
    'Path=/account',
    'Path=/account/; Domain=example.com',
    'Path=/developer; Domain=portal.example.com',
  ])
    jar.write(`access_token=planted; ${place}`);
  cookies.clear();
  expect(jar.count()).toBe(0);
});
