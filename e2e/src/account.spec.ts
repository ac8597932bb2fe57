import type { Page } from '@playwright/test';
import { bodiesOf, openAccount, retypeByKeys, tabTo, watchCalls } from './support/account.ts';
import { ACCOUNT_WORDS, tagOf } from './support/account-words.ts';
import type { AccountWords } from './support/account-words.ts';
import { clearFaults, MALFORMED, setFault } from './support/faults.ts';
import { watch } from './support/malformed.ts';
import { closeFailureNotice, expect, signIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const GENERAL = 'PUT account/general';
const COUNTRY = 'PUT account/country';

function profileOf(page: Page, words: AccountWords) {
  return {
    firstName: page.getByRole('textbox', { name: words.firstName }),
    lastName: page.getByRole('textbox', { name: words.lastName }),
    country: page.getByRole('combobox', { name: words.country, exact: true }),
    save: page.getByRole('button', { name: words.save }),
  };
}

for (const words of ACCOUNT_WORDS) {
  test.describe(`read in ${words.locale}`, { tag: tagOf(words) }, () => {
    const { locale } = words;

    test('a profile is changed by keyboard alone, trimmed, and shows the change everywhere [T007]', async ({
      page,
      portal,
    }) => {
      await openAccount({ page, portal, locale });
      const { firstName, lastName, country, save } = profileOf(page, words);
      await expect(save).toBeDisabled();
      await expect(page.getByText(words.nothingChanged).first()).toBeVisible();
      await expect(country.getByRole('option', { name: words.sweden })).toHaveCount(1);
      const names = watchCalls(page, GENERAL);
      const countries = watchCalls(page, COUNTRY);

      await tabTo(page, firstName);
      await retypeByKeys(page, '  Anne-Marie ');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await retypeByKeys(page, '   ');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type(words.sweden);
      expect(names).toHaveLength(0);
      await tabTo(page, save);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').getByText(words.saved)).toBeVisible();
      expect(bodiesOf(names)).toEqual([{ firstname: 'Anne-Marie', lastname: null }]);
      expect(bodiesOf(countries)).toEqual([{ country: 'se' }]);
      await expect(save).toBeDisabled();
      await expect(firstName).toHaveValue('Anne-Marie');

      await page.getByRole('link', { name: words.hubs }).first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${words.greeting} Anne-Marie`);
      await page.goto('/account');
      await expect(firstName).toHaveValue('Anne-Marie');
      await expect(lastName).toHaveValue('');
      await expect(country).toHaveValue('se');
    });

    test('nothing is saved without a country, nor without a first name [T182]', async ({ page, portal }) => {
      await openAccount({ page, portal, locale, copyOf: 'unmigrated' });
      const { firstName, country, save } = profileOf(page, words);
      await firstName.fill('Anne');
      await expect(save).toBeDisabled();
      await expect(save).toHaveAccessibleDescription(words.chooseCountry);
      await country.selectOption(words.sweden);
      await firstName.fill('  ');
      await page.keyboard.press('Tab');
      await expect(firstName).toHaveAccessibleDescription(words.nameMissing);
      await expect(save).toBeDisabled();
      await firstName.fill('Anne');
      await save.click();
      await expect(page.getByText(words.saved)).toBeVisible();
    });

    test('a country that is no longer offered stays, with its name', async ({ page, portal }) => {
      await openAccount({ page, portal, locale, country: 'br' });
      const { lastName, country, save } = profileOf(page, words);
      await expect(country.getByRole('option', { name: words.sweden })).toHaveCount(1);
      await expect(country.locator('option:checked')).toHaveText(words.brazil);
      await expect(page.getByText('GENERIC_INACTIVE')).toHaveCount(0);
      await lastName.fill('Other');
      await save.click();
      await expect(page.getByText(words.saved)).toBeVisible();
      await expect(country).toHaveValue('br');
    });

    test('a profile stays in the form when saving it is refused, never answered, or gets a malformed answer [T256]', async ({
      page,
      portal,
    }) => {
      const errors = watch(page);
      const { email } = await openAccount({ page, portal, locale });
      const { firstName, country, save } = profileOf(page, words);
      await country.selectOption(words.sweden);
      await firstName.fill('Anne');
      const failures = [{ status: 500 }, { drop: true as const }, ...MALFORMED, { body: { text: '{"code":3000012}' } }];
      for (const failure of failures) {
        await test.step(JSON.stringify(failure), async () => {
          await setFault(portal.backendUrl, { call: GENERAL, email, ...failure, carryOut: false });
          await save.click();
          await closeFailureNotice(page, words.generic);
          await expect(firstName).toHaveValue('Anne');
          await expect(country).toHaveValue('se');
          await clearFaults(portal.backendUrl, email);
        });
      }
      await save.click();
      await expect(page.getByText(words.saved)).toBeVisible();
      expect(errors).toEqual([]);
    });

    test('a saved name and an unsaved country are reported separately [T264]', async ({ page, portal }) => {
      const errors = watch(page);
      const { email } = await openAccount({ page, portal, locale });
      const { firstName, country, save } = profileOf(page, words);
      const failures = [{ body: { text: '{"code":3000011}' } }, { status: 503 }, ...MALFORMED];
      for (const [index, failure] of failures.entries()) {
        await setFault(portal.backendUrl, { call: COUNTRY, email, ...failure });
        await firstName.fill(`Anne ${String(index)}`);
        await country.selectOption(words.sweden);
        await save.click();
        await expect(page.getByText(words.onlyName)).toBeVisible();
        await closeFailureNotice(page, words.generic);
        await expect(country).toHaveValue('se');
        await clearFaults(portal.backendUrl, email);
      }
      await page.reload();
      await expect(firstName).toHaveValue('Anne 3');
      await save.click();
      await expect(page.getByText(words.saved)).toBeVisible();
      await expect(page.getByText(words.onlyName)).toHaveCount(0);
      expect(errors).toEqual([]);
    });

    test('the page asks before unsaved input is lost', async ({ page, portal }) => {
      const { email } = await openAccount({ page, portal, locale, path: '/settings' });
      await page.getByRole('link', { name: email }).first().click();
      await expect(page).toHaveURL('/account');
      const { firstName } = profileOf(page, words);
      const stored = await firstName.inputValue();
      const question = page.getByRole('dialog', { name: words.unsaved });
      await firstName.fill('Anne');
      await page.getByRole('link', { name: words.hubs }).first().click();
      await expect(question).toBeVisible();
      await expect(question.getByRole('button', { name: words.stay })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(firstName).toHaveValue('Anne');
      await page.goBack();
      await question.getByRole('button', { name: words.stay }).click();
      await expect(page).toHaveURL('/account');
      await expect(firstName).toHaveValue('Anne');

      await firstName.fill(stored);
      await page.getByRole('link', { name: words.hubs }).first().click();
      await expect(page).toHaveURL('/settings');
      await page.goBack();
      await firstName.fill('Anne');
      await page.getByRole('link', { name: words.hubs }).first().click();
      await question.getByRole('button', { name: words.leave }).click();
      await expect(page).toHaveURL('/settings');
      await page.goBack();
      await expect(firstName).toHaveValue(stored);
    });
  });
}

const [english] = ACCOUNT_WORDS;

test('a change of the language keeps unsaved input', async ({ page, portal }) => {
  await openAccount({ page, portal, locale: 'en' });
  await profileOf(page, english).firstName.fill('Anne');
  await profileOf(page, english).country.selectOption('Sweden');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  const { firstName, country } = profileOf(page, ACCOUNT_WORDS[1]);
  await expect(country.locator('option:checked')).toHaveText('Schweden');
  await expect(firstName).toHaveValue('Anne');
});

test('the browser asks before a reload, which keeps unsaved input', async ({ page, portal }) => {
  await openAccount({ page, portal, locale: 'en' });
  const { firstName } = profileOf(page, english);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await firstName.pressSequentially('!');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(firstName).toHaveValue(/^!/);
});

test('unsaved input outlives the end of the session, and signing in leads back to it', async ({ page, portal }) => {
  const { email } = await openAccount({ page, portal, locale: 'en' });
  const { firstName, save } = profileOf(page, english);
  await firstName.fill('Anne');
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
});

test('ten clicks send one request', async ({ page, portal }) => {
  const { email } = await openAccount({ page, portal, locale: 'en' });
  const { firstName, save } = profileOf(page, english);
  const names = watchCalls(page, GENERAL);
  await setFault(portal.backendUrl, { call: GENERAL, email, delayMs: 1000 });
  await firstName.fill('Anne');
  await save.evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 10; click++) button.click();
  });
  await expect(page.getByText(english.saved)).toBeVisible();
  expect(names).toHaveLength(1);
});

const COUNTRIES = 'GET hc-terms-and-conditions/all';

test('the profile can be saved when the countries fail to load; "Try again" loads them', async ({ page, portal }) => {
  const errors = watch(page);
  const { country, lastName, save } = profileOf(page, english);
  const [noJson, wrongTypes] = MALFORMED;
  const arrange = async (email: string) =>
    await setFault(portal.backendUrl, { call: COUNTRIES, email, ...noJson, times: 1 });
  const { email } = await openAccount({ page, portal, locale: 'en', arrange });
  await closeFailureNotice(page, english.generic);
  await expect(country).toHaveAccessibleDescription(/could not be loaded/);
  const stored = await country.inputValue();
  await setFault(portal.backendUrl, { call: COUNTRIES, email, ...wrongTypes });
  await page.reload();
  await closeFailureNotice(page, english.generic);
  await expect(country).toHaveAccessibleDescription(/could not be loaded/);
  await expect(country).toHaveValue(stored);
  await lastName.fill('Other');
  await save.click();
  await expect(page.getByText(english.saved)).toBeVisible();
  await clearFaults(portal.backendUrl, email);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(country.getByRole('option', { name: 'Sweden' })).toHaveCount(1);
  await expect(country).toBeFocused();
  expect(errors).toEqual([]);
});

test('a 403 for the countries leads to the 403 page', async ({ page, portal }) => {
  const arrange = async (email: string) => await setFault(portal.backendUrl, { call: COUNTRIES, email, status: 403 });
  await openAccount({ page, portal, locale: 'en', arrange });
  await expect(page).toHaveURL('/forbidden');
});

test('a user who is not on single sign-on sees a link to how to move; its page is open to everybody', async ({
  page,
  portal,
  context,
}) => {
  await openAccount({ page, portal, locale: 'en', copyOf: 'unmigrated', path: '/settings' });
  await page.getByRole('link', { name: 'How to move' }).click();
  await expect(page).toHaveURL('/migration-info');
  // Address and heading are there before the page is.
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await context.clearCookies();
  await page.reload();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page).toHaveURL('/migration-info');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moving to the eBike ID');
});

test('logging out with unsaved input asks first', async ({ page, portal }) => {
  await openAccount({ page, portal, locale: 'en' });
  await profileOf(page, english).firstName.fill('Anne');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: english.stay }).click();
  await expect(profileOf(page, english).firstName).toHaveValue('Anne');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: english.leave }).click();
  await expect(page).toHaveURL('/login');
});
