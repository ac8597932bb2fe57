import type { Page } from '@playwright/test';
import { expect, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** Opens `path` as the owner, on a clock that the test moves, while every request that matches `hanging` gets no answer. */
async function openWhile(page: Page, url: string, hanging: RegExp, path = '/settings'): Promise<void> {
  await startSignedIn(page.context(), url, 'owner@example.com');
  await page.clock.install();
  await page.route(hanging, async () => await new Promise<void>(() => {}));
  await page.goto(path, { waitUntil: 'commit' });
}

/** The whole frame works: header, footer and log-out. */
async function logsOut(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
}

test('a style sheet of a remote that never answers costs its page alone', async ({ page, portal }) => {
  await openWhile(page, portal.url, /\/assets\/mfe-hubs\/.+\.css$/);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('alert')).toContainText('This part of the portal is not available right now');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await logsOut(page);
});

test('without the style sheet of the shell, which never answers, the portal works', async ({ page, portal }) => {
  await openWhile(page, portal.url, /\/assets\/shell\/.+\.css$/);
  await expect(page.getByRole('main')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await logsOut(page);
});

test('a shell that never arrives is reported in time, and still starts when it arrives', async ({ page, portal }) => {
  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await page.clock.install();
  const arrives = Promise.withResolvers<void>();
  await page.route(/\/assets\/shell\/vendor\./, async (route) => {
    await arrives.promise;
    await route.continue();
  });
  await page.goto('/settings', { waitUntil: 'commit' });
  await expect(page.getByRole('main')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('alert')).toContainText('Something that it needs did not arrive.');
  arrives.resolve();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

for (const what of ['hubs', 'legal'] as const) {
  test(`"Try again" requests a style sheet of mfe-${what} again whose connection broke`, async ({ page, portal }) => {
    await startSignedIn(page.context(), portal.url, 'owner@example.com');
    await page.route(
      new RegExp(`/assets/mfe-${what}/.+\\.css$`),
      async (route) => await route.abort('connectionreset'),
    );
    await page.goto(what === 'hubs' ? '/settings' : '/faq');
    await expect(page.getByRole('alert')).toContainText('This part of the portal is not available right now');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(
      page.getByRole('heading', { level: 1, name: what === 'hubs' ? /^Hello/ : 'Frequently asked questions' }),
    ).toBeVisible();
  });
}
