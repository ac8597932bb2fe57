/** @jest-environment jsdom */
import { afterEach, expect, jest, test } from '@jest/globals';
import { timeSinceVisible, whenVisible } from './when-visible.ts';

function prerendering(value: boolean): void {
  Object.defineProperty(document, 'prerendering', { value, configurable: true });
}

afterEach(() => {
  Reflect.deleteProperty(document, 'prerendering');
});

test('a page that is prepared works when it is shown, once', () => {
  const work = jest.fn();
  prerendering(true);
  whenVisible(work);
  expect(work).not.toHaveBeenCalled();
  prerendering(false);
  document.dispatchEvent(new Event('prerenderingchange'));
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(work).toHaveBeenCalledTimes(1);
});

test('nobody has waited for a page before it was shown', () => {
  const entries = (activationStart?: number) =>
    Object.assign(performance, {
      now: () => 5000,
      getEntriesByType: () => [activationStart === undefined ? {} : { activationStart }],
    });
  entries(4200);
  expect(timeSinceVisible()).toBe(800);
  entries(0);
  expect(timeSinceVisible()).toBe(5000);
  entries();
  expect(timeSinceVisible()).toBe(5000);
});
