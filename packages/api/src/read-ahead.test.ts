import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { session, startSession } from '@portal/session';
import { signedInBrowser } from '@portal/session/testing';
import { changeName } from './calls/change-name.ts';
import { getAccount } from './calls/get-account.ts';
import { getHubs } from './calls/get-hubs.ts';
import { fakeFetch, later, TEST_API, wireAccount, wireHub } from './testing.ts';
import type { FakeResponses } from './testing.ts';
import { readAhead, startApi } from './transport.ts';

const HUBS = { body: { data: [wireHub()] } };

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function start(answers: FakeResponses) {
  const { tab } = signedInBrowser();
  const { fetch, requests } = fakeFetch({ 'GET account/': { body: { data: wireAccount() } }, ...answers });
  startSession({ cookieDomain: null, environment: tab(), loadAccount: getAccount });
  startApi({ baseUrl: TEST_API, fetch, now: () => Date.now() });
  return { asked: () => requests.map(({ method, path }) => `${method} ${path}`), requests };
}

test('the next call takes the answer of a read that began ahead, also while that is under way', async () => {
  const hubs = later();
  const { asked, requests } = start({ 'GET hubs': hubs.answer });
  readAhead('hubs');
  readAhead('hubs');
  const taken = getHubs();
  hubs.arrive(HUBS);
  expect(await taken).toHaveLength(1);
  expect(asked()).toEqual(['GET hubs']);
  expect(requests[0]?.headers['authorization']).toMatch(/^Bearer /);
});

test.each([
  ['ten seconds', () => jest.advanceTimersByTimeAsync(10_001)],
  ['a change', () => changeName({ firstName: 'Olivia', lastName: 'Owner' })],
  ['the end of the session', async () => session.end('ended')],
])('it is not taken after %s', async (_, outdate) => {
  const { asked } = start({ 'GET hubs': HUBS, 'PUT account/general': { body: { data: {} } } });
  readAhead('hubs');
  await outdate();
  await getHubs().catch(() => undefined);
  expect(asked().filter((call) => call === 'GET hubs')).toHaveLength(2);
});

test('a wait counts from the call: nobody has waited before', async () => {
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

test('nothing is read ahead while a change is under way, and what was read before is not taken after it', async () => {
  const change = later();
  const { asked } = start({ 'GET hubs': HUBS, 'PUT account/general': change.answer });
  const changed = changeName({ firstName: 'Olivia', lastName: 'Owner' });
  readAhead('hubs');
  change.arrive({ body: { data: {} } });
  await changed;
  await getHubs();
  expect(asked()).toEqual(['PUT account/general', 'GET hubs']);
});

test('a read that was under way when a change began is not taken after it', async () => {
  const [hubs, change] = [later(), later()];
  const { asked } = start({ 'GET hubs': [hubs.answer, HUBS], 'PUT account/general': change.answer });
  readAhead('hubs');
  const changed = changeName({ firstName: 'Olivia', lastName: 'Owner' });
  hubs.arrive(HUBS);
  change.arrive({ body: { data: {} } });
  await changed;
  await getHubs();
  expect(asked()).toEqual(['GET hubs', 'PUT account/general', 'GET hubs']);
});
