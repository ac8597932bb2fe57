import type { Page } from '@playwright/test';
import { startPortalWithCdn } from './support/cdn.ts';
import type { PortalWithCdn } from './support/cdn.ts';
import { greets } from './support/hubs-page.ts';
import { expect, signIn, test } from './support/portal.ts';

declare global {
  interface Window {
    altered?: true;
  }
}

/** One after the other: a worker has one web server at a time. */
test.describe.configure({ mode: 'serial' });

let portal: PortalWithCdn;
test.beforeAll(async () => {
  portal = await startPortalWithCdn();
});
test.afterAll(async () => {
  await portal.stop();
});

/** The origins from which the page takes files of parts. */
function followOrigins(page: Page): Set<string> {
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) origins.add(origin);
  });
  return origins;
}

const fromPortal = { name: 'portal_files', value: 'own' };
const filesCookie = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === fromPortal.name);

test('a customer signs in, reads a document in the viewer and changes the language; all files come from the CDN, which gets no cookie', async ({
  page,
}) => {
  const origins = followOrigins(page);
  await page.goto(`${portal.url}/login`);
  await signIn(page, 'owner@example.com');
  await greets(page, 'Hello');
  await page.getByRole('link', { name: 'Terms of use' }).click();
  await page.getByRole('button', { name: 'Show as PDF' }).click();
  await expect(page.locator('canvas').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('nl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
  expect([...origins]).toEqual([portal.cdn.origin]);
  expect(portal.cdn.asked.length).toBeGreaterThan(10);
  for (const { path, headers } of portal.cdn.asked) {
    expect(path).toMatch(/^\/assets\/[\w-]+\/[\w.-]+$/);
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
    // A script of the CDN names itself where it imports another.
    expect(headers.referer ?? portal.cdn.origin).toContain(portal.cdn.origin);
  }
  expect(await filesCookie(page)).toEqual([]);
});

test('changed bytes of the CDN never run: the page takes its files from the portal, and the customer sees nothing of it', async ({
  page,
}) => {
  portal.cdn.now('changes');
  const origins = followOrigins(page);
  await page.goto(`${portal.url}/login`);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect([...origins].sort()).toEqual([portal.cdn.origin, portal.url].sort());
  expect(await page.evaluate(() => window.altered)).toBeUndefined();
  expect(await filesCookie(page)).toMatchObject([fromPortal]);
  await page.reload();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test(
  'a part whose bytes the CDN changes comes from the portal, in a page that is open',
  { tag: '@full' },
  async ({ page }) => {
    portal.cdn.now('passes');
    await page.goto(`${portal.url}/login`);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    portal.cdn.now('changes', /^\/assets\/mfe-legal\//);
    await page.getByRole('link', { name: 'Terms of use' }).click();
    await expect(page.getByRole('button', { name: 'Show as PDF' })).toBeVisible();
    await expect(page).toHaveURL(`${portal.url}/terms`);
    expect(await filesCookie(page)).toMatchObject([fromPortal]);
  },
);

test('a page whose style sheets alone are wrong is loaded again, too', { tag: '@full' }, async ({ page }) => {
  portal.cdn.now('changes', /\.css$/);
  await page.goto(`${portal.url}/login`);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect.poll(async () => await filesCookie(page)).toMatchObject([fromPortal]);
  await expect(page.locator(`link[rel="stylesheet"][href^="/assets/shell/"]`)).toHaveCount(1);
});

test('a CDN that is away is not noticed', async ({ page }) => {
  await portal.cdn.stop();
  await page.goto(`${portal.url}/terms`);
  // The painted page has the button, too.
  await expect.poll(async () => await filesCookie(page)).toMatchObject([fromPortal]);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show as PDF' })).toBeVisible();
});
