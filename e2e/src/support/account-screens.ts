import { expect } from '@playwright/test';
import type { Screen } from './screen.ts';

/** Screens of a user on single sign-on. */
export const ACCOUNTS: readonly Screen[] = [
  { path: '/migration-info' },
  { path: '/account/delete' },
  { path: '/account/delete', state: 'on a phone', width: 375, goesOn: true },
  { path: '/account' },
  {
    path: '/account',
    state: 'asking before unsaved changes are left',
    act: async (page) => {
      await page.locator('[name="firstName"]').fill('Anne');
      await page.locator('header a[href="/settings"]').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

/** Screens of a user who is not on single sign-on. */
export const OWN_LOGINS: readonly Screen[] = [{ path: '/settings' }, { path: '/account' }, { path: '/account/delete' }];
