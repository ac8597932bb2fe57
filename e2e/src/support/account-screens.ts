import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { answer, refuse } from './screen.ts';
import type { Screen } from './screen.ts';

const PROFILE = /\/api\/account\/(general|country)$/;
const EMAIL = /\/api\/account\/email$/;
const NEWS = /\/api\/account\/notifications$/;

/** Fills in the form for another address and sends it. */
async function changeEmail(page: Page): Promise<void> {
  await page.locator('[name="email"]').fill('new@example.com');
  await page.locator('[name="repeat"]').fill('new@example.com');
  await page.locator('[name="password"]').fill('account-1');
  await page.locator('[name="password"]').press('Enter');
}

async function saveFirstName(page: Page): Promise<void> {
  await page.locator('[name="firstName"]').fill('Anne');
  await page.locator('select[autocomplete="country"]').selectOption('se');
  await page.locator('form').first().locator('[type="submit"]').click();
}

/** Screens of a user on single sign-on. */
export const ACCOUNTS: readonly Screen[] = [
  { path: '/migration-info' },
  { path: '/account/delete' },
  { path: '/account/delete', state: 'on a phone', width: 375, goesOn: true },
  { path: '/account' },
  {
    path: '/account',
    state: 'without a first name, on a phone',
    width: 375,
    goesOn: true,
    act: async (page) => {
      await page.locator('[name="firstName"]').fill('');
      await page.locator('[name="firstName"]').blur();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    },
  },
  {
    path: '/account',
    state: 'saved in part',
    arrange: async (page) => {
      await answer('PUT', PROFILE, 200, { code: 1, data: {} })(page);
    },
    act: async (page) => {
      await saveFirstName(page);
      await expect(page.locator('.message--warning')).toBeVisible();
    },
  },
  {
    path: '/account',
    state: 'asking before unsaved changes are left',
    act: async (page) => {
      await page.locator('[name="firstName"]').fill('Anne');
      await page.locator('header a[href="/settings"]').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    path: '/account',
    state: 'without a file of its data',
    arrange: refuse('GET', /\/api\/hubs$/),
    act: async (page) => {
      await page.getByRole('button', { name: /JSON/ }).click();
      await expect(page.locator('.section').getByRole('alert')).toBeVisible();
    },
  },
  { path: '/account/delete', state: 'without its hubs', arrange: refuse('GET', /\/api\/hubs$/) },
];

/** Screens of a user who is not on single sign-on. */
export const OWN_LOGINS: readonly Screen[] = [
  { path: '/settings' },
  { path: '/account' },
  {
    path: '/account',
    state: 'with an address that the server refuses',
    goesOn: true,
    arrange: answer('PUT', EMAIL, 400, { errors: [{ error: 'EMAIL_ADDRESS_IN_USE' }] }),
    act: async (page) => {
      await changeEmail(page);
      // The summary above the form, and the notice.
      await expect(page.getByRole('alert')).toHaveCount(2);
    },
  },
  {
    path: '/account',
    state: 'with the inbox to be looked into',
    goesOn: true,
    width: 375,
    arrange: answer('PUT', EMAIL, 200, { data: {} }),
    act: async (page) => {
      await changeEmail(page);
      await expect(page.getByRole('status').filter({ hasText: 'new@example.com' })).toBeVisible();
    },
  },
  {
    path: '/account',
    state: 'with a new password that is not secure',
    goesOn: true,
    act: async (page) => {
      const form = page.locator('[aria-labelledby="password"]');
      await form.locator('button').click();
      await form.locator('[name="current"]').fill('account-1');
      await form.locator('[name="next"]').fill('abc');
      await form.locator('[name="next"]').blur();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
    },
  },
  {
    path: '/account',
    state: 'with a consent to news that was not saved',
    width: 375,
    arrange: answer('PUT', NEWS, 500, {}),
    act: async (page) => {
      await page.getByRole('switch').click();
      await expect(page.locator('[aria-labelledby="news"]').getByRole('alert')).toBeVisible();
    },
  },
  { path: '/account/delete' },
];
