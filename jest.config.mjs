import { join } from 'node:path';
import { jestConfig } from '@portal/remote-kit/jest';

// Every program that a test starts compiles the same TypeScript; from the cache it starts sooner.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default {
  ...jestConfig,
  extensionsToTreatAsEsm: [...jestConfig.extensionsToTreatAsEsm, '.md', '.yaml'],
  testMatch: ['<rootDir>/{shell,mfe-*,packages,scripts,tools}/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: [...jestConfig.testPathIgnorePatterns, '/.portal/'],
  modulePathIgnorePatterns: [...jestConfig.modulePathIgnorePatterns, '/.portal/'],
  transform: {
    ...jestConfig.transform,
    '/documents/.+\\.(md|yaml)$': '<rootDir>/mfe-legal/build/jest-transform.ts',
  },
  // One more than the cores of CI: tests that wait for a process or a database leave them idle.
  maxWorkers: 3,
  testSequencer: '<rootDir>/scripts/testing/long-files-first.ts',
};
