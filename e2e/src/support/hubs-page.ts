import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect, startSignedIn } from './portal.ts';
import type { Delivery } from './releases.ts';

/** Waits for the page of hubs that greets with these words. */
export async function greets(page: Page, words: string, timeout = 10_000): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`^${words}, `) })).toBeVisible({ timeout });
}

/** Leaves the page error and returns to it, removes the cause, and presses "Try again". */
export async function tryAgainLater(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'owner@example.com' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
  await page.getByRole('link', { name: 'Manage hubs' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
}

/** Signs the owner in, for contexts to begin with. */
export async function signedInState(
  browser: Browser,
  { url }: Delivery,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext();
  await startSignedIn(context, url, 'owner@example.com');
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Goes to another page of the portal inside the open page, as a link of a remote would. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/** The version of `mfe-hubs` that runs in the open page: the page asks the code itself. */
export async function runningHubs(page: Page): Promise<string> {
  await goWithin(page, '/build-information');
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Hubs', exact: true }) });
  const version = await row.getByRole('cell').first().textContent();
  return version ?? '';
}
