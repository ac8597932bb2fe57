import { beforeEach, expect, jest, test } from '@jest/globals';
import { session, startSession } from '@portal/session';
import { signedInBrowser, startTestSession } from '@portal/session/testing';
import { getAccount } from './calls/get-account.ts';
import { getHubs } from './calls/get-hubs.ts';
import { logOut } from './calls/log-out.ts';
import { fakeFetch, TEST_API, toResponse, wireAccount, wireHub } from './testing.ts';
import type { FakeResponses, FakeRequest } from './testing.ts';
import { send, startApi } from './transport.ts';
import type { ApiOptions } from './transport.ts';
import { EnvelopeSchema } from './wire.ts';

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const FRESH = { body: { access_token: 'access-2', refresh_token: 'refresh-2', id_token: 'id-2' } };
const REFUSED = { status: 401, body: { errors: [{ code: 1 }] } };
const ACCOUNT = { body: { data: wireAccount() } };
const HUBS = { body: { data: [wireHub()] } };

const never = () => new Promise<never>(() => undefined);

/** An API that accepts the second access token only. */
const forFreshToken = (answer: object) => (request: FakeRequest) =>
  request.headers['authorization'] === 'Bearer access-2' ? answer : REFUSED;

/** The whole client: API and session together, with the tokens number 1 in the cookies. */
function start(answers: FakeResponses, options: Partial<ApiOptions> = {}) {
  const { cookies, tab } = signedInBrowser();
  const { fetch, requests } = fakeFetch(answers);
  startSession({ cookieDomain: null, environment: tab(), loadAccount: getAccount });
  startApi({ baseUrl: TEST_API, fetch, ...options });
  return { cookies, requests, asked: () => requests.map(({ method, path }) => `${method} ${path}`) };
}

test('every call sends the bearer token, requests JSON, follows no redirect and sends no cookies [T223]', async () => {
  const { requests } = start({ 'GET hubs': HUBS });
  await getHubs();
  expect(requests[0]?.headers).toEqual({ accept: 'application/json', authorization: 'Bearer access-1' });
  expect(requests[0]?.init).toMatchObject({ redirect: 'error', credentials: 'omit', cache: 'no-cache' });
});

test('bytes are sent as they are', async () => {
  const { requests } = start({ 'PUT files/1': { body: {} } });
  const body = new Blob(['bytes']);
  await send({ method: 'PUT', path: 'files/1', body }, EnvelopeSchema);
  expect(requests[0]?.headers['content-type']).toBe('application/octet-stream');
  expect(requests[0]?.init?.body).toBe(body);
});

test('without a token no bearer is sent [T114]', async () => {
  await startTestSession(null);
  const { fetch, requests } = fakeFetch({ 'GET hubs': HUBS });
  startApi({ baseUrl: TEST_API, fetch });
  await getHubs();
  expect(requests[0]?.headers).toEqual({ accept: 'application/json' });
});

