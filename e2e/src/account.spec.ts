import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { getBodies, openAccount, retypeByKeys, tabTo, watchCalls } from './support/account.ts';
import { expect, SAVED, signIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const GENERAL = 'PUT account/general';
const COUNTRY = 'PUT account/country';

function getProfile(page: Page) {
  return {
    firstName: page.getByRole('textbox', { name: 'First name' }),
    lastName: page.getByRole('textbox', { name: 'Last name (optional)' }),
    country: page.getByRole('combobox', { name: 'Country', exact: true }),
    save: page.getByRole('button', { name: 'Save profile' }),
  };
}

test(
  'a profile is changed by keyboard alone, trimmed, and shows the change everywhere [T007]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    await openAccount({ page, portal });
    const { firstName, lastName, country, save } = getProfile(page);
    await expect(save).toBeDisabled();
    await expect(page.getByText('Nothing changed yet.').first()).toBeVisible();
    await expect(country.getByRole('option', { name: 'Sweden' })).toHaveCount(1);
    const names = watchCalls(page, GENERAL);
    const countries = watchCalls(page, COUNTRY);

    await tabTo(page, firstName);
    await retypeByKeys(page, '  Anne-Marie ');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await retypeByKeys(page, '   ');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    // After a second without a letter, the browser begins to search anew.
    await expect(async () => {
      await page.keyboard.type('Sweden');
      await expect(country).toHaveValue('se', { timeout: 100 });
    }).toPass({ intervals: [1200] });
    expect(names).toHaveLength(0);
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').getByText(SAVED)).toBeVisible();
    expect(getBodies(names)).toEqual([{ firstname: 'Anne-Marie', lastname: null }]);
    expect(getBodies(countries)).toEqual([{ country: 'se' }]);
    await expect(save).toBeDisabled();

    await page.getByRole('link', { name: 'Manage hubs' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Anne-Marie');
    await page.goto('/account');
    await expect(firstName).toHaveValue('Anne-Marie');
    await expect(lastName).toHaveValue('');
    await expect(country).toHaveValue('se');
  },
);

test('the page asks before unsaved input is lost: by a link, back, a reload or a log-out', async ({ page, portal }) => {
  const { email } = await openAccount({ page, portal, path: '/settings' });
  await page.getByRole('link', { name: email }).first().click();
  await expect(page).toHaveURL('/account');
  const { firstName } = getProfile(page);
  const toHubs = page.getByRole('link', { name: 'Manage hubs' }).first();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = question.getByRole('button', { name: 'Stay here' });
  const leave = question.getByRole('button', { name: 'Leave without saving' });
  await firstName.fill('Anne');
  await toHubs.click();
  await expect(stay).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.goBack();
  await stay.click();
  await expect(page).toHaveURL('/account');
  await page.getByRole('button', { name: 'Log out' }).click();
  await stay.click();
  await expect(firstName).toHaveValue('Anne');
  await toHubs.click();
  await leave.click();
  await expect(page).toHaveURL('/settings');

  await page.goBack();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await expect(firstName).not.toHaveValue('Anne');
  await firstName.pressSequentially('!');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(firstName).toHaveValue(/^!/);
  await page.getByRole('button', { name: 'Log out' }).click();
  await leave.click();
  await expect(page).toHaveURL('/login');
});

test(
  'unsaved input outlives another language and the end of the session; signing in leads back to it',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const { email } = await openAccount({ page, portal });
    const { firstName, save, country } = getProfile(page);
    await firstName.fill('Anne');
    await country.selectOption('Sweden');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(page.locator('select[autocomplete="country"] option:checked')).toHaveText('Schweden');
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
    await expect(firstName).toHaveValue('Anne');
    // The session ends at the save, not at a call that the start of the page still has open.
    await page.route(
      '**/api/account/general',
      async (route) => {
        await fetch(`${portal.backendUrl}/control/people/${email}/sign-out-everywhere`, { method: 'POST' });
        await route.continue();
      },
      { times: 1 },
    );
    await save.click();
    await expect(page).toHaveURL('/login?redirect=%2Faccount');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await signIn(page, email);
    await expect(page).toHaveURL('/account');
    await expect(firstName).toHaveValue('Anne');
  },
);

test(
  'the user downloads the own data, as a table and for programs, without any token',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const { email } = await openAccount({ page, portal });
    const tokens = (await page.context().cookies()).filter(({ name }) => name.endsWith('_token'));
    expect(tokens).toHaveLength(2);
    for (const format of ['CSV', 'JSON']) {
      const started = page.waitForEvent('download');
      await page.getByRole('button', { name: new RegExp(format) }).click();
      const download = await started;
      expect(download.suggestedFilename()).toMatch(
        new RegExp(String.raw`^ebike-portal-data-\d{4}-\d\d-\d\d\.${format.toLowerCase()}$`),
      );
      const text = await readFile(await download.path(), 'utf8');
      expect(text).toContain(email);
      for (const { value } of tokens) expect(text).not.toContain(value);
    }
  },
);

test('an address with a section opens there, with the focus on its heading, and the page uses its width', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openAccount({ page, portal, path: '/account#data' });
  const heading = page.getByRole('heading', { name: 'Your data' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  const links = page.getByRole('navigation', { name: 'Sections of this page' });
  await expect(links).toBeInViewport({ ratio: 1 });
  // The column of links ends where the page ends; the sections fill the rest.
  const [title, sections, column] = await Promise.all(
    ['.page-head h1', '.account > .sections', '.account > nav'].map(
      async (each) => await page.locator(each).boundingBox(),
    ),
  );
  expect(sections?.x).toBe(title?.x);
  expect((column?.x ?? 0) + (column?.width ?? 0)).toBe((title?.x ?? 0) + (title?.width ?? 0));
  expect((column?.x ?? 0) - (sections?.x ?? 0) - (sections?.width ?? 0)).toBeLessThan(100);
  await links.getByRole('link', { name: 'Email' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Email' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Email' })).toBeInViewport();
  await expect(page).toHaveURL('/account#email');
});
