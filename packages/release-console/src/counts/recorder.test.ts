import { beforeEach, expect, test } from '@jest/globals';
import type { CountsResult } from './counts.ts';
import { CountsRecorder, SLOTS } from './recorder.ts';

const HALF_HOUR = 30 * 60_000;

let now = 0;
let sums: { loads: number; failures: number; version?: string }[] = [];
let recorder: CountsRecorder;

beforeEach(() => {
  now = 1000 * HALF_HOUR;
  recorder = new CountsRecorder(
    async () => {
      const versions = sums.map(({ loads, failures, version = '1.0.0' }) => {
        const times = { kinds: [], meanMs: undefined, p95Ms: undefined };
        return { part: 'mfe-hubs', version, loads, failures, ...times };
      });
      return await Promise.resolve<CountsResult>({ counts: { served: 1, damaged: false, versions } });
    },
    () => now,
  );
});

async function pollWith(...next: typeof sums): Promise<void> {
  sums = next;
  await recorder.poll();
}

test('records the failure rate per half hour, over all versions', async () => {
  await pollWith({ loads: 1000, failures: 500 });
  await pollWith({ loads: 1099, failures: 501 });
  now += HALF_HOUR;
  await pollWith({ loads: 1099, failures: 501 }, { loads: 3, failures: 1, version: '1.1.0' });
  const day = recorder.lastDayOf('mfe-hubs');
  expect(day).toHaveLength(SLOTS);
  expect(day.slice(-3)).toEqual([undefined, 0.01, 0.25]);
  expect(recorder.lastDayOf('mfe-legal')).toEqual(Array.from({ length: SLOTS }, () => undefined));
});

test('treats sums that shrink as a restart of the web server', async () => {
  await pollWith({ loads: 1000, failures: 0 });
  await pollWith({ loads: 9, failures: 1 });
  expect(recorder.lastDayOf('mfe-hubs').at(-1)).toBe(0.1);
});

test('drops failures after a day', async () => {
  await pollWith({ loads: 0, failures: 0 });
  await pollWith({ loads: 0, failures: 1 });
  now += (SLOTS - 1) * HALF_HOUR;
  await pollWith({ loads: 1, failures: 1 });
  expect(recorder.lastDayOf('mfe-hubs')[0]).toBe(1);
  now += HALF_HOUR;
  await pollWith({ loads: 1, failures: 1 });
  expect(recorder.lastDayOf('mfe-hubs').filter((rate) => rate !== undefined)).toEqual([0]);
});
