import type { Page } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { expect, openAs, test } from './support/portal.ts';
import { askApi, openStaff } from './support/staff.ts';

test.describe.configure({ mode: 'parallel' });

interface Country {
  readonly code: string;
  readonly name: { readonly en: string };
  readonly active: boolean;
  readonly terms: { readonly fr: string };
}

/** What is stored of a country. */
async function storedCountry(page: Page, backendUrl: string, code: string): Promise<Country | undefined> {
  const { data } = await askApi(page, backendUrl, 'staff/countries');
  return (data as readonly Country[]).find((country) => country.code === code);
}

const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Your changes were saved successfully.' });

test(
  'content adds a country and its texts, and customers choose from it once it is active [T031]',
  { tag: '@journey' },
  async ({ page, browser, portal }) => {
    const { backendUrl } = portal;
    await openStaff({ page, portal, roles: ['content'], path: '/staff/countries' });
    const { data } = await askApi(page, backendUrl, 'staff/countries');
    const taken = new Set((data as readonly Country[]).map(({ code }) => code));
    // No country begins with "q" but Qatar.
    const code =
      'zyxwvutsrqponmlkjihgfedcb'
        .split('')
        .map((letter) => `q${letter}`)
        .find((free) => !taken.has(free)) ?? 'qa';
    await page.getByRole('link', { name: 'Add a country' }).click();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('textbox', { name: 'Phone prefix' }).fill('+999');
    for (const language of ['English', 'Deutsch', 'Français', 'Nederlands'])
      await page.getByRole('textbox', { name: `Name (${language})` }).fill(`Zz ${code} ${language}`);
    const isActive = page.getByRole('checkbox', { name: 'Active' });
    await isActive.setChecked(false);
    await page.getByRole('button', { name: 'Save country' }).click();
    await expect(saved(page)).toBeVisible();
    expect(await storedCountry(page, backendUrl, code)).toMatchObject({
      active: false,
      name: { en: `Zz ${code} English` },
    });

    const customer = await browser.newContext({ baseURL: portal.url });
    const account = await customer.newPage();
    const { email } = await createPerson(backendUrl, 'customer', 'owner');
    const choice = account.locator(`select[autocomplete="country"] option[value="${code}"]`);
    await openAs(account, email, '/account');
    await expect(account.locator('select[autocomplete="country"] option[value="de"]')).toBeAttached();
    await expect(choice).toHaveCount(0);

    await page.goto(`/staff/countries/${code}`);
    await isActive.setChecked(true);
    await page.getByRole('radio', { name: 'Français' }).check();
    await page.getByRole('textbox', { name: 'Terms and conditions' }).fill('Conditions générales');
    await page.getByRole('button', { name: 'Save country' }).click();
    await expect(saved(page)).toBeVisible();
    expect(await storedCountry(page, backendUrl, code)).toMatchObject({
      active: true,
      terms: { fr: 'Conditions générales' },
    });
    await account.reload();
    await expect(choice).toHaveText(`Zz ${code} English`);
    await customer.close();
  },
);

test('the access token is hidden until it is asked for, opens the calls for staff alone, and is gone after a log-out [T034]', async ({
  page,
  context,
  portal,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openStaff({ page, portal, roles: ['content'], path: '/staff/access-token' });
  const token = page.getByRole('main').locator('code');
  await test.step('it is copied, or shown with the reason where the browser has no clipboard [T271]', async () => {
    await expect(page.getByText('The token is hidden.')).toBeVisible();
    const copy = page.getByRole('button', { name: 'Copy token' });
    await copy.click();
    await expect(page.getByRole('status').filter({ hasText: 'The token is in the clipboard.' })).toBeVisible();
    expect(await page.evaluate(async () => await navigator.clipboard.readText())).toMatch(/^eyJ/);
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await copy.click();
    await expect(page.getByRole('alert')).toContainText('Copying to the clipboard is not supported by the browser.');
    await expect(token).toHaveText(/^eyJ/);
  });
  const headers = { authorization: `Bearer ${await token.textContent()}` };
  const readStatus = async (path: string) => (await fetch(`${portal.backendUrl}/api/${path}`, { headers })).status;
  expect([await readStatus('staff/countries'), await readStatus('account/')]).toEqual([200, 403]);
  // As a log-out elsewhere does; here it would leave the page.
  await askApi(page, portal.backendUrl, 'account/logout');
  expect(await readStatus('staff/countries')).toBe(401);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No token saved' })).toBeVisible();
  await expect(page.getByText('Log out and in again.')).toBeVisible();
});
