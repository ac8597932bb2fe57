import type { Page } from '@playwright/test';
import { getBodies, tabTo, watchCalls } from './support/account.ts';
import { createPerson } from './support/backend.ts';
import { expect, openAs, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const TERMS = '/documents/developer-terms/v2/EN.pdf';
const CALL = 'POST account/developer';

/** Opens the sign-up as a new person without a language of their own. */
async function openSignUp(page: Page, backendUrl: string): Promise<string> {
  const { email } = await createPerson(backendUrl, 'developer', 'owner');
  await openAs(page, email, '/developer');
  await expect(page).toHaveURL('/developer/signup');
  await expect(accept(page)).toHaveAccessibleDescription('Tick the box first.');
  return email;
}

const box = (page: Page) => page.getByRole('checkbox');
const accept = (page: Page) => page.getByRole('button', { name: 'Accept' });

test(
  'a user reads the notice and the terms, and accepts them by keyboard alone; the API gets the address of the terms [T060]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const acceptances = watchCalls(page, CALL);
    await openSignUp(page, portal.backendUrl);
    await expect(page.getByText(/Support stopped on 1 June 2024/)).toBeVisible();
    const viewer = page.getByRole('region', { name: 'Developer terms (PDF)' });
    await expect(viewer.locator('canvas').first()).toBeVisible();
    await expect(viewer).toContainText('What the kit is');
    const pdf = await page.request.get(TERMS);
    expect(pdf.headers()['content-type']).toContain('application/pdf');
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByRole('link', { name: 'Read as a page' }).click();
    await expect(page).toHaveURL('/developer-terms/v2');
    // The newest released version, the first in the list, is the one that is accepted.
    const newest = page.getByRole('combobox', { name: 'Version' }).locator('option').first();
    await expect(newest).toHaveJSProperty('selected', true);
    await page.goBack();

    await expect(viewer).toBeVisible();
    await expect(accept(page)).toBeDisabled();
    await tabTo(page, box(page));
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(accept(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/developer');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(getBodies(acceptances)).toEqual([{ url: portal.url + TERMS }]);
    await test.step('a developer sees the notice, and three links to what is left of the kit [T020]', async () => {
      await expect(page.getByText(/Support stopped on 1 June 2024/)).toBeVisible();
      const ways = page.getByRole('main').getByRole('link');
      await expect(ways).toHaveText([/^Kit repository/, /^Introduction/, /^Forum/]);
      const links = await ways.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
      expect(links).toEqual(['code', 'www', 'forum'].map((host) => `https://${host}.example.com/kit`));
    });
    // The sign-up is closed now, in the API as well.
    await page.goto('/developer/signup');
    await expect(page).toHaveURL('/developer');
  },
);
