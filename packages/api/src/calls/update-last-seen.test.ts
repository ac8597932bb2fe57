import { expect, test } from '@jest/globals';
import { startTestSession } from '@portal/session/testing';
import { startTestApi } from '../testing.ts';
import type { FakeResponse } from '../testing.ts';
import { updateLastSeen } from './update-last-seen.ts';

test.each<[string, FakeResponse]>([
  ['an envelope', { body: { data: {} } }],
  ['no body', { status: 204 }],
])('sends an empty body and accepts %s [T225]', async (_, answer) => {
  await startTestSession();
  const requests = startTestApi({ 'PUT account/lastseen': answer });
  await updateLastSeen();
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ method: 'PUT', path: 'account/lastseen' });
  expect(requests[0]?.init.body).toBeUndefined();
  expect(requests[0]?.headers['authorization']).toBe('Bearer access-1');
});

test('a refusal throws an error', async () => {
  await startTestSession();
  startTestApi({ 'PUT account/lastseen': { status: 500 } });
  await expect(updateLastSeen()).rejects.toMatchObject({ kind: 'unavailable' });
});
