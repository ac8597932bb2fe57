/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import type { FakeResponse, FakeRequest } from '@portal/api/testing';
import { startTestApi } from '@portal/api/testing';
import { session } from '@portal/session';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import { keepLastSeen } from './last-seen.ts';

const NOW = new Date(2026, 10, 20, 0, 30);
const ACCEPTED: FakeResponse = { body: { data: {} } };

/** Lets every started call be sent: it only waits for resolved promises. */
const underWay = () => new Promise((resolve) => setTimeout(resolve));

/** The updates sent during one page load; `answer` is the API's answer. */
async function sentOnLoad(answer: FakeResponse = ACCEPTED): Promise<readonly FakeRequest[]> {
  const requests = startTestApi({ 'PUT account/lastseen': answer });
  keepLastSeen(() => NOW);
  await underWay();
  return requests;
}

const userSeen = (lastSeen: Date | null) => startTestSession({ ...TEST_USER, lastSeen });

beforeEach(async () => {
  await startTestSession(null);
});

test.each<[string, Date | null, number]>([
  ['never before', null, 1],
  ['an hour ago, but yesterday', new Date(2026, 10, 19, 23, 30), 1],
  ['this day a year ago', new Date(2025, 10, 20, 0, 30), 1],
  ['this day a month ago', new Date(2026, 9, 20, 0, 30), 1],
  ['tomorrow, by another clock', new Date(2026, 10, 21, 0, 30), 1],
  ['a minute ago', new Date(2026, 10, 20, 0, 29), 0],
  ['later today, by another clock', new Date(2026, 10, 20, 23, 59), 0],
  ['at the first moment of today', new Date(2026, 10, 20), 0],
])('a user last seen %s [T167]', async (_, lastSeen, updates) => {
  await userSeen(lastSeen);
  expect(await sentOnLoad()).toHaveLength(updates);
});

test('the update is sent once per page load, however often the account is checked [T168]', async () => {
  await userSeen(null);
  const requests = await sentOnLoad();
  await session.check();
  await session.check();
  await startTestSession();
  await underWay();
  expect(requests).toHaveLength(1);
});

test('nothing is sent until a user is signed in', async () => {
  const requests = await sentOnLoad();
  expect(requests).toHaveLength(0);
  await startTestSession();
  await underWay();
  expect(requests).toHaveLength(1);
});

test('a refusal shows no failure', async () => {
  await userSeen(null);
  expect(await sentOnLoad({ status: 403 })).toHaveLength(1);
  expect(session.getState().status).toBe('authenticated');
});
