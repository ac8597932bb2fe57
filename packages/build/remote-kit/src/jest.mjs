import { fileURLToPath } from 'node:url';

const file = (/** @type {string} */ name) => fileURLToPath(new URL(`testing/${name}`, import.meta.url));

// The same dates and texts on every machine.
process.env.TZ = 'UTC';

/** Jest runs the sources as ES modules; the type checker is a separate step. */
export const jestConfig = {
  testEnvironment: 'node',
  setupFiles: [file('browser-globals.mjs')],
  setupFilesAfterEnv: [file('page.mjs')],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: {
    '\\.tsx?$': [
      fileURLToPath(import.meta.resolve('@swc/jest')),
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
  },
  moduleNameMapper: {
    '\\.css$': file('empty-style.mjs'),
    // jsdom draws nothing.
    '^@portal/pdf-viewer$': '@portal/pdf-viewer/testing',
  },
  // Only for tests that hang: a busy machine may be slow.
  testTimeout: 60_000,
  // An unhandled rejection fails the test that caused it.
  waitForUnhandledRejections: true,
  restoreMocks: true,
};
