/** @jest-environment jsdom */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const booted = jest.fn();

beforeEach(() => {
  // The limit of time does not pass.
  jest.useFakeTimers();
  booted.mockReset();
  jest.resetModules();
  jest.unstable_mockModule('./vendor.ts', () => ({}));
  jest.unstable_mockModule('./boot.ts', () => {
    booted();
    return {};
  });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(document, 'prerendering');
  delete window.__preview;
});

test('the portal runs when its data preview is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  window.__preview = promise;
  await import('./start.ts');
  await setImmediate();
  expect(booted).not.toHaveBeenCalled();
  resolve(undefined);
  await setImmediate();
  expect(booted).toHaveBeenCalledTimes(1);
});

test('a page that is prepared runs when it is shown', async () => {
  window.__preview = Promise.resolve();
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  await import('./start.ts');
  await setImmediate();
  expect(booted).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('prerenderingchange'));
  await setImmediate();
  expect(booted).toHaveBeenCalledTimes(1);
});
