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
  },
  {
    locale: 'de',
    generic: 'Es scheint als ob da etwas schief gelaufen ist.',
    notLinked: 'Starten Sie die App auf Ihrem Telefon',
    listFailed: 'Ihre Hubs konnten nicht geladen werden',
    forbidden: 'Bitte wenden Sie sich an das Cloud-Team',
    notFound: 'Unter dieser Adresse gibt es keine Seite.',
    offline: 'offline',
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
