import type { Page } from '@playwright/test';
import { holdFiles, readShifts, watchShifts } from './support/held-page.ts';
import { expect, expectNoAxeViolations, expectRunning, startSignedIn, test } from './support/portal.ts';
import { NOWHERE, SCREENS } from './support/routes.ts';

test.describe.configure({ mode: 'parallel' });

const CODE_AND_STYLES = /\/assets\/.+\.(js|css)$/;

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

type Look = readonly [path: string, language: 'en' | 'de' | 'fr' | 'nl', theme: 'light' | 'dark'];

/** A page of each layout, of each way to a page, and one of each text, in turn in each language and theme. */
const LOOKS: readonly Look[] = [
  ['/', 'fr', 'dark'],
  ['/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT', 'de', 'light'],
  ['/account', 'en', 'light'],
  ['/welcome', 'de', 'dark'],
  ['/user-info?show=account-confirmation-error', 'de', 'light'],
  ['/build-information', 'fr', 'dark'],
  ['/no/such/page', 'de', 'light'],
  ['/migration-info', 'de', 'dark'],
  ['/terms/versions?locale=fr', 'fr', 'light'],
  ['/info?failed_deletion', 'nl', 'light'],
  ['/user-info', 'en', 'dark'],
  ['/forbidden', 'nl', 'dark'],
  ['/hub-release', 'fr', 'light'],
  ['/check-device', 'nl', 'light'],
  ['/privacy-policy/regions', 'de', 'light'],
];
const AXE_AT: ReadonlySet<string> = new Set(['/', '/no/such/page', '/build-information', '/migration-info']);

async function expectSameAsRunning(page: Page, url: string, [path, language, colorScheme]: Look): Promise<void> {
  await page.context().addCookies([{ name: 'portal_language', value: language, url }]);
  await page.emulateMedia({ colorScheme });
  const arrive = await holdFiles(page, CODE_AND_STYLES);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('#prerendered h1')).toBeVisible();
  await page.waitForFunction(() => document.readyState !== 'loading');
  const prerendered = await seen(page);
  if (AXE_AT.has(path)) await expectNoAxeViolations(page);
  await arrive();
  await expectRunning(page);
  const running = await seen(page);
  const shifts = await readShifts(page);
  expect.soft({ path, prerendered, shifts }).toEqual({ path, prerendered: running, shifts: [] });
}

for (const [width, which, looks, tag] of [
  [375, 'a page of each kind', LOOKS.slice(0, 4), ['@journey']],
  [375, 'every other open page', LOOKS.slice(4), []],
  [1280, 'every open page', LOOKS, []],
] as const)
  test(
    `${which} is read before any script or style sheet comes, and nothing moves or changes when they do, at ${width} pixels`,
    { tag: [...tag] },
    async ({ page, portal: { url } }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await watchShifts(page);
      for (const look of looks) await expectSameAsRunning(page, url, look);
    },
  );

test('with a session the welcome page is prerendered for somebody who is signed in, and keeps the focus', async ({
  page,
  context,
  portal,
}) => {
  await startSignedIn(context, portal.url, 'owner@example.com');
  const arrive = await holdFiles(page, CODE_AND_STYLES);
  await page.goto('/welcome', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good to see you again');
  const prerendered = await seen(page);
  const link = page.getByRole('main').getByRole('link', { name: 'Go to your hubs' });
  await link.focus();
  await arrive();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await seen(page)).toEqual(prerendered);
  await expect(link).toBeFocused();
});

test('without scripts every open page can be read, and sign-in is a plain link [T214]', async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url, javaScriptEnabled: false, locale: 'en' });
  const page = await context.newPage();
  const screens = SCREENS.filter(({ access }) => access === 'open').map(({ path }) => path);
  const lists = ['/faq', '/accessibility', '/terms/versions', '/privacy-policy/regions'];
  for (const path of [...screens, ...lists, NOWHERE.path]) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeInViewport();
    await expect(page.locator('.skeleton, button, select').filter({ visible: true }), path).toHaveCount(0);
  }
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await context.close();
});
