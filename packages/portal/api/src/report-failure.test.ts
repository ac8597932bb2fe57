import { expect, jest, test } from '@jest/globals';
import { CallError, session } from '@portal/session';
import { startTestSession } from '@portal/session/testing';
import { reportFailure } from './report-failure.ts';

const FAILED = new CallError('GET hubs', 'unavailable');

test('a failed call raises the notice', async () => {
  await startTestSession();
  const raiseNotice = jest.fn();
  reportFailure(FAILED, raiseNotice);
  expect(raiseNotice).toHaveBeenCalledTimes(1);
});

test('a failed call raises no notice once the session is over', async () => {
  await startTestSession();
  session.end('ended');
  const raiseNotice = jest.fn();
  reportFailure(FAILED, raiseNotice);
  expect(raiseNotice).not.toHaveBeenCalled();
});

test('a bug raises the notice and is rethrown', async () => {
  await startTestSession();
  const raiseNotice = jest.fn();
  expect(() => reportFailure(new TypeError('x is not a function'), raiseNotice)).toThrow(TypeError);
  expect(raiseNotice).toHaveBeenCalledTimes(1);
});
