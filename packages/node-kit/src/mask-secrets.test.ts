import { expect, test } from '@jest/globals';
import { IS_FULL_RUN } from './testing/inputs.ts';
import { maskPath, maskSecrets } from './mask-secrets.ts';

test.each([
  '/',
  '/privacy-policy/v6',
  '/assets/mfe-hubs/main.0123456789abcdef.js',
  '/assets/shell/mf-manifest.json',
  '/documents/data-act-information-v1-nl.pdf',
  '/.well-known/change-password',
  '/assets/mfe-hubs/hub-release.fc2f9c767c4f83df.js',
  '/approvals/mfe-developer-portal/1.12.0',
])('%s is shown as it is', (path) => {
  expect(maskPath(path)).toBe(path);
});

test.each([
  ['a query', '/loggedin?code=secret', '/loggedin'],
  ['a fragment', '/a#secret', '/a'],
  ['an address of mail', '/people/anna@example.com/edit', '/people/<e-mail>/edit'],
  ['an encoded one', '/people/anna%40example.com', '/people/<e-mail>'],
  ['a token', '/a/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abc', '/a/<token>'],
  ['a random text', '/a/Zm9vYmFyMTIzNDU2Nzg', '/a/<token>'],
  ['a UUID without hyphens', '/a/123e4567e89b12d3a456426614174000', '/a/<token>'],
  ['an address of mail that is encoded twice', '/people/anna%2540example.com', '/people/<e-mail>'],
  ['a text of small letters alone', '/reset/abcdefghijklmnopqrstuvwxyzabcdef', '/reset/<token>'],
  ['a random text with hyphens', '/a/Zm9vYmFy-MTIzNDU2-Nzg5MDEy', '/a/<token>'],
  ['a random text with underscores', '/a/Zm9v_YmFy_MTIz_NDU2', '/a/<token>'],
  ['a random text with many of both', '/a/a8-f3_k2-9d_x7-q1_c6', '/a/<token>'],
  ['a token at the end of a long path', `/${'a/'.repeat(95)}Zm9vYmFyMTIzNDU2Nzg5MDEy`, `/${'a/'.repeat(95)}<token>`],
  ['a long number', '/a/0123456789', '/a/<token>'],
  ['a random text of letters alone', '/a/QWxhZGRpbjpvcGVu', '/a/<token>'],
  ['what is called a token', '/settings&access_token=abc', '/settings&access_token=<token>'],
  ['what is called a code', '/a/code=abc;b', '/a/code=<token>'],
])('%s is not shown', (_what, url, shown) => {
  expect(maskPath(url)).toBe(shown);
});

const WORDS = [
  'a',
  'a%40',
  'a@',
  'a@a.',
  'a.',
  'eyJ-',
  'eyJa.',
  'http://a',
  'https://a/?',
  'Bearer ',
  '%',
  '"a@a',
  '/a?',
  'code=',
  'token=a',
];
test.each(IS_FULL_RUN ? WORDS : WORDS.filter((_, index) => index % 4 === 1))(
  'a megabyte of "%s" is cut, so that nobody can keep the server busy with it',
  (word) => {
    const text = word.repeat(1_000_000 / word.length);
    // As it is, after words, and where texts of the request may be.
    for (const hostile of [text, `The part ${text} is unknown.`, `https://example.com/${text}`])
      expect(maskSecrets(hostile).length).toBeLessThan(20_000);
    expect(maskPath(`/${text}`).length).toBeLessThan(1000);
  },
);

test.each([
  ['an address of mail', 'anna@example.com'],
  ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abc'],
])('no cut halves %s, which would not be masked then', (_what, secret) => {
  for (let length = 3900; length < 4000; length += 1)
    expect(maskSecrets(`${'-'.repeat(length)} ${secret} ${'-'.repeat(200)}`)).not.toMatch(/anna|eyJ/);
});

test('a path that is too long is cut, and no token with it', () => {
  const token = 'Zm9vYmFyMTIzNDU2Nzg5MDEy';
  expect(maskPath(`/a${'/settings'.repeat(100)}`)).toMatch(/^\/a(\/settings)+[a-z/]*…$/);
  for (let length = 180; length < 2010; length += 5) {
    const shown = maskPath(`/${'a'.repeat(length % 15)}${'/a'.repeat(length / 2)}/${token}/${token}`);
    expect(shown.length).toBeLessThan(210);
    expect(shown).not.toContain('Zm9');
  }
  expect(maskPath(`/${`${token.repeat(10)}/`.repeat(100)}`)).not.toContain('Zm9');
});

test.each([
  ['a query in a stack', 'at load (file:///srv/a.mjs?v=3:10:5)', 'at load (file:///srv/a.mjs?<query>:10:5)'],
  ['a query of a path', 'GET /loggedin?code=secret failed', 'GET /loggedin?<query> failed'],
  ['an authorization in small letters', 'authorization: bearer secret-secret', 'authorization: bearer <token>'],
  [
    'cookies',
    'Cookie: access_token=secret; refresh_token=secret',
    'Cookie: access_token=<token>; refresh_token=<token>',
  ],
  ['a password', 'password=secret, code=secret', 'password=<token>, code=<token>'],
  [
    'a field of JSON',
    '{"refreshToken":"secret","client_secret": "secret"}',
    '{"refreshToken":"<token>","client_secret": "<token>"}',
  ],
])('%s is masked in a message', (_what, text, shown) => {
  expect(maskSecrets(text)).toBe(shown);
});

test.each([
  'The code is wrong: "code" must be a text.',
  'Is it there? /settings?',
  'log key 3f: trusted-keys=/etc/portal/trusted-keys',
  'unknown token_type=',
  'read ENOENT code=ENOENT statusCode=500 exitCode=1 errorCode=ECONNRESET',
  'Basic authentication is not supported',
  'at readFileHandle (node:internal/fs/promises:555:24)',
  'at load (file:///srv/node_modules/.pnpm/a@1.0.0/a.mjs:10:5)',
])('"%s" is shown as it is', (text) => {
  expect(maskSecrets(text)).toBe(text);
});
