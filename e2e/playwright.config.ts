import { defineConfig } from '@playwright/test';
import { findInstalledBrowser } from '../scripts/find-browser.ts';

/**
 * The whole portal as it is shipped: production builds, published and released, in front of the development backend. With
 * BASE_URL the tests run against a portal that is there already.
 */

// Found once; the workers read this file too and take what stands in the environment.
const browser = process.env['CHROMIUM_PATH'] || findInstalledBrowser();
if (browser !== undefined) process.env['CHROMIUM_PATH'] = browser;

// Without these, Chromium asks addresses of its maker at every start; on a closed network each of them has to time out.
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

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './src/support/global-setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  // A limit for what hangs, not a measure.
  globalTimeout: 60 * 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  projects: [
    { name: 'portal', testIgnore: ['**/parent-domain.spec.ts', '**/back-forward.spec.ts'] },
    // On portal.ebike.localhost and api.ebike.localhost, with token cookies on the domain that both share.
    { name: 'parent-domain', testMatch: '**/parent-domain.spec.ts' },
    {
      // With the memory of whole pages that people's browsers have and Playwright switches off.
      name: 'back-forward',
      testMatch: '**/back-forward.spec.ts',
      use: { launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] } },
    },
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
