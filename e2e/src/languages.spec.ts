import type { Page } from '@playwright/test';
import { readDescriptor } from './support/part-files.ts';
import { expect, signIn, test } from './support/portal.ts';

/** "mfe-hubs de" for each file of texts that the page requests. */
function recordTexts(page: Page): () => readonly string[] {
  const texts: string[] = [];
  page.on('request', (request) => {
    const [, part, language] = /\/assets\/([a-z-]+)\/locale-([a-z]+)\./.exec(request.url()) ?? [];
    if (part !== undefined && language !== undefined) texts.push(`${part} ${language}`);
  });
  return () => [...new Set(texts.splice(0))].toSorted();
}

test.describe('texts', () => {
  test.use({ locale: 'nl-BE' });

  test('are loaded in the language of the page only, and for each part when it is first shown', async ({ page }) => {
    const texts = recordTexts(page);
    await page.goto('/login');
    // The footer comes with the shell, the heading is prerendered before it.
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect(texts()).toEqual(['shell nl']);
    await signIn(page, 'owner@example.com');
    await expect(page.getByRole('switch').first()).toBeVisible();
    const first = texts();
    expect(first).toEqual(expect.arrayContaining(['mfe-hubs nl', 'shell nl']));
    await page.getByRole('link', { name: 'owner@example.com' }).click();
    // The page itself: its skeleton has the same heading, in the texts of the shell.
    await expect(page.getByLabel('Voornaam')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Uw account' })).toBeVisible();
    // Those of the pages that the header leads to may have come before they were needed.
    const further = [...first, ...texts()];
    expect(further).toContain('mfe-account nl');
    expect(further.filter((text) => !text.endsWith(' nl'))).toEqual([]);

    // The picker loads the texts of the loaded parts only.
    await page.getByRole('combobox', { name: 'Taal' }).selectOption('Français');
    await expect(page.getByRole('heading', { level: 1, name: 'Votre compte' })).toBeVisible();
    await expect(page.getByLabel('Prénom')).toBeVisible();
    // A page that the header leads to may come late, in the language before.
    const french = texts().filter((text) => text.endsWith(' fr'));
    expect(french).toEqual(['mfe-account fr', 'mfe-hubs fr', 'shell fr']);
  });
});

test(
  "the account's language takes precedence over the address and the browser, also in the next prerendered frame; the picker over all three [T277]",
  { tag: '@journey' },
  async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 });
    const prerendered = async () => /<html lang="(..)">/.exec(await (await page.request.get('/settings')).text())?.[1];
    await page.goto('/login');
    expect(await prerendered()).toBe('en');
    // The language of this account is German.
    await signIn(page, 'guest@example.com');
    await expect(heading).toContainText('Hallo');
    expect(await prerendered()).toBe('de');
    await page.goto('/settings?locale=fr');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await expect(heading).toContainText('Hallo');
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('Nederlands');
    await expect(page.getByRole('combobox', { name: 'Taal' })).toBeVisible();
    await page.goto('/settings?locale=fr');
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
    expect(await prerendered()).toBe('nl');
  },
);

test('a production build contains nothing of the development server', async ({ page }) => {
  await page.goto('/forbidden?locale=en-XA');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This road is not open to you');
  const scripts: string[] = [];
  for (const part of ['shell', 'mfe-hubs', 'mfe-account', 'mfe-legal', 'mfe-developer'])
    for (const file of Object.keys((await readDescriptor(new URL(page.url()).origin, part)).scripts))
      scripts.push(`/assets/${part}/${file}`);
  expect(scripts.some((url) => url.includes('/shell/locale-en.'))).toBe(true);
  const sources = [await page.content()];
  for (const url of scripts) sources.push(await (await page.request.get(url)).text());
  // The name and letters of the pseudo-locale, what development builds call, and the overlay.
  for (const trace of ['en-XA', 'åƀçð', '__developmentPage', 'development-overlay']) {
    expect(sources.filter((source) => source.includes(trace))).toEqual([]);
  }
});
