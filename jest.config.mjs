import { join } from 'node:path';

// Every program that a test starts compiles the same TypeScript; from the cache it starts sooner.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');
// The same dates and texts on every machine.
process.env.TZ = 'UTC';

/** Jest runs the sources as ES modules; the type checker is a separate step. */
export default {
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/scripts/testing/browser-globals.mjs'],
  setupFilesAfterEnv: ['<rootDir>/scripts/testing/async-limit.mjs'],
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.md', '.yaml'],
  testMatch: ['<rootDir>/{shell,mfe-*,packages,scripts,tools}/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/.portal/'],
  modulePathIgnorePatterns: ['/dist/', '/.portal/'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2024',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
    '/documents/.+\\.(md|yaml)$': '<rootDir>/mfe-legal/build/jest-transform.ts',
  },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/scripts/testing/empty-style.mjs',
    // jsdom draws nothing.
    '^@portal/pdf-viewer$': '<rootDir>/packages/pdf-viewer/src/testing.tsx',
  },
  // One more than the cores of CI: tests that wait for a process or a database leave them idle.
  maxWorkers: 3,
  testSequencer: '<rootDir>/scripts/testing/long-files-first.ts',
  // Only for tests that hang: a busy machine may be slow.
  testTimeout: 60_000,
  // An unhandled rejection fails the test that caused it.
  waitForUnhandledRejections: true,
  restoreMocks: true,
};
