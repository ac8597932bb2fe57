import { expect, test } from '@jest/globals';
import { formatDate } from './dates.ts';

test.each([
  [new Date(2025, 2, 9), '09.03.2025'],
  [new Date(2025, 11, 31, 23, 59, 59), '31.12.2025'],
  [new Date(1970, 0, 1, 0, 0), '01.01.1970'],
])('%p is formatted as its local day [T279]', (date, text) => {
  expect(formatDate(date)).toBe(text);
});
