import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, startSignedIn, test } from './support/portal.ts';
import { NOWHERE, ROUTES } from './support/routes.ts';

test.describe.configure({ mode: 'parallel' });

const CODE_AND_STYLES = /\/assets\/.+\.(js|css)$/;

/** Holds back scripts and style sheets until the returned function is called. */
async function hold(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(CODE_AND_STYLES, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    resolve(undefined);
    await page.unroute(CODE_AND_STYLES);
  };
}

/** Name, address and box of everything that can be read or used in the page, and the document's title. */
async function seen(page: Page): Promise<readonly string[]> {
  return await page.getByRole('main').evaluate((main) => [
    document.title,
    ...[...main.querySelectorAll('h1, h2, h3, p, li, a, td, th, dt, dd, svg.route, .message, .legend, .card')]
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const place = [x, y, width, height].map((pixels) => Math.round(pixels)).join(' ');
        const address = element instanceof HTMLAnchorElement ? element.href : '';
        return `${element.tagName} "${element.textContent}" ${address} ${place}`;
      }),
  ]);
}

/** Sums the layout shifts of each page from its start. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number })[])
        shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsOf = async (page: Page) =>
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return (window as unknown as { readonly shifts: readonly number[] }).shifts;
  });

/** Addresses in which every painted page stands, and the language and theme in which it is looked at. */
const PAGES = [
  ['/', 'fr', 'dark'],
  ['/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT', 'de', 'light'],
  ['/login?title=anything&redirect=/account', 'nl', 'dark'],
  ['/account', 'en', 'light'],
  ['/welcome', 'de', 'dark'],
  ['/info?failed_deletion', 'nl', 'light'],
  ['/info?anything', 'fr', 'light'],
  ['/user-info?show=account-confirmation-error', 'de', 'light'],
  ['/user-info', 'en', 'dark'],
  ['/build-information', 'fr', 'dark'],
  ['/forbidden', 'nl', 'dark'],
  ['/no/such/page', 'de', 'light'],
  ['/hub-release', 'fr', 'light'],
  ['/check-device', 'nl', 'light'],
  ['/migration-info', 'de', 'dark'],
  ['/terms/versions?locale=fr', 'fr', 'light'],
  ['/privacy-policy/regions', 'de', 'light'],
] as const;

/** One page of each layout. */
const AXE_AT: ReadonlySet<string> = new Set(['/', '/no/such/page', '/build-information', '/migration-info']);

for (const width of [375, 1280])
  test(
    `an open page is read before any script or style sheet comes, and nothing moves or changes when they do, at ${width} pixels`,
    { tag: width === 375 ? [] : ['@full'] },
    async ({ page, context, portal: { url } }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      for (const [path, language, colorScheme] of PAGES) {
        await context.addCookies([{ name: 'portal_language', value: language, url }]);
        await page.emulateMedia({ colorScheme });
        const arrive = await hold(page);
        await page.goto(path, { waitUntil: 'commit' });
        await expect(page.locator('#painted-page h1')).toBeVisible();
        const painted = await seen(page);
        if (AXE_AT.has(path)) await expectNoAxeViolations(page);
        await arrive();
        await expect(page.getByRole('contentinfo')).toBeVisible();
        await expect(page.locator('#painted-page')).toHaveCount(0);
        const running = await seen(page);
        const shifts = await shiftsOf(page);
        expect.soft({ path, painted, shifts }).toEqual({ path, painted: running, shifts: [] });
      }
    },
  );

test('with a session the welcome page is painted for somebody who is signed in', async ({ page, context, portal }) => {
  await startSignedIn(context, portal.url, 'owner@example.com');
  const arrive = await hold(page);
  await page.goto('/welcome', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good to see you again');
  const painted = await seen(page);
  await arrive();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await seen(page)).toEqual(painted);
});

test('without scripts every open page can be read, and sign-in is a plain link', async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false, locale: 'en' });
  const page = await context.newPage();
  const open = ROUTES.filter(({ access, path }) => access === 'open' && path !== '/loggedin');
  for (const { path } of [...open, NOWHERE]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeInViewport();
    await expect(page.locator('.skeleton, button, select').filter({ visible: true }), path).toHaveCount(0);
  }
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await context.close();
});
