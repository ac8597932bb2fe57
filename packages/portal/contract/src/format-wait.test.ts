import { expect, test } from '@jest/globals';
import { formatWait } from './format-wait.ts';

test.each([
  ['en', 0.2, '1 second'],
  ['en', 30, '30 seconds'],
  ['de', 60, '60 Sekunden'],
  ['en', 61, '2 minutes'],
  ['fr', 900, '15 minutes'],
  ['nl', 900, '15 minuten'],
] as const)('in %s, %d seconds are "%s"', (language, seconds, words) => {
  expect(formatWait(language, seconds)).toBe(words);
});
