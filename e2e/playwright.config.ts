import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findInstalledBrowser } from '../scripts/find-browser.ts';
import { ENGINES } from './src/engines/engine.ts';
import type { EngineName } from './src/engines/engine.ts';

/**
 * Tests of the whole portal: production builds, published and released, in front of the development backend. With
 * BASE_URL they run against a portal that runs already.
 */

// Searched for once: the workers read this file, too, and get the path from the environment.
const browser = process.env['CHROMIUM_PATH'] || findInstalledBrowser();
if (browser !== undefined) process.env['CHROMIUM_PATH'] = browser;

// Every command of a test compiles the same TypeScript; from the cache it starts in a third of the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

// Without these switches, Chromium calls Google's servers at every start; on a closed network each call has to time
// out.
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const launchOptions = {
  ...(browser !== undefined && { executablePath: browser }),
  args: [...QUIET, ...asRoot],
};

/** If the runner names it, most tests run in Chromium's headless shell, which opens a page in a third of the time. */
const headlessShell = process.env['HEADLESS_SHELL_PATH'];
const inHeadlessShell = {
  // Every frame of an animation is drawn by the processor. The tests of the engines see them.
  contextOptions: { reducedMotion: 'reduce' as const },
  launchOptions: { ...launchOptions, ...(headlessShell && { executablePath: headlessShell }) },
};

/** `fast`: the journeys, one through each job that matters. `full`: all other tests. Without it, both. */
const lane = process.env['TEST_LANE'];
const JOURNEY = /@journey/;
const DEVELOPMENT = ['debugging', 'problems', 'pseudo-locale', 'reload-on-edit'].map(
  (name) => `**/src/${name}.spec.ts`,
);
const ENGINE_TESTS = '**/engines/*.spec.ts';
/** They build versions of parts, and release them on servers of their own. */
const RELEASES = [
  'another-repository',
  'console',
  'explain',
  'fallback',
  'in-a-hurry',
  'nginx',
  'one-part',
  'operating',
  'overrides',
  'releases',
  'several-servers',
  'staff-release',
  'updates',
].map((name) => `**/src/${name}.spec.ts`);
const OTHER_PROJECTS = [...DEVELOPMENT, ...RELEASES, '**/back-forward.spec.ts', ENGINE_TESTS];

export default defineConfig<object, { engineName: EngineName; runTime: 'own' | 'enhanced' }>({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  ...(lane === 'fast' && { grep: JOURNEY }),
  ...(lane === 'full' && { grepInvert: JOURNEY }),
  globalSetup: './src/support/global-setup.ts',
  // One more than the cores of CI: a page that waits for its servers, and a test that waits for a build, leave them
  // idle.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // Only for a run that hangs.
  globalTimeout: 60 * 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  projects: [
    // First, what takes long in one worker. Development: one server for all files; two of them edit its sources.
    { name: 'development', testMatch: DEVELOPMENT, workers: 1, use: inHeadlessShell },
    // In two workers their builds would wait for each other; in one, other tests run meanwhile.
    { name: 'releases', testMatch: RELEASES, workers: 1, use: inHeadlessShell },
    // One test file, and so one browser, at a time in each engine. In Chromium, only what the other tests do not show
    // there.
    ...ENGINES.map((engineName) => ({
      name: `engine-${engineName}`,
      testMatch:
        engineName === 'chromium' ? '**/engines/{cdn,damaged-copies,predecessor,releases}.spec.ts' : ENGINE_TESTS,
      workers: 1,
      use: { engineName },
    })),
    // The jobs of a customer on parts with the original run time of the federation plugin.
    {
      name: 'original-run-time',
      testMatch: '**/engines/{account,hubs,reading,sign-in}.spec.ts',
      workers: 1,
      use: { engineName: 'chromium', runTime: 'enhanced' },
    },
    {
      // With the memory of whole pages that people's browsers have and Playwright switches off; the headless shell has
      // none.
      name: 'back-forward',
      testMatch: '**/back-forward.spec.ts',
      use: { launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] } },
    },
    // Last: its files are many and short, so that all workers end together.
    { name: 'portal', testIgnore: OTHER_PROJECTS, use: inHeadlessShell },
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    baseURL: process.env['BASE_URL'],
    locale: 'en',
    timezoneId: 'UTC',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
