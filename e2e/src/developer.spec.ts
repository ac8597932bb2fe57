import type { Page } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { bodiesOf, tabTo, watchCalls } from './support/account.ts';
import { clearFaults, FAILURES, setBehaviour, setFault } from './support/faults.ts';
import { watch } from './support/malformed.ts';
import { BOTH_RUNS } from './support/matrix.ts';
import { closeFailureNotice, expect, openAs, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const TERMS = '/documents/developer-terms/v2/EN.pdf';

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

test('a developer sees the notice, and three links to what is left of the kit [T020]', async ({ page }) => {
  await openAs(page, 'developer@example.com', '/developer');
  await expect(page.getByText(/Support stopped on 1 June 2024/)).toBeVisible();
  const ways = page.getByRole('main').getByRole('link');
  await expect(ways).toHaveText([/^Kit repository/, /^Introduction/, /^Forum/]);
  const links = await ways.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  expect(links).toEqual([
    'https://code.example.com/kit',
    'https://www.example.com/kit',
    'https://forum.example.com/kit',
  ]);
});

test('a user reads the notice and the terms, and accepts them by keyboard alone; the API gets the address of the terms [T060]', async ({
  page,
  portal,
}) => {
  const acceptances = watchCalls(page, 'POST account/developer');
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
  await expect(page.getByRole('combobox', { name: 'Version' }).locator('option').first()).toHaveJSProperty(
    'selected',
    true,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(3);
  expect(bodiesOf(acceptances)).toEqual([{ url: portal.url + TERMS }]);
  // The sign-up is closed now, in the API as well.
  await page.goto('/developer/signup');
  await expect(page).toHaveURL('/developer');
});

test('ten clicks on Accept send one request', { tag: '@full' }, async ({ page, portal }) => {
  const acceptances = watchCalls(page, 'POST account/developer');
  await openSignUp(page, portal.backendUrl);
  const clicked = Promise.withResolvers<void>();
  await page.route('**/api/account/developer', async (route) => {
    await clicked.promise;
    await route.continue();
  });
  await box(page).check();
  await accept(page).evaluate((button) => {
    for (let count = 0; count < 10; count += 1) (button as HTMLElement).click();
  });
  await expect(accept(page)).toHaveAttribute('aria-busy', 'true');
  for (let count = 0; count < 10; count += 1) await accept(page).dispatchEvent('click');
  clicked.resolve();
  await expect(page).toHaveURL('/developer');
  expect(acceptances).toHaveLength(1);
});

test.describe('a role that comes late', () => {
  test('is found by the second check', { tag: '@full' }, async ({ page, portal }) => {
    const email = await openSignUp(page, portal.backendUrl);
    await setBehaviour(portal.backendUrl, email, { roleLag: 1 });
    await box(page).check();
    await accept(page).click();
    await expect(page).toHaveURL('/developer');
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(3);
  });

  test('is explained after two checks, and checked again only on request [T160]', async ({ page, portal }) => {
    const acceptances = watchCalls(page, 'POST account/developer');
    const email = await openSignUp(page, portal.backendUrl);
    const looks = watchCalls(page, 'GET account/');
    await setBehaviour(portal.backendUrl, email, { roleLag: 3 });
    await box(page).check();
    await accept(page).click();
    await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible();
    const again = page.getByRole('button', { name: 'Check again' });
    await expect(again).toBeFocused();
    expect(looks).toHaveLength(2);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The developer role is not there yet.')).toBeVisible();
    expect(looks).toHaveLength(3);
    await expect(page).toHaveURL('/developer/signup');
    await again.click();
    await expect(page).toHaveURL('/developer');
    expect(acceptances).toHaveLength(1);
  });
});

test('terms that fail to load cannot be accepted; "Try again" loads them', async ({ page, portal }) => {
  const { email } = await createPerson(portal.backendUrl, 'developer', 'owner');
  await page.route(`**${TERMS}`, async (route) => await route.fulfill({ status: 503 }));
  await openAs(page, email, '/developer/signup');
  await expect(page.getByRole('alert')).toContainText('The terms could not be loaded');
  await box(page).check();
  await expect(accept(page)).toBeDisabled();
  await expect(accept(page)).toHaveAccessibleDescription('The terms have to be loaded first.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(accept(page)).toBeEnabled();
});

const CALL = 'POST account/developer';

test(
  'an acceptance that fails raises the notice and keeps the tick; one whose answer is lost is found when it is sent again [T259]',
  { tag: BOTH_RUNS },
  async ({ page, portal }) => {
    const errors = watch(page);
    const email = await openSignUp(page, portal.backendUrl);
    await box(page).check();
    for (const failure of FAILURES) {
      await test.step(JSON.stringify(failure), async () => {
        await setFault(portal.backendUrl, { call: CALL, email, ...failure });
        await accept(page).click();
        await closeFailureNotice(page, 'It seems something went wrong.');
        await expect(page).toHaveURL('/developer/signup');
        await expect(box(page)).toBeChecked();
        await clearFaults(portal.backendUrl, email);
      });
    }
    await setFault(portal.backendUrl, { call: CALL, email, status: 502, carryOut: true, times: 1 });
    await accept(page).click();
    await closeFailureNotice(page, 'It seems something went wrong.');
    await accept(page).click();
    await expect(page).toHaveURL('/developer');
    expect(errors).toEqual([]);
  },
);

test.describe('read in German', { tag: '@full' }, () => {
  test.use({ locale: 'de' });

  test('the notice says that the kit has ended, and an acceptance that failed can be sent again', async ({
    page,
    portal,
  }) => {
    const { email } = await createPerson(portal.backendUrl, 'developer', 'owner');
    await openAs(page, email, '/developer/signup');
    await expect(page.getByText('Die Unterstützung endete am 1. Juni 2024')).toBeVisible();
    await box(page).check();
    await setFault(portal.backendUrl, { call: CALL, email, status: 500 });
    const action = page.getByRole('button', { name: 'Akzeptieren' });
    await action.click();
    await closeFailureNotice(page, 'Es scheint als ob da etwas schief gelaufen ist.');
    await clearFaults(portal.backendUrl, email);
    await action.click();
    await expect(page).toHaveURL('/developer');
  });
});