test('five calls that get a 401 at the same time refresh once and are each retried once [T246]', async () => {
  const { asked, cookies } = start({ 'GET hubs': forFreshToken(HUBS), 'POST user/getTokens': FRESH });
  const hubs = await Promise.all(Array.from({ length: 5 }, () => getHubs()));
  expect(hubs.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
  const five = Array<string>(5).fill('GET hubs');
  expect(asked()).toEqual([...five, 'POST user/getTokens', ...five]);
  expect(cookies.read()).toBe('access_token=access-2; refresh_token=refresh-2');
});

test('a second 401 is final, and the session stays [T247]', async () => {
  const { asked } = start({
    'GET account/': { body: { data: wireAccount() } },
    'GET hubs': REFUSED,
    'POST user/getTokens': FRESH,
  });
  await session.check();
  await expect(getHubs()).rejects.toMatchObject({ kind: 'unauthenticated', status: 401, codes: [{ code: 1 }] });
  expect(asked()).toEqual(['GET account/', 'GET hubs', 'POST user/getTokens', 'GET hubs']);
  expect(session.getState().status).toBe('authenticated');
});

test.each([{ status: 400 }, { status: 403 }, { body: { errors: [{ code: 1 }] } }])(
  'a refresh refused with %j ends the session and retries nothing',
  async (answer) => {
    const { asked, cookies } = start({ 'GET hubs': REFUSED, 'POST user/getTokens': answer });
    await expect(getHubs()).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(asked()).toEqual(['GET hubs', 'POST user/getTokens']);
    expect(session.getState()).toEqual({ status: 'unauthenticated', reason: 'ended' });
    expect(cookies.read()).toBe('');
  },
);

test('invalid tokens in an answer are trouble, too', async () => {
  start({ 'GET hubs': REFUSED, 'POST user/getTokens': { body: { ...FRESH.body, access_token: 'a; b' } } });
  await expect(getHubs()).rejects.toMatchObject({
    name: 'CallError',
    kind: 'unavailable',
    cause: expect.any(TypeError),
  });
});

test('a call that changes something is not retried when the connection breaks, and bypasses the cache [T236]', async () => {
  const { asked, requests } = start({ 'GET account/logout': () => Promise.reject(new TypeError('Failed to fetch')) });
  await expect(logOut()).rejects.toMatchObject({ kind: 'unreachable', status: undefined });
  expect(asked()).toEqual(['GET account/logout']);
  expect(requests[0]?.init).toMatchObject({ cache: 'no-store', credentials: 'include' });
});

test('a log-out waits neither for the lock nor for a refresh or a check that is under way', async () => {
  const hung = Promise.withResolvers<object>();
  const answers = [hung.promise, FRESH];
  const { asked, cookies } = start({
    'GET account/': ({ headers }) => (headers['authorization'] === 'Bearer not-seen-yet' ? never() : ACCOUNT),
    'GET account/logout': ({ headers }) => (headers['authorization'] === 'Bearer access-2' ? { body: {} } : REFUSED),
    'GET hubs': REFUSED,
    'POST user/getTokens': () => answers.shift() ?? FRESH,
  });
  await session.check();
  const hubs = getHubs();
  await new Promise((resolve) => setTimeout(resolve));
  cookies.write('access_token=not-seen-yet; Path=/');
  await logOut();
  expect(asked()).toEqual([
    'GET account/',
    'GET hubs',
    'POST user/getTokens',
    'GET account/logout',
    'POST user/getTokens',
    'GET account/logout',
  ]);
  hung.resolve(FRESH);
  await expect(hubs).rejects.toMatchObject({ kind: 'unauthenticated' });
});

test.each([
  [400, 'refused'],
  [403, 'forbidden'],
  [404, 'refused'],
  [409, 'refused'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [304, 'malformed'],
])('status %d is "%s"', async (status, kind) => {
  start({ 'GET hubs': { status, text: '<h1>No</h1>' } });
  await expect(getHubs()).rejects.toMatchObject({ kind, status, codes: [] });
});

test.each(['https://evil.example/hubs', '//evil.example/hubs', '/hubs', '\\\\evil.example\\hubs'])(
  'the path %j stays at the API',
  async (path) => {
    const fetch = jest.fn(async (_url: string, _init: RequestInit) => toResponse({ body: {} }));
    start({}, { fetch });
    await send({ method: 'GET', path }, EnvelopeSchema);
    expect(fetch.mock.calls[0]?.[0].startsWith(TEST_API)).toBe(true);
  },
);

test.each(['../hubs', 'hubs/../../x', '%2e%2e/x', '..\\x'])(
  'the path %j, which leaves the API, is not called',
  async (path) => {
    const { requests } = start({});
    await expect(send({ method: 'GET', path }, EnvelopeSchema)).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  },
);

const early = async ({ status = 200, body = {} }: { status?: number; body?: unknown }) =>
  new Response(JSON.stringify(body), { status });

test('an early read is used once', async () => {
  const { asked } = start({ 'GET hubs': HUBS }, { earlyReads: { hubs: early({ body: { data: [] } }) } });
  const [first, second] = await Promise.all([getHubs(), getHubs()]);
  expect([first, second].map(({ length }) => length)).toEqual([0, 1]);
  expect(asked()).toEqual(['GET hubs']);
});

test.each([
  [10_000, 0, []],
  [10_001, 1, ['GET hubs']],
])('an early read used %d ms after the start: %d hubs, requests %j', async (age, count, calls) => {
  let time = 500;
  const options = { earlyReads: { hubs: early({ body: { data: [] } }) }, now: () => time };
  const { asked } = start({ 'GET hubs': HUBS }, options);
  time += age;
  expect(await getHubs()).toHaveLength(count);
  expect(asked()).toEqual(calls);
});

test('an early read that failed is requested again', async () => {
  const broken = Promise.reject(new TypeError('Failed to fetch'));
  broken.catch(() => undefined);
  const { asked } = start({ 'GET hubs': HUBS }, { earlyReads: { hubs: broken } });
  expect(await getHubs()).toHaveLength(1);
  expect(asked()).toEqual(['GET hubs']);
});

test('the 401 of an early read leads to one refresh and one retry', async () => {
  const { asked } = start(
    { 'GET hubs': forFreshToken(HUBS), 'POST user/getTokens': FRESH },
    { earlyReads: { hubs: early({ status: 401 }) } },
  );
  expect(await getHubs()).toHaveLength(1);
  expect(asked()).toEqual(['GET hubs', 'POST user/getTokens', 'GET hubs']);
});

test('a 401 of an early read with a known token leads straight to the refresh', async () => {
  const { asked } = start(
    { 'GET hubs': forFreshToken(HUBS), 'POST user/getTokens': FRESH },
    { earlyReads: { hubs: early({ status: 401 }) }, earlyToken: 'access-1' },
  );
  expect(await getHubs()).toHaveLength(1);
  expect(asked()).toEqual(['POST user/getTokens', 'GET hubs']);
});

test('a call that changes something never uses an early read', async () => {
  const { asked } = start(
    { 'GET account/logout': { body: {} } },
    { earlyReads: { 'account/logout': early({ body: {} }) } },
  );
  await logOut();
  expect(asked()).toEqual(['GET account/logout']);
});

test('an early read for one user is not used for the next', async () => {
  const { asked } = start({ 'GET hubs': HUBS }, { earlyReads: { hubs: early({ body: { data: [] } }) } });
  session.end('ended');
  expect(await getHubs()).toHaveLength(1);
  expect(asked()).toEqual(['GET hubs']);
});
