import { expect, jest, test } from '@jest/globals';
import { recordTried } from '@portal/node-kit/testing/tried';
import { connectApi } from './http.ts';
import { requestTokens } from './request-tokens.ts';
import { testTokens } from './testing.ts';

test.each([
  ['with the access token that is held', 'access-1', { Authorization: 'Bearer access-1' }],
  ['without a bearer once the tokens are deleted', undefined, {}],
])('a refresh token is exchanged %s', async (_, accessToken, bearer) => {
  const requests: [string, RequestInit][] = [];
  connectApi({
    baseUrl: 'https://api.example.com/v1/',
    fetch: async (...sent) => {
      requests.push(sent);
      return Response.json({ access_token: 'access-2', refresh_token: 'refresh-2', id_token: 'id-2' });
    },
  });
  expect(await requestTokens('refresh-1', accessToken)).toEqual(testTokens(2));
  expect(requests).toEqual([
    [
      'https://api.example.com/v1/user/getTokens',
      expect.objectContaining({
        method: 'POST',
        headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...bearer },
        body: '{"refreshToken":"refresh-1"}',
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
      }),
    ],
  ]);
});

test.each([
  '',
  '{"access_token":"a',
  'all is well',
  'null',
  '[[]]',
  '{"access_token":1,"refresh_token":"r","id_token":"i"}',
  '{"access_token":"a","refresh_token":"r"}',
  '{"access_token":"","refresh_token":"r","id_token":"i"}',
  '{"__proto__":{"access_token":"a","refresh_token":"r","id_token":"i"}}',
  '<!doctype html><title>Proxy</title>',
  '{"token":"a"}',
  '{\u0000"\u0000a\u0000',
])('an answer without three tokens is rejected: %s', async (text) => {
  jest.spyOn(console, 'warn').mockReturnValue();
  connectApi({ baseUrl: 'https://api.example.com/v1/', fetch: async () => new Response(text) });
  await expect(requestTokens('refresh-1', undefined)).rejects.toMatchObject({ name: 'CallError', kind: 'malformed' });
  recordTried({ suite: 'Broken bodies, of every call', tried: 1, passed: 1 });
});
