import type { Page } from '@playwright/test';
import { chooseLanguage } from './support/in-page.ts';
import { expect, signIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

async function expectHeading(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

test('/build-information shows the version of the portal, and version and build date of every live part', async ({
  page,
}) => {
  await page.goto('/build-information');
  await expect(page.getByRole('definition').first()).toHaveText('1.2.115');
  const { view } = (await (await page.request.get('/release.json')).json()) as { readonly view: string };
  interface Live {
    readonly version: string;
    readonly builtAt: string;
  }
  const live = (await (await page.request.get(`/parts.json?view=${view}`)).json()) as readonly Live[];
  expect(live).toHaveLength(5);
  const date = (builtAt: string) => builtAt.slice(0, 10).split('-').toReversed().join('.');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(live.length + 1);
  for (const [index, { version, builtAt }] of live.entries()) {
    await expect(rows.nth(index + 1).getByRole('cell')).toHaveText([version, date(builtAt)]);
  }
  // No text names a part by its package name.
  await expect(page.getByRole('main')).not.toContainText('mfe-');
});

test('/build-information leads to the licences of the packages in every live part', async ({ page }) => {
  await page.goto('/build-information');
  await page.getByRole('link', { name: 'Licences of third-party software' }).click();
  for (const name of ['react-dom', 'react-hook-form', 'pdfjs-dist'])
    await expect(page.locator('pre')).toContainText(name);
  await expect(page.locator('pre')).toContainText('Permission is hereby granted');
});

test('the texts of these pages are loaded in the shown language only, and in another one when it is chosen', async ({
  page,
}) => {
  const came: string[] = [];
  page.on('request', (request) => {
    const [, language] = /\/assets\/shell\/information-(\w\w)\.\w+\.js$/.exec(request.url()) ?? [];
    if (language !== undefined) came.push(language);
  });
  await page.goto('/info?failed_deletion&locale=fr');
  await expectHeading(page, 'Tout n’est pas encore supprimé');
  // The text is painted before.
  await expect.poll(() => came).toEqual(['fr']);
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('de');
  await expectHeading(page, 'Noch ist nicht alles gelöscht');
  expect(came).toEqual(['fr', 'de']);
});

const MESSAGES = {
  failed: {
    en: ['Not everything is deleted yet', 'Our engineers have been notified, and we will contact you.'],
    de: ['Noch ist nicht alles gelöscht', 'Unsere Technik ist informiert, und wir melden uns bei Ihnen.'],
  },
  deleted: {
    en: ['Your account is deleted', 'Your personal data has been deleted'],
    de: ['Ihr Konto ist gelöscht', 'Ihre personenbezogenen Daten wurden aus unseren Systemen gelöscht.'],
  },
  error: {
    en: ['Your account could not be confirmed', 'Please contact support.'],
    de: ['Ihr Konto konnte nicht bestätigt werden', 'Bitte wenden Sie sich an den Support.'],
  },
  none: {
    en: ['No info found', 'There is no message at this address.'],
    de: ['Keine Information gefunden', 'Unter dieser Adresse gibt es keine Nachricht.'],
  },
} as const;

test('deletions, complete or not, failed confirmations and addresses without a message have their texts in English and German [T265]', async ({
  page,
}) => {
  for (const [index, [path, message]] of (
    [
      ['/info?failed_deletion', 'failed'],
      ['/info?successful_deletion', 'deleted'],
      ['/user-info?show=account-confirmation-error', 'error'],
      ['/user-info?show=unknown', 'none'],
      ['/info?unknown', 'none'],
    ] as const
  ).entries()) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    // The next page begins in the chosen language.
    for (const language of index % 2 === 0 ? (['en', 'de'] as const) : (['de', 'en'] as const)) {
      await chooseLanguage(page, language);
      const [heading, text] = MESSAGES[message][language];
      await expectHeading(page, heading);
      await expect(page.getByRole('main')).toContainText(text);
      await expect(page).toHaveTitle(`${heading} – eBike Portal`);
    }
  }
});

test('/info leads visitors to sign-in, and /user-info leads users to their hubs', async ({ page }) => {
  await page.goto('/info?failed_deletion');
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, 'owner@example.com');
  await page.goto('/user-info?show=account-already-confirmed');
  await page.getByRole('link', { name: 'Go to your hubs' }).click();
  await expect(page).toHaveURL('/settings');
});

test('a page whose code hangs is replaced by the card, and "Try again" opens it', async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route(/\/assets\/shell\/information\.\w+\.js/, async (route) => {
    await arrived.promise;
    await route.fallback();
  });
  await page.clock.install();
  await page.goto('/build-information', { waitUntil: 'commit' });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(async () => {
    await page.clock.fastForward(5000);
    await expect(again).toBeVisible({ timeout: 500 });
  }).toPass();
  // In this order: code that arrives replaces the card by itself.
  await again.click();
  arrived.resolve();
  await expect(page.getByRole('main').getByText('1.2.115', { exact: true })).toBeVisible();
});
