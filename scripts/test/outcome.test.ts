import { expect, test } from '@jest/globals';
import { checkOutcome, totalLine } from './outcome.ts';

const tests = { passed: 12, failed: 0, skipped: [], output: '' };

test('the last line sums passed and failed', () => {
  expect(totalLine([tests, { ...tests, failed: 2 }])).toBe('24 passed, 2 failed');
});

test('the last line tells of skipped tests when there are any', () => {
  expect(totalLine([tests, { ...tests, skipped: ['one', 'two'] }])).toBe('24 passed, 0 failed, 2 skipped');
});

test('a failed step without tests counts as a failure, a successful one not at all', () => {
  expect(totalLine([checkOutcome(true, ''), tests, checkOutcome(false, '')])).toBe('12 passed, 1 failed');
});
