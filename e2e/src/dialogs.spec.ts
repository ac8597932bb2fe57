import type { Page } from '@playwright/test';
import { getAccountId } from './support/backend.ts';
import { expect, openAs, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** A phone, and a window of 1280 x 1024 px at 400 % (WCAG 1.4.10). */
const SIZES = [
  { width: 375, height: 600 },
  { width: 320, height: 256 },
] as const;

/** What must be in sight without scrolling: the question, and its answers. */
async function expectInSight(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 }).first()).toBeInViewport({ ratio: 1 });
  for (const button of await dialog.locator('.dialog__actions .button').all())
    await expect(button).toBeInViewport({ ratio: 1 });
  await expect(dialog.locator(':focus')).toBeInViewport({ ratio: 1 });
}

/** The names of the dialogs that the buttons of the open page raise. */
async function openEachDialog(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog');
  const names: string[] = [];
  for (const button of await page.getByRole('main').locator('button:not([popovertarget], [type="submit"])').all()) {
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    await button.click();
    if (!(await dialog.isVisible())) continue;
    names.push(await dialog.getByRole('heading', { level: 2 }).first().innerText());
    await expectInSight(page);
    // Each control can be reached, and none is below the buttons that stay in sight.
    for (const control of await dialog.locator('.dialog__body').locator('input, textarea, select').all()) {
      await control.focus();
      await expect(control).toBeInViewport();
      const isFree = await control.evaluate((element) => {
        const { left, top, width } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + width / 2, top + 4));
      });
      expect(isFree, names.at(-1)).toBe(true);
    }
    await dialog.locator('.dialog__actions button[type="button"]').first().click();
    await expect(dialog).toHaveCount(0);
  }
  return names;
}

const PERSON = `/staff/people/${getAccountId('owner@example.com')}`;
const PAGES = [
  ['owner@example.com', '/settings', 1],
  ['admin@example.com', PERSON, 4],
  ['admin@example.com', '/staff/logs', 1],
  ['admin@example.com', '/staff/oems', 3],
] as const;

for (const { width, height } of SIZES)
  for (const [email, path, least] of PAGES)
    test(`each dialog of ${path} opens with its question and its buttons in sight (${width} x ${height})`, async ({
      page,
    }) => {
      test.setTimeout(60_000);
      await page.setViewportSize({ width, height });
      await openAs(page, email, path);
      await expect(page.getByRole('main').getByRole('table').first()).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect((await openEachDialog(page)).length).toBeGreaterThanOrEqual(least);
    });
