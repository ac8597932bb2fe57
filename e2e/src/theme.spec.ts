import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, openAs, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const GROUND = { light: 'rgb(241, 243, 239)', dark: 'rgb(14, 22, 20)' };

const ground = async (page: Page) =>
  await page.evaluate(() => [
    getComputedStyle(document.body).backgroundColor,
    document.documentElement.dataset['theme'],
  ]);
const picker = (page: Page, name = 'Appearance') => page.getByRole('combobox', { name });

test('the chosen theme is there at the first paint, before any script or style sheet, on a device of the other theme', async ({
  page,
  context,
  baseURL,
}) => {
  await page.route(/\/assets\//, async (route) => await route.abort());
  for (const [theme, colorScheme] of [
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await context.addCookies([{ name: 'portal_theme', value: theme, url: baseURL ?? '' }]);
    for (const path of ['/login', '/no/such/page', '/404.html']) {
      await page.goto(path);
      // Without scripts, the page that says so has the theme, too.
      await expect(page.getByRole('alert')).toBeVisible();
      expect(await ground(page)).toEqual([GROUND[theme], theme]);
    }
  }
});

test(
  'the theme is chosen by keyboard, stays for the next page and sign-in, and other tabs follow at once',
  { tag: '@journey' },
  async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/welcome');
    await expect(picker(page)).toHaveValue('system');
    expect(await ground(page)).toEqual([GROUND.light, undefined]);
    const other = await context.newPage();
    await other.goto('/login');
    await expect(picker(other)).toHaveValue('system');

    await picker(page).focus();
    await page.keyboard.press('D');
    await expect(picker(page)).toHaveValue('dark');
    expect(await ground(page)).toEqual([GROUND.dark, 'dark']);
    await expect(picker(other)).toHaveValue('dark');
    expect(await ground(other)).toEqual([GROUND.dark, 'dark']);
    await expect(page.locator('meta[name="theme-color"]').first()).toHaveAttribute('content', '#0e1614');
    await expectNoAxeViolations(page);

    await openAs(other, 'owner@example.com');
    expect(await ground(other)).toEqual([GROUND.dark, 'dark']);
    await picker(other).selectOption('Automatic');
    await expect(picker(page)).toHaveValue('system');
    await page.reload();
    await expect(picker(page)).toHaveValue('system');
    expect(await ground(page)).toEqual([GROUND.light, undefined]);
  },
);

test('a page prints dark on light in any theme', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'portal_theme', value: 'dark', url: baseURL ?? '' }]);
  await page.goto('/welcome');
  await expect(picker(page)).toHaveValue('dark');
  await page.emulateMedia({ media: 'print' });
  const scheme = await page.evaluate(() => [
    getComputedStyle(document.documentElement).colorScheme,
    getComputedStyle(document.body).color,
  ]);
  expect(scheme).toEqual(['light', 'rgb(19, 33, 29)']);
});
