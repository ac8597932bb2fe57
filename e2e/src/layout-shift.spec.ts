import type { Page } from '@playwright/test';
import { expect, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** How late code and data come, in milliseconds. */
const LATE = { code: 600, data: 700 };
const LIMIT = 0.02;

const SCREENS = {
  'a visitor': ['/login', '/faq', '/terms', '/info?successful_deletion'],
  'a visitor of other pages': [
    '/welcome',
    '/accessibility',
    '/privacy-policy',
    '/service-description',
    '/terms/versions',
    '/check-device',
    '/hub-release',
    '/build-information',
    '/migration-info',
    '/no/such/page',
  ],
  'owner@example.com': ['/settings', '/account', '/account/delete', '/welcome'],
  'guest@example.com': ['/settings'],
  'many@example.com': ['/settings', '/settings?search=rear&show=shared&rows=40'],
  'empty@example.com': ['/settings'],
  'unmigrated@example.com': ['/settings', '/account', '/account/delete'],
  'developer@example.com': ['/developer'],
  'manager@example.com': ['/developer/signup'],
};

/** Delays every script and every answer of the API, as a slow network does. */
async function delay(page: Page, data: number): Promise<void> {
  const later = async (pattern: RegExp, milliseconds: number) =>
    await page.route(pattern, async (route) => {
      setTimeout(() => void route.continue().catch(() => undefined), milliseconds);
    });
  await later(/\/assets\/.+\.(js|css)$/, LATE.code);
  await later(/\/api\//, data);
}

/** Sums the layout shifts of the page from its start; those after an input of the user do not count. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node?: Element | null }[];
    }
    const shifts: { readonly value: number; readonly what: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const what = sources.map(
          ({ node }) => `${node?.nodeName ?? ''}.${node instanceof Element ? node.className : ''}`,
        );
        if (!hadRecentInput) shifts.push({ value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Opens a page and sums its layout shifts until it has loaded. */
async function shiftsOf(page: Page, path: string, data = LATE.data) {
  await watchShifts(page);
  await delay(page, data);
  await page.goto(path);
  await expect(page.getByRole('contentinfo')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
  await page.evaluate(async () => await new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; what: string[] }[] }).shifts,
  );
  return { path, total: shifts.reduce((sum, { value }) => sum + value, 0), shifts };
}

/** The rest is for the full run. */
const EVERY_RUN = new Set(['a visitor 375', 'owner@example.com 375', 'many@example.com 1280']);

for (const [person, paths] of Object.entries(SCREENS)) {
  for (const width of [375, 1280]) {
    const tag = EVERY_RUN.has(`${person} ${width}`) ? [] : ['@full'];
    test(
      `no page of ${person} jumps at ${width} pixels while code and data are late`,
      { tag },
      async ({ browser, portal }) => {
        test.slow();
        const jumps: unknown[] = [];
        for (const path of paths) {
          const context = await browser.newContext({ baseURL: portal.url, viewport: { width, height: 900 } });
          if (person.includes('@')) await startSignedIn(context, portal.url, person);
          // On the first visit after a sign-in, the page changes to the language of the account when that is known.
          await context.addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
          const sum = await shiftsOf(await context.newPage(), path);
          if (sum.total > LIMIT) jumps.push(sum);
          await context.close();
        }
        expect(jumps).toEqual([]);
      },
    );
  }
}

for (const width of [375, 1280]) {
  test(
    `the first visit of an account in another language than the browser’s does not jump at ${width} pixels`,
    { tag: '@full' },
    async ({ browser, portal }) => {
      const jumps: unknown[] = [];
      for (const path of width === 1280
        ? ['/settings', '/account', '/account/delete', '/terms']
        : ['/settings', '/terms']) {
        const context = await browser.newContext({
          baseURL: portal.url,
          viewport: { width, height: 900 },
          locale: 'en',
        });
        // The language of this account is German; no cookie says so yet.
        await startSignedIn(context, portal.url, 'guest@example.com');
        const page = await context.newPage();
        // Later than the first render waits for the page.
        const sum = await shiftsOf(page, path, 1000);
        await expect(page.locator('html')).toHaveAttribute('lang', 'de');
        if (sum.total > LIMIT) jumps.push(sum);
        await context.close();
      }
      expect(jumps).toEqual([]);
    },
  );
}
