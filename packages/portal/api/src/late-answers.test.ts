import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { CallError } from '@portal/session';
import { session, startSession } from '@portal/session';
import { signedInBrowser } from '@portal/session/testing';
import { changeName } from './calls/change-name.ts';
import { getAccount } from './calls/get-account.ts';
import { getHubs } from './calls/get-hubs.ts';
import { updateLastSeen } from './calls/update-last-seen.ts';
import { fakeFetch, later, TEST_API, toResponse, wireAccount, wireHub } from './testing.ts';
import type { FakeResponses } from './testing.ts';
import { onUnknownOutcome, readAhead, startApi } from './transport.ts';
import type { ApiOptions } from './transport.ts';

const HUBS = { body: { data: [wireHub()] } };
const ACCOUNT = { body: { data: wireAccount() } };
const NAME = { firstName: 'Olivia', lastName: 'Owner' };
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
});

function start(answers: FakeResponses, options: Partial<ApiOptions> = {}) {
  const { cookies, tab } = signedInBrowser();
  const { fetch, requests } = fakeFetch({ 'GET account/': ACCOUNT, ...answers });
  startSession({ cookieDomain: null, environment: tab(), loadAccount: getAccount });
  startApi({ baseUrl: TEST_API, fetch, now: () => Date.now(), ...options });
  return { cookies, requests, asked: () => requests.map(({ method, path }) => `${method} ${path}`) };
}

/** The failure of `call`, which the test waits for on its clock. */
function catchFailure(call: Promise<unknown>): Promise<CallError> {
  return call.then(
    () => {
      throw new Error('The call did not fail');
    },
    (error: CallError) => error,
  );
}

test('a call without an answer fails after ten seconds, and its late answer serves the next call', async () => {
  const hubs = later();
  const { asked } = start({ 'GET hubs': hubs.answer });
  const failure = catchFailure(getHubs());
  await jest.advanceTimersByTimeAsync(10_000);
  const { kind, late } = await failure;
  expect(kind).toBe('timed-out');
  hubs.arrive(HUBS);
  await late;
  expect(await getHubs()).toHaveLength(1);
  expect(asked()).toEqual(['GET hubs']);
});

test('a late answer serves one call, for ten seconds, and none after a change or the end of the session', async () => {
  for (const outdate of [
    () => getHubs(),
    () => jest.advanceTimersByTimeAsync(10_001),
    () => changeName(NAME),
    async () => session.end('ended'),
  ]) {
    const hubs = later();
    const { asked } = start({ 'GET hubs': [hubs.answer, HUBS], 'PUT account/general': { body: { data: {} } } });
    const failure = catchFailure(getHubs());
    await jest.advanceTimersByTimeAsync(10_000);
    hubs.arrive({ body: { data: [] } });
    await (
      await failure
    ).late;
    await outdate();
    expect(await getHubs()).toHaveLength(1);
    expect(asked().filter((call) => call === 'GET hubs')).toHaveLength(2);
  }
});

test.each([
  ['never comes', 3000, never],
  [
    'breaks off',
    3000,
    () => new Promise<never>((_, reject) => void setTimeout(() => reject(new TypeError('x')), 4000)),
  ],
])('an early read that %s and the call after it share ten seconds', async (_, age, read) => {
  const reading = read();
  reading.catch(() => undefined);
  start({ 'GET hubs': never }, { earlyReads: { hubs: reading }, earlyReadsAt: Date.now() });
  await jest.advanceTimersByTimeAsync(age);
  const settled = jest.fn();
  void catchFailure(getHubs()).then(settled);
  await jest.advanceTimersByTimeAsync(9999 - age);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith(expect.objectContaining({ kind: 'timed-out' }));
});

test('a refused call, its refresh and its repetition share ten seconds; late tokens are stored', async () => {
  const fresh = later();
  const { cookies } = start({ 'GET hubs': { status: 401 }, 'POST user/getTokens': fresh.answer });
  const failure = catchFailure(getHubs());
  await jest.advanceTimersByTimeAsync(10_000);
  expect((await failure).kind).toBe('timed-out');
  session.end('trouble');
  fresh.arrive({ body: { access_token: 'access-2', refresh_token: 'refresh-2', id_token: 'id-2' } });
  await jest.advanceTimersByTimeAsync(0);
  expect(cookies.read()).toBe('access_token=access-2; refresh_token=refresh-2');
});

test('the check of a session that gets no answer is trouble, and is repeated with the late answer', async () => {
  const account = later();
  const { asked } = start({ 'GET account/': account.answer });
  const checked = session.check();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await checked).toEqual({ status: 'unauthenticated', reason: 'trouble' });
  account.arrive(ACCOUNT);
  await jest.advanceTimersByTimeAsync(0);
  expect(session.getState().status).toBe('authenticated');
  expect(asked()).toEqual(['GET account/']);
});

