import { describe, expect, test } from '@jest/globals';
import { checkOutcome, totalLine } from './outcome.ts';
import { readJestReport, readPlaywrightReport } from './reports.ts';

const RUN = { succeeded: true, output: 'text' };
const FAILED = { succeeded: false, output: 'text' };

const pending = (title: string) => ({ status: 'pending', fullName: `S3 ${title}`, ancestorTitles: ['S3'] });
const jest = {
  numPassedTests: 3,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [
    {
      name: '/a.test.ts',
      assertionResults: [
        { status: 'passed', fullName: 'passes', ancestorTitles: [] },
        { status: 'todo', fullName: 'will be written', ancestorTitles: [] },
        ...['a', 'b', 'c', 'd'].map(pending),
      ],
    },
  ],
};

const spec = (title: string, status: string, annotations: object[] = []) => ({
  title,
  file: 'hubs.spec.ts',
  tests: [{ status, annotations }],
});
const playwright = {
  suites: [
    {
      specs: [spec('shows the hubs', 'expected')],
      suites: [{ specs: [spec('prints', 'skipped', [{ type: 'skip', description: 'no printer' }])] }],
    },
  ],
  stats: { expected: 1, unexpected: 0 },
};

test('passed and failed tests are counted, skipped ones named, many of one group together', () => {
  expect(readJestReport(jest, RUN)).toEqual({
    passed: 3,
    failed: 0,
    skipped: ['will be written', '4 tests of "S3"'],
    output: 'text',
  });
  expect(readPlaywrightReport(playwright, RUN)).toEqual({
    passed: 1,
    failed: 0,
    skipped: ['hubs.spec.ts: prints (no printer)'],
    output: 'text',
  });
});

describe('a failure is', () => {
  test.each([
    ['a test that fails', readJestReport({ ...jest, numFailedTests: 2 }, FAILED), 2],
    ['a file that fails before its first test', readJestReport({ ...jest, numRuntimeErrorTestSuites: 1 }, FAILED), 1],
    [
      'a browser test that fails',
      readPlaywrightReport({ ...playwright, stats: { expected: 1, unexpected: 2 } }, FAILED),
      2,
    ],
    ['a run that fails without a failed test', readJestReport(jest, FAILED), 1],
    ['a run without a test', readPlaywrightReport({ suites: [], stats: { expected: 0, unexpected: 0 } }, RUN), 1],
  ])('%s', (_, { failed }, count) => {
    expect(failed).toBe(count);
  });
});

test('a report of another shape is refused', () => {
  expect(() => readJestReport({}, RUN)).toThrow("Jest's report");
});

test.each([
  [[checkOutcome(true, ''), { passed: 12, failed: 2, skipped: [], output: '' }], '12 passed, 2 failed'],
  [[checkOutcome(true, '')], 'No tests ran; 1 check passed.'],
  [[checkOutcome(true, ''), checkOutcome(true, '')], 'No tests ran; 2 checks passed.'],
  [[checkOutcome(false, '')], '0 passed, 1 failed'],
])('the last line sums what ran, and never says that 0 passed: %#', (outcomes, line) => {
  expect(totalLine(outcomes)).toBe(line);
});
