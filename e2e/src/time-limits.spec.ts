import { createPerson } from './support/backend.ts';
import { holdFiles } from './support/held-page.ts';
import { expect, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

test('without the style sheet of the shell, which never answers, the portal works', async ({ page, portal }) => {
  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await page.clock.install();
  await page.route(/\/assets\/shell\/.+\.css$/, async () => await new Promise<void>(() => {}));
  await page.goto('/settings', { waitUntil: 'commit' });
  await expect(page.getByRole('main')).toBeVisible();
  // The shell runs, and with it the time limits of what it waits for.
  await page.waitForFunction(() => !('__earlyToken' in window));
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
});

test('a shell that never arrives is reported in time, and still starts when it arrives', async ({ page, portal }) => {
  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await page.clock.install();
  const arrive = await holdFiles(page, /\/assets\/shell\/vendor\./);
  await page.goto('/settings', { waitUntil: 'commit' });
  await expect(page.getByRole('main')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByRole('alert')).toContainText('Something that it needs did not arrive.');
  await arrive();
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
  const released = Promise.withResolvers<void>();
  let changes = 0;
  await page.route(/\/api\/hubs\/.+\/settings$/, async (route) => {
    if (route.request().method() === 'PUT') {
      changes += 1;
      await released.promise;
    }
    await route.fallback();
  });
  await sharing.click();
  await expect(sharing).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward(10_000);
  const unknown = page.getByText('We do not know whether your change was made');
  await expect(unknown).toBeVisible();
  await expect(sharing).not.toHaveAttribute('aria-busy');
  await expect(sharing).toBeChecked({ checked: before });
  released.resolve();
  await expect(sharing).toBeChecked({ checked: !before });
  await expect(unknown).toHaveCount(0);
  expect(changes).toBe(1);
});
