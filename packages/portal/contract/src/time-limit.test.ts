import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { inTime } from './time-limit.ts';

const late = () => new Error('A thing is late');

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('a promise that settles in time keeps its result, and no timer is left', async () => {
  await expect(inTime(10, Promise.resolve(7), late)).resolves.toBe(7);
  await expect(inTime(10, Promise.reject(new Error('A thing broke')), late)).rejects.toThrow('A thing broke');
  expect(jest.getTimerCount()).toBe(0);
});

test('a promise that stalls is rejected with the given error', async () => {
  const stalled = inTime(5000, new Promise(() => undefined), late);
  await Promise.all([expect(stalled).rejects.toThrow('A thing is late'), jest.advanceTimersByTimeAsync(5000)]);
});
