/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { browserEnvironment } from './environment.ts';

class QuietChannel {
  addEventListener(): void {}
}

beforeEach(() => {
  Object.assign(globalThis, { BroadcastChannel: QuietChannel });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
});

test('exclusive work waits for this origin’s lock, so that one tab runs it at a time', async () => {
  const granted = Promise.withResolvers<void>();
  const request = jest.fn(async (_name: string, _options: object, work: () => Promise<unknown>) => {
    await granted.promise;
    return await work();
  });
  Object.assign(navigator, { locks: { request } });
  const work = jest.fn(async () => 'done');
  const result = browserEnvironment().locks.request('a', { steal: true }, work);
  await Promise.resolve();
  expect(request.mock.calls).toEqual([['a', { steal: true }, work]]);
  expect(work).not.toHaveBeenCalled();
  granted.resolve();
  expect(await result).toBe('done');
});

test('without locks the work of this tab is queued, and a failure does not block the queue', async () => {
  const { locks } = browserEnvironment();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const runs = [
    locks.request('a', {}, async () => {
      order.push('first begins');
      await first.promise;
      order.push('first fails');
      throw new Error('no network');
    }),
    locks.request('a', {}, async () => order.push('second')),
  ];
  await Promise.resolve();
  expect(order).toEqual(['first begins']);
  first.resolve();
  const [failed, done] = await Promise.allSettled(runs);
  expect([failed?.status, done?.status]).toEqual(['rejected', 'fulfilled']);
  expect(order).toEqual(['first begins', 'first fails', 'second']);
});
