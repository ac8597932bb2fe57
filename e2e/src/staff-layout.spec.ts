import type { Page } from '@playwright/test';
import { expect, openAs, signIn, test } from './support/portal.ts';
import { openStaff } from './support/staff.ts';

test.describe.configure({ mode: 'parallel' });

test.describe('after sign-in', () => {
  for (const [email, path, title] of [
    ['support@example.com', '/staff/people', 'Find a person'],
    ['content@example.com', '/staff/countries', 'Countries'],
    ['owner@example.com', '/settings', 'Hello, '],
  ] as const)
    test(`${email} goes on to ${path}`, async ({ page, portal }) => {
      await page.context().addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
      await signIn(page, email);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(page).toHaveURL(path);
    });

  test('staff go on to the page that they asked for, also if it is that with the hubs', async ({ page, portal }) => {
    await page.context().addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);
    await page.goto('/login?redirect=/settings');
    await signIn(page, 'support@example.com');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Customer service' })).toBeVisible();
    await expect(page).toHaveURL('/settings');
  });
});

/** What the element that has the focus stands under, and the names of columns. */
const lookAtFocus = async (page: Page) =>
  await page.evaluate(() => {
    const focused = document.activeElement;
    const head = document.querySelector('.table thead th');
    if (!focused || !head) return undefined;
    const { left, width, top, height } = focused.getBoundingClientRect();
    return {
      isTable: focused.closest('tbody') !== null,
      isFree: focused.contains(document.elementFromPoint(left + width / 2, top + height / 2)),
      headAt: Math.round(head.getBoundingClientRect().top),
    };
  });

test('a long table has rows of 40 pixels, and a head that stays in sight and hides nothing that has the focus', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openStaff({ page, portal, roles: ['content'], path: '/staff/countries' });
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(30);
  expect(Math.max(...heights)).toBeLessThanOrEqual(40);
  const links = page.locator('tbody').getByRole('link');
  await links.nth(30).focus();
  // The next ones to reach are behind the head.
  await page.evaluate(() => {
    const link = document.activeElement?.getBoundingClientRect();
    window.scrollBy(0, (link?.top ?? 0) - 40);
  });
  for (let steps = 0; steps < 25; steps++) {
    await page.keyboard.press('Shift+Tab');
    expect(await lookAtFocus(page), `${steps} rows up`).toEqual({ isTable: true, isFree: true, headAt: 0 });
  }
});

test('on a phone the areas are one press away, by keyboard, too', async ({ page, portal }) => {
  await page.setViewportSize({ width: 375, height: 600 });
  await openStaff({ page, portal, roles: ['support'], path: '/staff/logs' });
  const areas = page.getByRole('navigation', { name: 'Areas of customer service' });
  await expect(areas).toBeHidden();
  await page.getByRole('button', { name: 'Areas' }).press('Enter');
  await expect(areas.getByRole('link')).toHaveCount(5);
  await expect(areas.getByRole('link', { name: 'Logs' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(areas.getByRole('link', { name: 'Hub status' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/staff/hubs');
  await expect(areas).toBeHidden();
});

test('in forced colours the area of the page is marked', async ({ page, portal }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openAs(page, 'support@example.com', `${portal.url}/staff/logs`);
  await expect(page.locator('.staff-nav [aria-current]')).toHaveCSS('border-inline-start-width', '3px');
});
