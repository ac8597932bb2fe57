import { expect, signIn, test } from './support/portal.ts';

test(
  '/build-information shows version and build date of every live part, and leads to the licences of their packages',
  { tag: '@journey' },
  async ({ page }) => {
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
    for (const [index, { version, builtAt }] of live.entries())
      await expect(rows.nth(index + 1).getByRole('cell')).toHaveText([version, date(builtAt)]);
    // No text names a part by its package name.
    await expect(page.getByRole('main')).not.toContainText('mfe-');
    await page.getByRole('link', { name: 'Licences of third-party software' }).click();
    for (const text of ['react-dom', 'react-hook-form', 'pdfjs-dist', 'Permission is hereby granted'])
      await expect(page.locator('pre')).toContainText(text);
  },
);

test('deletions, complete or not, failed confirmations and addresses without a message have their texts, and lead on [T265]', async ({
  page,
}) => {
  for (const [path, heading, text] of [
    ['/info?successful_deletion', 'Your account is deleted', 'Your personal data has been deleted'],
    ['/user-info?show=account-confirmation-error', 'Your account could not be confirmed', 'Please contact support.'],
    ['/user-info?show=unknown', 'No info found', 'There is no message at this address.'],
    ['/info?unknown', 'No info found', 'There is no message at this address.'],
    ['/info?failed_deletion', 'Not everything is deleted yet', 'Our engineers have been notified'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('main')).toContainText(text);
    await expect(page).toHaveTitle(`${heading} – eBike Portal`);
  }
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, 'owner@example.com');
  await page.goto('/user-info?show=account-already-confirmed');
  await page.getByRole('link', { name: 'Go to your hubs' }).click();
  await expect(page).toHaveURL('/settings');
});
