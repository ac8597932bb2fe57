import type { Page } from '@playwright/test';
import { expect, expectRunning, openAs, startSignedIn, test } from './support/portal.ts';

/** Marks the portal's page and leaves it for a file; the browser keeps the page in memory. */
async function leave(page: Page): Promise<void> {
  // One with requests under way may not be kept.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', 'yes'));
  await page.goto('/config.json');
}

/** Goes back, and checks by the mark that the page came from memory and was not loaded again. */
async function returnFromMemory(page: Page): Promise<void> {
  // A page from memory is not loaded, so there is no load to wait for.
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'yes');
}

async function seesHubs(page: Page): Promise<void> {
  await expect(page.getByRole('rowheader').first()).toBeVisible();
}

async function openHubs(page: Page, email: string): Promise<void> {
  await openAs(page, email);
  await seesHubs(page);
}

test('a page from memory is unchanged; after the session has ended it shows sign-in, and no hubs', async ({
  page,
  context,
}) => {
  await openHubs(page, 'owner@example.com');
  await leave(page);
  await returnFromMemory(page);
  await seesHubs(page);
  await expect(page).toHaveURL('/settings');

  await leave(page);
  await context.clearCookies();
  await returnFromMemory(page);
  await expect(page).toHaveURL('/login?redirect=%2Fsettings');
  await expect(page.getByRole('rowheader')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'owner@example.com' })).toHaveCount(0);
});

test('a page from memory shows nothing of the first user after another one has signed in', async ({
  page,
  context,
  portal,
}) => {
  await openHubs(page, 'owner@example.com');
  await leave(page);
  await startSignedIn(context, portal.url, 'guest@example.com');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'guest@example.com' })).toBeVisible();
  await expect(page.getByText('owner@example.com')).toHaveCount(0);
  // The page is loaded again, so nothing of the first user is left in memory.
  await expect(page.locator('html')).not.toHaveAttribute('data-kept');
});

test('sign-in from memory leads on to the target after a sign-in in another tab', async ({ page, context }) => {
  await page.goto('/login?redirect=%2Fsettings');
  await expectRunning(page);
  await leave(page);
  const other = await context.newPage();
  await openHubs(other, 'owner@example.com');
  await returnFromMemory(page);
  await expect(page).toHaveURL('/settings');
  await seesHubs(page);
});
