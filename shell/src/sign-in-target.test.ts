import { describe, expect, test } from '@jest/globals';
import { acceptedTarget, signInPath } from './sign-in-target.ts';

const ORIGIN = 'https://portal.example.com';

describe('the way back after sign-in', () => {
  test.each([
    ['/settings', '/settings'],
    ['/account?tab=1', '/account?tab=1'],
    ['/terms/v2#duties', '/terms/v2#duties'],
    ['/settings?next=//evil.example', '/settings?next=//evil.example'],
    ['/a/../settings', '/settings'],
  ])('%s is accepted as %s [T041]', (redirect, target) => {
    expect(acceptedTarget(redirect, ORIGIN)).toBe(target);
  });

  test.each([
    null,
    '',
    'settings',
    'https://evil.example',
    'https://portal.example.com/settings',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    ' /settings',
    '/%09/evil.example',
    '/%0D%0ASet-Cookie:x=1',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '@evil.example',
    '#/settings',
  ])('%j is dropped for /loggedin [T042]', (redirect) => {
    expect(acceptedTarget(redirect, ORIGIN)).toBe('/loggedin');
  });

  test('every accepted target stays on the origin when the browser parses it [T283]', () => {
    for (const redirect of [
      '/settings',
      '/a//b',
      '/%2e%2e//evil.example',
      '/;//evil.example',
      '/?//evil.example',
      '/é',
    ]) {
      expect(new URL(acceptedTarget(redirect, ORIGIN), ORIGIN).origin).toBe(ORIGIN);
    }
  });

  test('the path to sign-in contains where the visitor came from [T082]', () => {
    expect(signInPath(new URL('https://portal.example.com/account?tab=1'))).toBe(
      '/login?redirect=%2Faccount%3Ftab%3D1',
    );
  });
});
