import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { clearFaults, orderFault } from './support/faults.ts';
import { closeFailureNotice, expect, openAs, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** The specification's error texts, in the two languages that these tests read. */
const LANGUAGES = [
  {
    locale: 'en',
    generic: 'It seems something went wrong.',
    notLinked: 'Start the app on your phone and log in there first',
    listFailed: 'Your hubs could not be loaded',
    forbidden: 'Please contact the cloud team to change your permissions.',
    notFound: 'There is no page at this address.',
    offline: 'You are offline',
    release: { open: 'Release', act: 'Release hub' },
    request: { open: 'Ask for release', act: 'Ask for release' },
    trouble: 'You do not need to sign in again',
    tryAgain: 'Try again',
  },
  {
    locale: 'de',
    generic: 'Es scheint als ob da etwas schief gelaufen ist.',
    notLinked: 'Starten Sie die App auf Ihrem Telefon',
    listFailed: 'Ihre Hubs konnten nicht geladen werden',
    forbidden: 'Bitte wenden Sie sich an das Cloud-Team',
    notFound: 'Unter dieser Adresse gibt es keine Seite.',
    offline: 'offline',
    release: { open: 'Freigeben', act: 'Hub freigeben' },
    request: { open: 'Um Freigabe bitten', act: 'Um Freigabe bitten' },
    trouble: 'Sie müssen sich nicht neu anmelden',
    tryAgain: 'Noch einmal versuchen',
  },
] as const;

/** How a call can fail: refused in each of these ways, or never answered. */
const FAILURES = {
  en: [{ status: 400 }, { status: 403 }, { status: 404 }, { status: 500 }, { status: 503 }, { drop: true }],
  de: [{ status: 400 }, { drop: true }],
} as const;

/** Signs in somebody of this test's own, who has no language but the browser's, and waits for the hubs. */
async function enter(page: Page, backendUrl: string, copyOf: 'owner' | 'guest'): Promise<string> {
  const { email } = await createPerson(backendUrl, 'failures', copyOf, { language: null });
  await openAs(page, email);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  return email;
}

/** The two acts on a hub that ask first, with who does them and by which call. */
const HUB_ACTS = [
  { what: 'a release by the owner', act: 'release', copyOf: 'owner', call: 'DELETE hubs/*/authorization' },
  { what: 'a request by a guest', act: 'request', copyOf: 'guest', call: 'GET hubs/*/release' },
] as const;

for (const words of LANGUAGES) {
  test.describe(`read in ${words.locale}`, () => {
    test.use({ locale: words.locale });

    test('an identity without an account, and an unknown key', async ({ page }) => {
      await page.goto('/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT');
      await expect(page.getByRole('alert')).toContainText(words.notLinked);
      for (const title of ['SOMETHING_ELSE', '<b>x</b>', '__proto__', 'x'.repeat(10_000)]) {
        await page.goto(`/login?title=${encodeURIComponent(title)}`);
        await expect(page.getByRole('alert')).toContainText(words.generic);
      }
    });

    test('a change of sharing that fails, refused or never answered', async ({ page, portal: { backendUrl } }) => {
      const email = await enter(page, backendUrl, 'owner');
      const sharing = page.getByRole('switch').first();
      const before = await sharing.isChecked();
      for (const failure of FAILURES[words.locale]) {
        await orderFault(backendUrl, { call: 'PUT hubs/*/settings', email, ...failure });
        await sharing.click();
        await closeFailureNotice(page, words.generic);
        await expect(sharing).toBeChecked({ checked: before });
        await clearFaults(backendUrl, email);
      }
      await sharing.click();
      await expect(sharing).toBeChecked({ checked: !before });
    });

    test('a serial that is no number is refused without a call', async ({ page, portal: { backendUrl } }) => {
      const serial = `letters-${randomUUID().slice(0, 8)}`;
      const hubs = [{ serial, sharingMode: 'off' }] as const;
      const { email } = await createPerson(backendUrl, 'failures', 'owner', { language: null }, hubs);
      const changes: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'PUT' && request.url().includes('/hubs/')) changes.push(request.url());
      });
      await openAs(page, email);
      await page.getByRole('switch').click();
      await closeFailureNotice(page, words.generic);
      await expect(page.getByRole('switch')).toBeChecked({ checked: false });
      expect(changes).toEqual([]);
    });

    for (const { what, act, copyOf, call } of HUB_ACTS) {
      test(`${what} that fails, refused or never answered: the hub stays`, async ({ page, portal: { backendUrl } }) => {
        const { open, act: confirm } = words[act];
        const email = await enter(page, backendUrl, copyOf);
        const hubs = page.getByRole('rowheader');
        const before = await hubs.allTextContents();
        for (const failure of FAILURES[words.locale]) {
          await orderFault(backendUrl, { call, email, ...failure });
          const row = page.getByRole('rowgroup').filter({ has: hubs.first() });
          // The first of the buttons that end a row; its name goes on with the hub's number.
          await row.getByRole('button', { name: open }).first().click();
          await page.getByRole('button', { name: confirm, exact: true }).click();
          await closeFailureNotice(page, words.generic);
          expect(await hubs.allTextContents()).toEqual(before);
          await clearFaults(backendUrl, email);
        }
        await page.reload();
        await expect(hubs).toHaveText(before);
      });
    }

    test('trouble at the server at the start: nobody signs in again', async ({ page, portal: { backendUrl } }) => {
      const email = await enter(page, backendUrl, 'owner');
      for (const failure of [{ status: 500 }, { status: 503 }, { drop: true }] as const) {
        await orderFault(backendUrl, { call: 'GET account/', email, ...failure });
        await page.goto('/settings');
        const alert = page.getByRole('alert').filter({ hasText: words.trouble });
        await expect(alert).toContainText(words.generic);
        await clearFaults(backendUrl, email);
        await alert.getByRole('button', { name: words.tryAgain }).click();
        await expect(page).toHaveURL('/settings');
        await expect(page.getByRole('rowheader').first()).toBeVisible();
      }
    });

    test('a list of hubs that does not come', async ({ page, portal: { backendUrl } }) => {
      const email = await enter(page, backendUrl, 'owner');
      await orderFault(backendUrl, { call: 'GET hubs', email, status: 500 });
      await page.reload();
      await expect(page.getByText(words.listFailed)).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: words.generic })).toBeVisible();
    });

    test('a page that is not open to this user, and one that is not there', async ({
      page,
      portal: { backendUrl },
    }) => {
      const email = await enter(page, backendUrl, 'owner');
      await orderFault(backendUrl, { call: 'GET hubs', email, status: 403 });
      await page.reload();
      await expect(page).toHaveURL('/forbidden');
      await expect(page.getByRole('main')).toContainText(words.forbidden);
      const answer = await page.goto('/no/such/page');
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('main')).toContainText(words.notFound);
      expect((await page.goto('/404.html'))?.ok()).toBe(true);
      await expect(page.getByRole('main')).toContainText(words.notFound);
    });

    test('no network: said calmly, and gone when it is back', async ({ page, context }) => {
      await openAs(page, 'owner@example.com');
      await expect(page.getByRole('switch').first()).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText(words.offline)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText(words.offline)).toHaveCount(0);
    });
  });
}
