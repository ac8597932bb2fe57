import type { Browser, Page } from '@playwright/test';
import { readShifts, addUp, watchShifts } from './support/held-page.ts';
import { expect, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** How late code and data come, in milliseconds. */
const LATE = { code: 600, data: 700 };
const LIMIT = 0.02;

const PATHS: Readonly<Record<string, readonly string[]>> = {
  'a visitor': ['/login', '/faq', '/terms', '/info?successful_deletion', '/welcome', '/terms/versions'],
  'a visitor of other pages': [
    '/accessibility',
    '/check-device',
    '/build-information',
    '/migration-info',
    '/no/such/page',
  ],
  'owner@example.com': ['/settings', '/account', '/account/delete', '/welcome'],
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

interface Visit {
  readonly url: string;
  readonly width: number;
  readonly person: string;
  readonly path: string;
  /** That of a cookie; without it the account's is used as soon as it is known. */
  readonly language?: string;
  readonly data?: number;
}

/** Opens a page in a browser of its own. @returns the layout shifts until it has loaded, if they are too many. */
async function measureJumps(browser: Browser, { url, width, person, path, language, data = LATE.data }: Visit) {
  const context = await browser.newContext({ baseURL: url, viewport: { width, height: 900 }, locale: 'en' });
  if (person.includes('@')) await startSignedIn(context, url, person);
  if (language !== undefined) await context.addCookies([{ name: 'portal_language', value: language, url }]);
  const page = await context.newPage();
  await watchShifts(page);
  await delay(page, data);
  await page.goto(path);
  await expect(page.getByRole('contentinfo')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
  if (language === undefined) await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  const shifts = await readShifts(page);
  await context.close();
  return addUp(shifts) > LIMIT ? [{ path, shifts }] : [];
}

for (const [person, paths] of Object.entries(PATHS))
  for (const width of [375, 1280])
    test(`no page of ${person} jumps at ${width} pixels while code and data are late`, async ({
      browser,
      portal: { url },
    }) => {
      test.slow();
      const jumps: unknown[] = [];
      for (const path of paths)
        jumps.push(...(await measureJumps(browser, { url, width, person, path, language: 'en' })));
      expect(jumps).toEqual([]);
    });

test('the first visit of an account in another language than the browser’s does not jump', async ({
  browser,
  portal: { url },
}) => {
  test.slow();
  const jumps: unknown[] = [];
  for (const [width, path] of [
    [1280, '/settings'],
    [1280, '/account'],
    [375, '/settings'],
    [375, '/terms'],
  ] as const)
    // The language of this account is German; no cookie says so yet. The data come later than the first render waits
    // for the page.
    jumps.push(...(await measureJumps(browser, { url, width, path, person: 'guest@example.com', data: 1000 })));
  expect(jumps).toEqual([]);
});

test('a page that is reached by a link does not jump while its data are late', async ({ page, portal }) => {
  // On a phone, rows are so high that the footer is below the screen.
  await page.setViewportSize({ width: 1280, height: 900 });
  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await watchShifts(page);
  await page.goto('/info?successful_deletion');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await delay(page, 3500);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page.locator('main .skeleton').first()).toBeVisible();
  await expect(page.getByRole('switch').first()).toBeVisible();
  expect(addUp(await readShifts(page))).toBeLessThanOrEqual(LIMIT);
});
