import type { Page } from '@playwright/test';
import { closeFailureNotice, expect, signIn, test } from './support/portal.ts';

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
    trouble: 'You do not have to sign in anew',
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

async function refuse(page: Page, method: string, path: RegExp, status: number): Promise<void> {
  const origin = new URL(page.url()).origin;
  await page.route(path, async (route) => {
    if (route.request().method() !== method) {
      await route.fallback();
      return;
    }
    await route.fulfill({
      status,
      headers: { 'access-control-allow-origin': origin },
      json: { errors: [{ code: 1 }] },
    });
  });
}

/** The two acts on a hub that ask first, with who does them and by which call. */
const HUB_ACTS = [
  {
    what: 'a release by the owner',
    act: 'release',
    email: 'owner@example.com',
    method: 'DELETE',
    path: /\/hubs\/.+\/authorization$/,
  },
  {
    what: 'a request by a guest',
    act: 'request',
    email: 'guest@example.com',
    method: 'GET',
    path: /\/hubs\/.+\/release$/,
  },
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

    test('a change of sharing that fails, refused or never answered', async ({ page }) => {
      await page.goto('/login');
      await signIn(page, 'owner@example.com');
      const sharing = page.getByRole('switch').first();
      const before = await sharing.isChecked();
      for (const status of [400, 403, 404, 500, 503]) {
        await refuse(page, 'PUT', /\/hubs\/.+\/settings$/, status);
        await sharing.click();
        await closeFailureNotice(page, words.generic);
        await expect(sharing).toBeChecked({ checked: before });
        await page.unrouteAll();
      }
      await page.route(/\/hubs\/.+\/settings$/, async (route) => await route.abort());
      await sharing.click();
      await expect(page.getByRole('alert').filter({ hasText: words.generic })).toBeVisible();
      await expect(sharing).toBeChecked({ checked: before });
    });

    for (const { what, act, email, method, path } of HUB_ACTS) {
      test(`${what} that fails, refused or never answered: the hub stays`, async ({ page, portal }) => {
        const { open, act: confirm } = words[act];
        await page.context().addCookies([{ name: 'portal_language', value: words.locale, url: portal.url }]);
        await page.goto('/login');
        await signIn(page, email);
        const hubs = page.getByRole('rowheader');
        await expect(hubs.first()).toBeVisible();
        const before = await hubs.allTextContents();
        const attempt = async () => {
          const row = page.getByRole('rowgroup').filter({ has: hubs.first() });
          // The first of the buttons that end a row; its name goes on with the hub's number.
          await row.getByRole('button', { name: open }).first().click();
          await page.getByRole('button', { name: confirm, exact: true }).click();
          await closeFailureNotice(page, words.generic);
          expect(await hubs.allTextContents()).toEqual(before);
        };
        for (const status of [400, 403, 404, 500, 503]) {
          await refuse(page, method, path, status);
          await attempt();
          await page.unrouteAll();
        }
        await page.route(path, async (route) => await route.abort());
        await attempt();
      });
    }

    test('trouble at the server at the start: nobody signs in anew', async ({ page, portal }) => {
      await page.context().addCookies([{ name: 'portal_language', value: words.locale, url: portal.url }]);
      await page.goto('/login');
      await signIn(page, 'owner@example.com');
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      for (const status of [500, 503]) {
        await refuse(page, 'GET', /\/api\/account\/$/, status);
        await page.goto('/settings');
        const alert = page.getByRole('alert').filter({ hasText: words.trouble });
        await expect(alert).toContainText(words.generic);
        await page.unrouteAll();
        await alert.getByRole('button', { name: words.tryAgain }).click();
        await expect(page).toHaveURL('/settings');
        await expect(page.getByRole('rowheader').first()).toBeVisible();
      }
    });

    test('a list of hubs that does not come', async ({ page }) => {
      await page.goto('/login');
      await signIn(page, 'owner@example.com');
      await refuse(page, 'GET', /\/api\/hubs$/, 500);
      await page.reload();
      await expect(page.getByText(words.listFailed)).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: words.generic })).toBeVisible();
    });

    test('a page that is not open to this user, and one that is not there', async ({ page }) => {
      await page.goto('/login');
      await signIn(page, 'owner@example.com');
      await refuse(page, 'GET', /\/api\/hubs$/, 403);
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
      await page.goto('/login');
      await signIn(page, 'owner@example.com');
      await expect(page.getByRole('switch').first()).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText(words.offline)).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText(words.offline)).toHaveCount(0);
    });
  });
}
