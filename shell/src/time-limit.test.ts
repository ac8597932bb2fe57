import { afterEach, expect, jest, test } from '@jest/globals';
import { inTime } from './time-limit.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('what comes in time comes as it is', async () => {
  await expect(inTime('A thing', 10, Promise.resolve(7))).resolves.toBe(7);
});

test('what stalls is given up, by its name', async () => {
  jest.useFakeTimers();
  const stalled = inTime('A thing', 5000, new Promise(() => undefined));
  await Promise.all([expect(stalled).rejects.toThrow('A thing'), jest.advanceTimersByTimeAsync(5000)]);
});
