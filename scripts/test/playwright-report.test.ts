import { expect, test } from '@jest/globals';
import { readPlaywrightReport } from './playwright-report.ts';

const spec = (title: string, status: string, annotations: object[] = []) => ({
  title,
  file: 'settings.spec.ts',
  tests: [{ status, annotations }],
});
const report = {
  suites: [
    {
      specs: [spec('shows the hubs', 'expected')],
      suites: [
        {
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
  expect(readPlaywrightReport(report, true, 'text')).toEqual({
    passed: 1,
    failed: 0,
    skipped: [
      { name: 'settings.spec.ts: runs on PostgreSQL (no server)', group: 'settings.spec.ts' },
      { name: 'settings.spec.ts: prints', group: 'settings.spec.ts' },
    ],
    output: 'text',
  });
});

test('a flaky test has failed', () => {
  const stats = { expected: 1, unexpected: 2, flaky: 1 };
  expect(readPlaywrightReport({ ...report, stats }, false, '').failed).toBe(3);
});

test('a run that never came to a test counts as a failure', () => {
  const empty = { suites: [], stats: { expected: 0, unexpected: 0, flaky: 0 } };
  expect(readPlaywrightReport(empty, false, '').failed).toBe(1);
});
