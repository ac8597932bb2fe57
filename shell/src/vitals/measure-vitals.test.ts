/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { PartReport } from '@portal/contract/report';
import type { Vital } from '@portal/contract/visits';
import { testPortal, testRemote } from '../testing/open-portal.tsx';
import { measureVitals } from './measure-vitals.ts';

const HUBS = testRemote('mfe-hubs', [{ path: '/settings', Page: () => () => null }]);
let reports: PartReport[] = [];
const load = jest.fn(async () => ({
  collectVitals(felt: (vital: Vital, value: number) => void) {
    felt('LCP', 1234);
    felt('CLS', 0.02);
    // As after a return from the back-forward cache.
    felt('LCP', 20);
  },
}));

function browserMeasures(...supportedEntryTypes: readonly string[]): void {
  Object.assign(globalThis, { PerformanceObserver: { supportedEntryTypes } });
}

async function measureAt(path: string, remote = HUBS): Promise<readonly PartReport[]> {
  window.history.replaceState(null, '', path);
  measureVitals(testPortal([remote]), (report) => reports.push(report), load);
  await jest.runAllTimersAsync();
  return reports;
}

beforeEach(() => {
  reports = [];
  load.mockClear();
  jest.useFakeTimers();
  browserMeasures('largest-contentful-paint', 'layout-shift', 'mark');
});
afterEach(() => {
  jest.useRealTimers();
});

test('each vital is reported once, for the part that owns the first route', async () => {
  expect(await measureAt('/settings')).toEqual([
    { part: 'mfe-hubs', version: '1.0.0', vital: 'LCP', value: 1234 },
    { part: 'mfe-hubs', version: '1.0.0', vital: 'CLS', value: 0.02 },
  ]);
});

test.each(['/login', '/no/such/page'])('at %s, vitals are the shell’s', async (path) => {
  const [first] = await measureAt(path);
  expect(first).toMatchObject({ part: 'shell', version: '1.2.115-local.0a1b2c3' });
});

test('a fallback has its own vitals', async () => {
  const [first] = await measureAt('/settings', { ...HUBS, fallenBackTo: '0.9.0' });
  expect(first).toMatchObject({ part: 'mfe-hubs', version: '0.9.0' });
});

test('a browser that measures none does not load the code for it', async () => {
  browserMeasures('mark', 'measure');
  expect(await measureAt('/settings')).toEqual([]);
  Object.assign(globalThis, { PerformanceObserver: undefined });
  expect(await measureAt('/settings')).toEqual([]);
  expect(load).not.toHaveBeenCalled();
});
