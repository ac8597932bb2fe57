/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { session } from '@portal/session';
import { startTestSession, TEST_USER } from '@portal/session/testing';
import type { FakeResponse } from '../testing.ts';
import { startTestApi } from '../testing.ts';
import { changeEmail } from './change-email.ts';

beforeEach(() => localStorage.clear());

test.each<[string, FakeResponse, boolean]>([
  ['has accepted is of the same person', { body: {} }, true],
  [
    'refuses, as somebody else has it, is not',
    { status: 400, body: { errors: [{ error: 'EMAIL_ADDRESS_IN_USE' }] } },
    false,
  ],
])('an address that the API %s', async (_, answer, isSame) => {
  let user = TEST_USER;
  await startTestSession(TEST_USER, async () => user);
  startTestApi({ 'PUT account/email': answer });
  await changeEmail({ email: 'new@example.com', password: 'secret' });
  const generation = session.generation();
  user = { ...TEST_USER, email: 'new@example.com' };
  await session.check();
  expect(session.generation() === generation).toBe(isSame);
});
