import { afterEach, expect, jest, test } from '@jest/globals';
import { dayText, momentText } from './numbers.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test('moments are of UTC, wherever the browser is', () => {
  // A browser in New York, for which it is still the evening before.
  jest.spyOn(Date.prototype, 'getHours').mockReturnValue(21);
  jest.spyOn(Date.prototype, 'getDate').mockReturnValue(3);
  const moment = new Date('2026-05-04T01:05:00Z');
  expect(momentText(moment)).toBe('04.05.2026, 01:05');
  expect(dayText(moment)).toBe('04.05.2026');
});
