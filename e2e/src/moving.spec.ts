import type { Page } from '@playwright/test';
import { expect, openAs, test } from './support/portal.ts';

/**
 * The scripts and style sheets of a remote that the page has requested, without their hashes, in the order of the
 * requests.
 */
function recordFiles(page: Page, remote: string): readonly string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    const [, name, extension] = new RegExp(`/assets/${remote}/([\\w-]+)\\.\\w+(\\.\\w+)$`).exec(request.url()) ?? [];
    if (name !== undefined && extension !== undefined) requested.push(`${name}${extension}`);
  });
  return requested;
}

test(
  'pages that the header leads to are fetched before somebody goes there, and only once',
  { tag: '@journey' },
  async ({ page }) => {
    const account = recordFiles(page, 'mfe-account');
    await openAs(page, 'owner@example.com');
    await expect
      .poll(() => account)
      .toEqual(expect.arrayContaining(['account.css', 'account.js', 'entry.js', 'locale-en.js']));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const transferred = async () =>
      await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(
            (entry) =>
              // Of what the browser has, nothing is sent, or the difference to itself (50 bytes).
              entry instanceof PerformanceResourceTiming &&
              entry.transferSize > entry.encodedBodySize &&
              entry.encodedBodySize > 100,
          )
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => path.startsWith('/assets/mfe-account/')),
      );
    await expect.poll(async () => (await transferred()).length).toBe(account.length);
    const before = await transferred();
    await page.getByRole('link', { name: 'owner@example.com' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    await expect(page.getByLabel('First name')).toBeVisible();
    expect(asked).not.toContain('/part.json');
    // The files come from the browser's cache.
    expect(await transferred()).toEqual(before);
  },
);

test('a page whose files fail while somebody points at its link is loaded by the click, and nothing is said before', async ({
  page,
}) => {
  await openAs(page, 'owner@example.com');
  const failed: string[] = [];
  await page.route('**/assets/mfe-legal/**', async (route) => {
    const request = route.request();
    if (request.url().includes('/entry.')) failed.push(request.resourceType());
    await route.abort();
  });
  const link = page.getByRole('link', { name: 'Service description' });
  await link.hover();
  // The second one goes past the browser's copy. It is not imported: Firefox would not load it again after that.
  await expect.poll(() => failed).toEqual(['fetch', 'fetch']);
  await page.unroute('**/assets/mfe-legal/**');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Service description' })).toBeVisible();
  await expect(page.getByRole('article')).toBeVisible();
});
