import { jestConfig } from '@portal/remote-kit/jest';

/**
 * Lane -> what it leaves to the full lane. A check also runs the slow tests of what a change touches.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const LEFT_OUT = { fast: ['\\.(?:full|slow)\\.test\\.'], check: ['\\.full\\.test\\.'] };

export default {
  ...jestConfig,
  extensionsToTreatAsEsm: [...jestConfig.extensionsToTreatAsEsm, '.md', '.yaml'],
  testMatch: ['<rootDir>/{shell,mfe-*,packages,scripts,tools,lab}/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: [
    ...jestConfig.testPathIgnorePatterns,
    '/.portal/',
    ...(LEFT_OUT[process.env['TEST_LANE'] ?? ''] ?? []),
  ],
  modulePathIgnorePatterns: [...jestConfig.modulePathIgnorePatterns, '/.portal/'],
  transform: {
    ...jestConfig.transform,
    '/documents/.+\\.(md|yaml)$': '<rootDir>/mfe-legal/build/jest-transform.ts',
  },
  // In milliseconds, only for tests that hang: some wait for containers, for Ceph or for an installation.
  testTimeout: 300_000,
  // One more than the cores of CI: tests that wait for a process or a database leave them idle.
  maxWorkers: 3,
  // In milliseconds. On a busy machine a worker of more than 1 GB needs longer than half a second to end, and would be
  // told to leak.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/scripts/testing/long-files-first.ts',
};