describe('a change whose connection breaks', () => {
  /** Whether the shell has been told that the outcome is unknown, and what was sent. */
  async function readOutcome(answers: FakeResponses) {
    const told = jest.fn();
    const stop = onUnknownOutcome(told);
    const { asked } = start(answers);
    const { kind } = await catchFailure(changeName(NAME));
    stop();
    return { kind, told: told.mock.calls.length, asked: asked() };
  }
  const breaks = () => {
    throw new TypeError('Failed to fetch');
  };

  test('is never sent again, and the shell learns that its outcome is unknown', async () => {
    expect(await readOutcome({ 'PUT account/general': breaks })).toEqual({
      kind: 'unreachable',
      told: 1,
      asked: ['PUT account/general'],
    });
  });

  test('while the answer arrives has an unknown outcome, too', async () => {
    const broken = { body: { data: {} }, breaks: true } as const;
    expect(await readOutcome({ 'PUT account/general': broken })).toMatchObject({ kind: 'unreachable', told: 1 });
  });

  test('was not made if the connection broke in the refresh before it', async () => {
    const answers = { 'PUT account/general': { status: 401 }, 'POST user/getTokens': breaks };
    expect(await readOutcome(answers)).toMatchObject({ kind: 'unreachable', told: 0 });
  });
});

test('a change without an answer is never sent again; the shell learns that its outcome is unknown, and when it is known', async () => {
  const outcomes: string[] = [];
  const stop = onUnknownOutcome((known) => {
    outcomes.push('unknown');
    void known.then(() => outcomes.push('known'));
  });
  const name = later();
  const { asked } = start({ 'PUT account/general': name.answer, 'PUT account/lastseen': never });
  const failures = [catchFailure(changeName(NAME)), catchFailure(updateLastSeen())];
  await jest.advanceTimersByTimeAsync(10_000);
  expect((await Promise.all(failures)).map(({ kind }) => kind)).toEqual(['timed-out', 'timed-out']);
  expect(outcomes).toEqual(['unknown']);
  name.arrive({ body: { data: {} } });
  await jest.advanceTimersByTimeAsync(0);
  expect(outcomes).toEqual(['unknown', 'known']);
  expect(asked()).toEqual(['PUT account/general', 'PUT account/lastseen']);
  stop();
});

describe('a read that begins ahead', () => {
  test('serves the next call alone, also while that is under way', async () => {
    const hubs = later();
    const { asked, requests } = start({ 'GET hubs': hubs.answer });
    readAhead('hubs');
    readAhead('hubs');
    const taken = getHubs();
    hubs.arrive(HUBS);
    expect(await taken).toHaveLength(1);
    expect(asked()).toEqual(['GET hubs']);
    expect(requests[0]?.headers['authorization']).toMatch(/^Bearer /);
    await getHubs();
    expect(asked()).toHaveLength(2);
  });

  test('takes what the page has read early, instead of asking again', async () => {
    const { asked } = start({ 'GET hubs': HUBS }, { earlyReads: { hubs: Promise.resolve(toResponse(HUBS)) } });
    readAhead('hubs');
    expect(await getHubs()).toHaveLength(1);
    expect(asked()).toEqual([]);
  });

  test.each([
    ['was refused', { status: 503 }],
    ['got no answer', () => Promise.reject(new TypeError('offline'))],
  ])('that %s is made again by the call', async (_, failure) => {
    const { asked } = start({ 'GET hubs': [failure, HUBS] });
    readAhead('hubs');
    expect(await getHubs()).toHaveLength(1);
    expect(asked()).toEqual(['GET hubs', 'GET hubs']);
  });

  test.each([
    ['ten seconds', () => jest.advanceTimersByTimeAsync(10_001)],
    ['a change', () => changeName(NAME)],
    ['the end of the session', async () => session.end('ended')],
  ])('is not taken after %s', async (_, outdate) => {
    const { asked } = start({ 'GET hubs': HUBS, 'PUT account/general': { body: { data: {} } } });
    readAhead('hubs');
    await outdate();
    await getHubs().catch(() => undefined);
    expect(asked().filter((call) => call === 'GET hubs')).toHaveLength(2);
  });

  test('has a wait that counts from the call: nobody has waited before', async () => {
    const { asked } = start({ 'GET hubs': () => new Promise<never>(() => undefined) });
    readAhead('hubs');
    await jest.advanceTimersByTimeAsync(6000);
    const failure = jest.fn();
    getHubs().catch(failure);
    await jest.advanceTimersByTimeAsync(9000);
    expect(failure).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1000);
    expect(failure).toHaveBeenCalledWith(expect.objectContaining({ kind: 'timed-out' }));
    expect(asked()).toEqual(['GET hubs']);
  });

  test('does not begin while a change is under way', async () => {
    const change = later();
    const { asked } = start({ 'GET hubs': HUBS, 'PUT account/general': change.answer });
    const changed = changeName(NAME);
    readAhead('hubs');
    change.arrive({ body: { data: {} } });
    await changed;
    await getHubs();
    expect(asked()).toEqual(['PUT account/general', 'GET hubs']);
  });

  test('is not taken after a change that began meanwhile', async () => {
    const [hubs, change] = [later(), later()];
    const { asked } = start({ 'GET hubs': [hubs.answer, HUBS], 'PUT account/general': change.answer });
    readAhead('hubs');
    const changed = changeName(NAME);
    hubs.arrive(HUBS);
    change.arrive({ body: { data: {} } });
    await changed;
    await getHubs();
    expect(asked()).toEqual(['GET hubs', 'PUT account/general', 'GET hubs']);
  });
});
