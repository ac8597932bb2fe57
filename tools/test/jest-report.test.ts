import { expect, test } from '@jest/globals';
import { readJestReport } from './jest-report.ts';

const report = {
  numPassedTests: 3,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  testResults: [
    {
      name: '/repository/scripts/a.test.ts',
      assertionResults: [
        { status: 'passed', title: 'passes', fullName: 'passes', ancestorTitles: [] },
        { status: 'pending', title: 'works', fullName: 'on PostgreSQL works', ancestorTitles: ['on PostgreSQL'] },
        { status: 'pending', title: 'stays', fullName: 'on PostgreSQL stays', ancestorTitles: ['on PostgreSQL'] },
        { status: 'todo', title: 'will be written', fullName: 'will be written', ancestorTitles: [] },
      ],
    },
  ],
};

test('passed, failed and skipped tests are counted', () => {
  expect(readJestReport(report, true, 'text', '/repository')).toMatchObject({
    passed: 3,
    failed: 0,
    skipped: [
      { name: 'on PostgreSQL works', group: 'on PostgreSQL' },
      { name: 'on PostgreSQL stays', group: 'on PostgreSQL' },
      { name: 'will be written', group: '/repository/scripts/a.test.ts' },
    ],
    output: 'text',
  });
});

test('each test is listed with its file, its titles and whether it passed', () => {
  const file = 'scripts/a.test.ts';
  expect(readJestReport(report, true, 'text', '/repository').tests).toEqual([
    { file, path: ['passes'], passed: true },
    { file, path: ['on PostgreSQL', 'works'], passed: false },
    { file, path: ['on PostgreSQL', 'stays'], passed: false },
    { file, path: ['will be written'], passed: false },
  ]);
});

test('a file that fails before its first test counts as a failure', () => {
  expect(readJestReport({ ...report, numFailedTests: 1, numRuntimeErrorTestSuites: 1 }, false, '', '/').failed).toBe(2);
});

test('a run that fails without a failed test counts as a failure', () => {
  expect(readJestReport(report, false, '', '/').failed).toBe(1);
});

test('a report of another shape is refused', () => {
  expect(() => readJestReport({}, true, '', '/')).toThrow("Jest's report");
});
