import type { Page } from '@playwright/test';
import { expect, openAs, startSignedIn, test } from './support/portal.ts';

/** Leaves the portal's page, marked, for a file; the browser keeps the page in memory. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', 'yes'));
  await page.goto('/config.json');
}

/** Goes back, and makes sure that the page came from memory: a page that is loaded again would prove nothing here. */
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

test('back to a page from memory: it is as it was, until the session ends; then the user’s hubs are gone', async ({
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

test('back to a page from memory when another user has signed in: nothing of the first one’s is left', async ({
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

test('back to sign-in from memory after signing in elsewhere: it goes on to the place', async ({ page, context }) => {
  await page.goto('/login?redirect=%2Fsettings');
  await expect(page.locator('a[href*="/user/weblogin"]')).toBeVisible();
  await leave(page);
  const other = await context.newPage();
  await openHubs(other, 'owner@example.com');
  await returnFromMemory(page);
  await expect(page).toHaveURL('/settings');
  await seesHubs(page);
});
