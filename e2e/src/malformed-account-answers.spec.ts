import type { Page } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { answerWith, GENERIC, NO_ENVELOPES, watch, WAYS } from './support/malformed.ts';
import { BOTH_RUNS } from './support/matrix.ts';
import { closeFailureNotice, expect, openAs, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const PASSWORD = 'account-1';

/** Signs in a new person like a demo person. */
async function enter(page: Page, backendUrl: string, copyOf: string): Promise<string> {
  const { email } = await createPerson(backendUrl, 'malformed', copyOf);
  await openAs(page, email);
  return email;
}

// The specs of account, e-mail address, deletion and developers try two malformed answers per call in every run.
test.describe('a malformed answer', { tag: '@full' }, () => {
  test.beforeEach(() => test.slow());

  test('to a change of the name raises the notice, and the form keeps its input', async ({ page, portal }) => {
    const errors = watch(page);
    await enter(page, portal.backendUrl, 'developer');
    await page.goto('/account');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    for (const [way, answer] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        await answerWith(page, 'PUT', /\/api\/account\/general$/, answer);
        await page.getByRole('button', { name: 'Save profile' }).click();
        await closeFailureNotice(page, GENERIC);
        await expect(page.getByLabel('First name')).toHaveValue('Ada');
        await expect(page.getByLabel('Last name')).toHaveValue('Lovelace');
        await page.unrouteAll();
      });
    }
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Your changes were saved successfully.')).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('to a change of the country raises the notice, says what is saved, and the form keeps the country', async ({
    page,
    portal,
  }) => {
    const errors = watch(page);
    await enter(page, portal.backendUrl, 'developer');
    await page.goto('/account');
    await page.getByLabel('Country').selectOption('nl');
    for (const [way, answer] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        await answerWith(page, 'PUT', /\/api\/account\/country$/, answer);
        await page.getByRole('button', { name: 'Save profile' }).click();
        await closeFailureNotice(page, GENERIC);
        await expect(page.getByText('Your name is saved, your country is not')).toBeVisible();
        await expect(page.getByLabel('Country')).toHaveValue('nl');
        await page.unrouteAll();
      });
    }
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByText('Your changes were saved successfully.')).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('to the list of countries raises the notice, and the country stays', async ({ page, portal }) => {
    const errors = watch(page);
    await enter(page, portal.backendUrl, 'developer');
    for (const [way, answer] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        await answerWith(page, 'GET', /\/api\/hc-terms-and-conditions\/all/, answer);
        await page.goto('/account');
        await closeFailureNotice(page, GENERIC);
        await expect(page.getByText('The list of countries could not be loaded.')).toBeVisible();
        await expect(page.getByLabel('Country')).toHaveValue('gb');
        await page.unrouteAll();
      });
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Country').selectOption('nl');
    expect(errors).toEqual([]);
  });

  test('to a change of the e-mail address raises the notice, and the form keeps its input', async ({
    page,
    portal,
  }) => {
    const errors = watch(page);
    const email = await enter(page, portal.backendUrl, 'unmigrated');
    const address = `new.${email}`;
    await page.goto('/account');
    await page.getByLabel('Email address').fill(address);
    await page.getByLabel('Repeat the new address').fill(address);
    await page.getByLabel('Current password').fill(PASSWORD);
    for (const [way, answer] of Object.entries(NO_ENVELOPES)) {
      await test.step(way, async () => {
        await answerWith(page, 'PUT', /\/api\/account\/email$/, answer);
        await page.getByRole('button', { name: 'Change email' }).click();
        await closeFailureNotice(page, GENERIC);
        await expect(page.getByLabel('Email address')).toHaveValue(address);
        await expect(page.getByLabel('Current password')).toHaveValue(PASSWORD);
        await page.unrouteAll();
      });
    }
    await page.getByRole('button', { name: 'Change email' }).click();
    await expect(page.getByText('Please check your inbox')).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('to a deletion raises the notice, and the user stays signed in', async ({ page, portal }) => {
    const errors = watch(page);
    await enter(page, portal.backendUrl, 'unmigrated');
    await page.goto('/account/delete');
    await page.getByLabel('Current password').fill(PASSWORD);
    for (const [way, answer] of Object.entries(NO_ENVELOPES)) {
      await test.step(way, async () => {
        await answerWith(page, 'POST', /\/api\/account\/destroy$/, answer);
        await page.getByRole('button', { name: 'Delete account for good' }).click();
        await closeFailureNotice(page, GENERIC);
        await expect(page).toHaveURL('/account/delete');
        await expect(page.getByLabel('Current password')).toHaveValue(PASSWORD);
        await page.unrouteAll();
      });
    }
    await page.getByRole('button', { name: 'Delete account for good' }).click();
    await expect(page).toHaveURL('/info?successful_deletion');
    expect(errors).toEqual([]);
  });

  test('to an acceptance of the developer terms raises the notice, and the tick stays', async ({ page, portal }) => {
    const errors = watch(page);
    await enter(page, portal.backendUrl, 'owner');
    await page.goto('/developer/signup');
    await page.getByRole('checkbox').check();
    for (const [way, answer] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        await answerWith(page, 'POST', /\/api\/account\/developer$/, answer);
        await page.getByRole('button', { name: 'Accept' }).click();
        await closeFailureNotice(page, GENERIC);
        await expect(page).toHaveURL('/developer/signup');
        await expect(page.getByRole('checkbox')).toBeChecked();
        await page.unrouteAll();
      });
    }
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page).toHaveURL('/developer');
    expect(errors).toEqual([]);
  });
});

test.describe('a malformed answer', { tag: BOTH_RUNS }, () => {
  test('to the address of the service description shows the portal’s own, without a notice', async ({ page }) => {
    const errors = watch(page);
    for (const [way, answer] of Object.entries(WAYS)) {
      await test.step(way, async () => {
        await answerWith(page, 'GET', /\/api\/service-description\/url$/, answer);
        await page.goto('/service-description');
        await expect(page.getByRole('article', { name: 'Service description' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
          'href',
          /^\/documents\/service-description\/v\d+\/EN\.pdf$/,
        );
        await expect(page.getByRole('alert')).toHaveCount(0);
        await page.unrouteAll();
      });
    }
    expect(errors).toEqual([]);
  });
});
