import { expect, test } from '@jest/globals';
import { checkOutcome, skippedLines, totalLine, unsteadyLines } from './outcome.ts';

const skippedTests = (count: number, group: string) =>
  Array.from({ length: count }, (_, index) => ({ name: `${group} ${index + 1}`, group }));
const tests = { passed: 12, failed: 0, skipped: [], output: '' };

test('the last line sums passed and failed', () => {
  expect(totalLine([tests, { ...tests, failed: 2 }])).toBe('24 passed, 2 failed');
});

test('the last line counts the tests that ran; skipped tests are named before it', () => {
  expect(totalLine([tests, { ...tests, skipped: skippedTests(2, 'a') }])).toBe('24 passed, 0 failed');
});

test('a failed step without tests counts as a failure, a successful one is not counted', () => {
  expect(totalLine([checkOutcome(true, ''), tests, checkOutcome(false, '')])).toBe('12 passed, 1 failed');
});

test('a run without tests says so, and never that 0 passed', () => {
  expect(totalLine([checkOutcome(true, '')])).toBe('No tests ran; 1 check passed.');
  expect(totalLine([checkOutcome(true, ''), checkOutcome(true, '')])).toBe('No tests ran; 2 checks passed.');
  expect(totalLine([checkOutcome(false, '')])).toBe('0 passed, 1 failed');
});

test('skipped tests are named, grouped by kind', () => {
  expect(skippedLines([tests, { ...tests, skipped: [...skippedTests(2, 'few'), ...skippedTests(4, 'many')] }])).toEqual(
    ['Skipped: few 1', 'Skipped: few 2', 'Skipped: 4 tests of "many"'],
  );
});

test('a test that passed at the second try only is named', () => {
  expect(unsteadyLines([tests, { ...tests, unsteady: ['hubs.spec.ts: shares a hub'] }])).toEqual([
    'Passed at the second try only: hubs.spec.ts: shares a hub',
  ]);
});
