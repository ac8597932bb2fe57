import type { Page } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { clearFaults, FAILURES, setFault } from './support/faults.ts';
import { watch } from './support/malformed.ts';
import { closeFailureNotice, expect, GENERIC, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

interface Visit {
  readonly page: Page;
  readonly portal: { readonly url: string; readonly backendUrl: string };
}

/** Signs in somebody of this test's own. */
async function signInAs(copyOf: 'owner' | 'guest', { page, portal }: Visit): Promise<string> {
  const { email } = await createPerson(portal.backendUrl, 'failures', copyOf, { language: 'en' });
  await startSignedIn(page.context(), portal.url, email);
  return email;
}

test('an identity without an account, or an unknown key, is explained [T039]', async ({ page }) => {
  await page.goto('/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT');
  await expect(page.getByRole('alert')).toContainText('Start the app on your phone and sign in there first');
  await page.goto('/login?title=SOMETHING_ELSE');
  await expect(page.getByRole('alert')).toContainText(GENERIC);
});

test('a change of sharing that is refused or never answered is undone, and the notice is German in German [T251]', async ({
  page,
  portal,
}) => {
  const errors = watch(page);
  const email = await signInAs('owner', { page, portal });
  await page.goto('/settings');
  const sharing = page.getByRole('switch').first();
  const before = await sharing.isChecked();
  const hubs = await page.getByRole('rowheader').allTextContents();
  const failWith = async (failure: (typeof FAILURES)[number], words: string) => {
    await setFault(portal.backendUrl, { call: 'PUT hubs/*/settings', email, ...failure });
    // After a change whose outcome is unknown, the page reads the hubs anew; until then the switch waits.
    const read =
      failure.drop === true &&
      page.waitForResponse((response) => response.request().method() === 'GET' && response.url().endsWith('/api/hubs'));
    await sharing.click();
    await closeFailureNotice(page, words);
    await read;
    await expect(sharing).toBeChecked({ checked: before });
    await expect(page.getByRole('rowheader')).toHaveText(hubs);
    await clearFaults(portal.backendUrl, email);
  };
  for (const failure of FAILURES) await failWith(failure, GENERIC);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await failWith({ status: 503 }, 'Es scheint als ob da etwas schief gelaufen ist.');
  await sharing.click();
  await expect(sharing).toBeChecked({ checked: !before });
  expect(errors).toEqual([]);
});

/** The two acts on a hub that ask first, with who does them and by which call. */
const HUB_ACTS = [
  { copyOf: 'owner', call: 'DELETE hubs/*/authorization', open: 'Release', act: 'Release hub' },
  { copyOf: 'guest', call: 'GET hubs/*/release', open: 'Ask for release', act: 'Ask for release' },
] as const;

test('a release, or a request for it, that is refused or never answered keeps the hub [T252]', async ({
  page,
  portal,
}) => {
  const errors = watch(page);
  for (const { copyOf, call, open, act } of HUB_ACTS) {
    const email = await signInAs(copyOf, { page, portal });
    await page.goto('/settings');
    const hubs = page.getByRole('rowheader');
    await expect(hubs.first()).toBeVisible();
    const before = await hubs.allTextContents();
    for (const failure of FAILURES) {
      await test.step(`${act}: ${JSON.stringify(failure)}`, async () => {
        await setFault(portal.backendUrl, { call, email, ...failure });
        const row = page.getByRole('rowgroup').filter({ has: hubs.first() });
        // The name of this button continues with the hub's number.
        const trigger = row.getByRole('button', { name: open }).first();
        await trigger.click();
        await page.getByRole('button', { name: act, exact: true }).click();
        await closeFailureNotice(page);
        await expect(trigger).toBeVisible();
        expect(await hubs.allTextContents()).toEqual(before);
        await clearFaults(portal.backendUrl, email);
      });
    }
    await page.reload();
    await expect(hubs).toHaveText(before);
  }
  expect(errors).toEqual([]);
});

test(
  'a server that fails at the start requires no new sign-in, and "Try again" goes on',
  { tag: '@journey' },
  async ({ page, context, portal }) => {
    const errors = watch(page);
    const email = await signInAs('owner', { page, portal });
    for (const failure of FAILURES) {
      await test.step(JSON.stringify(failure), async () => {
        await setFault(portal.backendUrl, { call: 'GET account/', email, ...failure });
        await page.goto('/settings');
        const alert = page.getByRole('alert').filter({ hasText: 'We could not check whether you are signed in' });
        await expect(alert).toContainText(GENERIC);
        const cookies = await context.cookies();
        expect(cookies.filter(({ name }) => name.endsWith('_token'))).toHaveLength(2);
        await clearFaults(portal.backendUrl, email);
        await alert.getByRole('button', { name: 'Try again' }).click();
        await expect(page).toHaveURL('/settings');
        await expect(page.getByRole('rowheader').first()).toBeVisible();
      });
    }
    expect(errors).toEqual([]);
  },
);

test(
  'a list of hubs that fails to load is loaded by "Try again"; a lost network is reported until it is back',
  { tag: '@journey' },
  async ({ page, context, portal }) => {
    const errors = watch(page);
    const email = await signInAs('owner', { page, portal });
    for (const failure of FAILURES) {
      await test.step(JSON.stringify(failure), async () => {
        await setFault(portal.backendUrl, { call: 'GET hubs', email, ...failure });
        await page.goto('/settings');
        await expect(page.getByRole('heading', { level: 1, name: /^Hello, / })).toBeVisible();
        await expect(page.getByText('Your hubs could not be loaded')).toBeVisible();
        await expect(page.getByRole('alert').filter({ hasText: GENERIC })).toBeVisible();
        await clearFaults(portal.backendUrl, email);
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(page.getByRole('rowheader').first()).toBeVisible();
      });
    }
    await context.setOffline(true);
    await expect(page.getByText('You are offline')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You are offline')).toHaveCount(0);
    expect(errors).toEqual([]);
  },
);

test(
  'a forbidden call shows the 403 page, an unknown path the 404 page [T075]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const email = await signInAs('owner', { page, portal });
    for (const [call, path] of [
      ['GET hubs', '/settings'],
      ['GET hc-terms-and-conditions/all', '/account'],
    ] as const) {
      await setFault(portal.backendUrl, { call, email, status: 403 });
      await page.goto(path);
      await expect(page).toHaveURL('/forbidden');
      await expect(page.getByRole('main')).toContainText('Please contact the cloud team to change your permissions.');
    }
    for (const [path, status] of [
      ['/no/such/page', 404],
      ['/404.html', 200],
    ] as const) {
      expect((await page.goto(path))?.status()).toBe(status);
      await expect(page.getByRole('main')).toContainText('There is no page at this address.');
    }
  },
);

test('unknown fields of an answer are ignored, `__proto__` among them [T425]', async ({
  page,
  context,
  portal: { url, backendUrl },
}) => {
  const errors = watch(page);
  const { email, hubs } = await createPerson(backendUrl, 'malformed', 'owner');
  await startSignedIn(context, url, email);
  await setFault(backendUrl, { call: 'GET account/', email, body: 'extra-fields', times: 1 });
  await setFault(backendUrl, { call: 'GET hubs', email, body: 'extra-fields', times: 1 });
  await page.goto('/settings');
  await expect(page.getByRole('rowheader')).toHaveCount(hubs.length);
  await expect(page.getByRole('alert')).toHaveCount(0);
  // The `__proto__` claims the role of a developer.
  await setFault(backendUrl, { call: 'GET account/', email, body: 'extra-fields', times: 1 });
  await page.goto('/developer');
  await expect(page).toHaveURL('/developer/signup');
  expect(errors).toEqual([]);
});
