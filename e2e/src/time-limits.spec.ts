import type { Page } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { expect, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

/** Opens `path` as the owner, on a clock that the test moves, while every request that matches `hanging` gets no answer. */
async function openWhile(page: Page, url: string, hanging: RegExp, path = '/settings'): Promise<void> {
  await startSignedIn(page.context(), url, 'owner@example.com');
  await page.clock.install();
  await page.route(hanging, async () => await new Promise<void>(() => {}));
  await page.goto(path, { waitUntil: 'commit' });
}

/** Waits until the shell runs, and with it the time limits of what it waits for. */
async function shellHasStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => !('__earlyToken' in window));
}

/** The whole frame works: header, footer and log-out. */
async function logsOut(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
}

test('without the style sheet of the shell, which never answers, the portal works', async ({ page, portal }) => {
  await openWhile(page, portal.url, /\/assets\/shell\/.+\.css$/);
  await expect(page.getByRole('main')).toBeVisible();
  await shellHasStarted(page);
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

test('a viewer that hangs leaves the text; it is shown when it comes, and "Try again" requests it anew', async ({
  page,
}) => {
  await page.clock.install();
  let requests = 0;
  const arrives = Promise.withResolvers<void>();
  await page.route(/\/assets\/mfe-legal\/pdf-viewer\.\w+\.js$/, async (route) => {
    requests += 1;
    if (requests === 2) await arrives.promise;
    if (requests !== 1) await route.continue();
  });
  const viewer = page.getByRole('region', { name: 'Document: Terms of use' });
  const failure = page.getByRole('alert').filter({ hasText: 'The PDF could not be shown here' });
  const hangs = async (request: number) => {
    await expect.poll(() => requests).toBe(request);
    await page.clock.fastForward(10_000);
    await expect(failure).toBeVisible();
    await expect(page.getByRole('article', { name: 'Terms of use' })).toBeVisible();
  };
  await page.goto('/terms');
  await page.getByRole('button', { name: 'Show as PDF' }).click();
  await hangs(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await hangs(2);
  arrives.resolve();
  await expect(viewer.locator('canvas').first()).toBeVisible();
  await expect(failure).toHaveCount(0);
});

/** Holds the calls of the API that match back until `release`; `count` says how many there were. */
async function holdCalls(page: Page, method: string, path: RegExp) {
  const released = Promise.withResolvers<void>();
  let count = 0;
  await page.route(path, async (route) => {
    if (route.request().method() === method) {
      count += 1;
      await released.promise;
      await route.continue();
    } else {
      await route.fallback();
    }
  });
  return { release: () => released.resolve(), count: () => count };
}

test('an API that does not answer is reported within ten seconds, and a late answer continues', async ({
  page,
  portal,
}) => {
  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await page.clock.install();
  const { release, count } = await holdCalls(page, 'GET', /\/api\/(account\/|hubs)$/);
  await page.goto('/settings', { waitUntil: 'commit' });
  await expect.poll(count).toBe(2);
  await shellHasStarted(page);
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('alert')).toContainText('You do not need to sign in again');
  release();
  await expect(page).toHaveURL('/settings');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('a change without an answer is said to be unknown, sent once, and shown as the API has it', async ({
  page,
  portal,
}) => {
  const { email } = await createPerson(portal.backendUrl, 'limits', 'owner', { language: 'en' });
  await startSignedIn(page.context(), portal.url, email);
  await page.clock.install();
  await page.goto('/settings');
  const sharing = page.getByRole('switch').first();
  const before = await sharing.isChecked();
  const { release, count } = await holdCalls(page, 'PUT', /\/api\/hubs\/.+\/settings$/);
  await sharing.click();
  await expect(sharing).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward(10_000);
  const unknown = page.getByText('We do not know whether your change was made');
  await expect(unknown).toBeVisible();
  await expect(sharing).not.toHaveAttribute('aria-busy');
  await expect(sharing).toBeChecked({ checked: before });
  release();
  await expect(sharing).toBeChecked({ checked: !before });
  await expect(unknown).toHaveCount(0);
  expect(count()).toBe(1);
});
