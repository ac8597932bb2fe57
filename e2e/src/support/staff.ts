import type { Page } from '@playwright/test';
import { createPerson } from './backend.ts';
import type { Person } from './backend.ts';
import { expect, openAs } from './portal.ts';
import type { StaffRole } from './staff-routes.ts';

interface Visit {
  readonly page: Page;
  readonly portal: { readonly url: string; readonly backendUrl: string };
  /** Those of the person who opens the page. */
  readonly roles: readonly StaffRole[];
  readonly path: string;
  readonly locale?: string;
}

/** Opens a page of customer service as a person of this test's own with these roles, and waits until it has loaded. */
export async function openStaff({ page, portal, roles, path, locale = 'en' }: Visit): Promise<Person> {
  const person = await createPerson(portal.backendUrl, 'staff', 'support', { language: null, roles });
  await page.context().addCookies([{ name: 'portal_language', value: locale, url: portal.url }]);
  await openAs(page, person.email, path);
  await expect(page.locator('main[aria-busy="true"], main [aria-busy="true"]')).toHaveCount(0);
  return person;
}

/**
 * Calls the API as whoever has signed in on the page, for a look at what is stored. @returns its `data`, or `errors`.
 */
export async function askApi(
  page: Page,
  backendUrl: string,
  path: string,
): Promise<{ readonly data?: unknown; readonly errors?: unknown }> {
  const cookies = await page.context().cookies(backendUrl);
  const token = cookies.find(({ name }) => name === 'access_token')?.value;
  if (token === undefined) throw new Error('Nobody has signed in on this page.');
  const answer = await fetch(`${backendUrl}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { readonly data?: unknown; readonly errors?: unknown };
}

/**
 * Does an action that asks for a reason: presses the button `open`, unless the dialog is open, gives the reason and
 * confirms with `action`.
 */
export async function doWithReason(page: Page, reason: string, action: string, open?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (open !== undefined) await page.getByRole('button', { name: open, exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}
