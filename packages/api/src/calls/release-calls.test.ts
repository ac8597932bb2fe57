import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startSession } from '@portal/session';
import { signedInBrowser, startTestSession, TEST_USER, testTokens } from '@portal/session/testing';
import { startTestApi } from '../testing.ts';
import type { FakeResponse } from '../testing.ts';
import { releaseHub } from './release-hub.ts';
import { requestHubRelease } from './request-hub-release.ts';

const HUB = { serial: '0012', partNumber: 'a/b+c d?' };
const NAME = '0012+a%2Fb%2Bc%20d%3F';

beforeEach(async () => {
  jest.spyOn(console, 'warn').mockReturnValue();
  await startTestSession();
});

const CALLS = [
  { what: 'the release', send: releaseHub, method: 'DELETE', path: `hubs/${NAME}/authorization` },
  { what: 'the request', send: requestHubRelease, method: 'GET', path: `hubs/${NAME}/release` },
];

describe.each(CALLS)('$what', ({ send, method, path }) => {
  const call = `${method} ${path}`;

  test('is sent to the hub’s path (each part encoded, the plus literal) and never cached [T237]', async () => {
    const requests = startTestApi({ [call]: { body: { data: {} } } });
    await send(HUB);
    expect(requests).toMatchObject([{ method, path, body: undefined, init: { cache: 'no-store' } }]);
  });

  test('is not retried when the API is unavailable or the connection breaks', async () => {
    const broken = () => {
      throw new Error('The connection broke');
    };
    const requests = startTestApi({ [call]: [{ status: 503 }, broken] });
    await expect(send(HUB)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(send(HUB)).rejects.toMatchObject({ kind: 'unreachable' });
    expect(requests).toHaveLength(2);
  });

  test('is retried once, with fresh tokens, after a 401, which has changed nothing', async () => {
    const environment = signedInBrowser().tab();
    startSession({
      cookieDomain: null,
      environment,
      requestTokens: async () => testTokens(2),
      loadAccount: async () => TEST_USER,
    });
    const requests = startTestApi({ [call]: [{ status: 401 }, { body: { data: {} } }] });
    await send(HUB);
    expect(requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer access-1', 'Bearer access-2']);
  });

  test('fails with an error that does not contain the serial', async () => {
    startTestApi({ [call]: { status: 403 } });
    await expect(send(HUB)).rejects.toThrow(/^(DELETE|GET) hubs\/\{serial\}\+\{partNumber\}\/\w+: forbidden \(403\)$/);
  });

  test('fails when the answer lists errors', async () => {
    startTestApi({ [call]: { body: { data: {}, errors: [{ error: 'NO_MAIL' }] } } });
    await expect(send(HUB)).rejects.toMatchObject({ kind: 'refused', codes: [{ error: 'NO_MAIL' }] });
  });

  test.each<[string, FakeResponse]>([
    ['cut', { text: '{"data":{' }],
    ['HTML', { text: '<p>Done</p>' }],
    ['null', { text: 'null' }],
    ['an array', { body: [{ data: {} }] }],
  ])('fails when the answer is malformed: %s', async (_what, answer) => {
    startTestApi({ [call]: answer });
    await expect(send(HUB)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

test.each<[string, FakeResponse]>([
  ['no body', { text: '' }],
  ['no content', { status: 204 }],
  ['nothing', { body: {} }],
  ['a code alone', { body: { code: 3_000_012 } }],
  ['null', { body: { data: null } }],
  ['only __proto__', { text: '{"__proto__":{"data":{}}}' }],
])('a release fails when the answer has no data: %s [T238]', async (_what, answer) => {
  startTestApi({ [`DELETE hubs/${NAME}/authorization`]: answer });
  await expect(releaseHub(HUB)).rejects.toMatchObject({ kind: 'malformed' });
});

test.each([{ data: {} }, { data: true }, { data: '' }, { data: [] }, { code: 1, data: 0 }])(
  'a release succeeds with data: %j',
  async (body) => {
    startTestApi({ [`DELETE hubs/${NAME}/authorization`]: { body } });
    await expect(releaseHub(HUB)).resolves.toBeUndefined();
  },
);
