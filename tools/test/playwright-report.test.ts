import { describe, expect, test } from '@jest/globals';
import { readPlaywrightReport } from './playwright-report.ts';

const spec = (title: string, status: string, annotations: object[] = []) => ({
  title,
  file: 'settings.spec.ts',
  tests: [{ status, annotations }],
});
const report = {
  config: { rootDir: '/repository/e2e/src' },
  suites: [
    {
      title: 'settings.spec.ts',
      specs: [spec('shows the hubs', 'expected')],
      suites: [
        {
          title: 'the table',
          specs: [
            spec('runs on PostgreSQL', 'skipped', [{ type: 'skip', description: 'no server' }]),
            spec('prints', 'skipped', [{ type: 'skip' }]),
          ],
        },
      ],
    },
  ],
  stats: { expected: 1, unexpected: 0, flaky: 0, skipped: 2 },
};

test('skipped tests are named, with the reason', () => {
  expect(readPlaywrightReport(report, true, 'text', '/repository')).toMatchObject({
    passed: 1,
    failed: 0,
    skipped: [
      { name: 'settings.spec.ts: runs on PostgreSQL (no server)', group: 'settings.spec.ts' },
      { name: 'settings.spec.ts: prints', group: 'settings.spec.ts' },
    ],
    output: 'text',
  });
});

test('each test is listed with its file, its titles and whether it passed', () => {
  const file = 'e2e/src/settings.spec.ts';
  expect(readPlaywrightReport(report, true, 'text', '/repository').tests).toEqual([
    { file, path: ['shows the hubs'], passed: true },
    { file, path: ['the table', 'runs on PostgreSQL'], passed: false },
    { file, path: ['the table', 'prints'], passed: false },
  ]);
});

describe('tests that passed at the second try only', () => {
  const withUnsteady = (count: number) => ({
    ...report,
    suites: [
      {
        title: 'settings.spec.ts',
        specs: Array.from({ length: count }, (_, index) => spec(`test ${index + 1}`, 'flaky')),
      },
    ],
    stats: { expected: 10, unexpected: 0, flaky: count },
  });

  test('are named and have passed if they are few', () => {
    expect(readPlaywrightReport(withUnsteady(3), true, '', '/')).toMatchObject({
      passed: 13,
      failed: 0,
      unsteady: ['settings.spec.ts: test 1', 'settings.spec.ts: test 2', 'settings.spec.ts: test 3'],
    });
  });

  test('have failed if they are many', () => {
    expect(readPlaywrightReport(withUnsteady(4), true, '', '/')).toMatchObject({ passed: 10, failed: 4 });
  });
});

test('a run without a test counts as a failure', () => {
  const empty = { ...report, suites: [], stats: { expected: 0, unexpected: 0, flaky: 0 } };
  expect(readPlaywrightReport(empty, false, '', '/').failed).toBe(1);
});
