import type { Page } from '@playwright/test';
import { getBodies, openAccount, tabTo, watchCalls } from './support/account.ts';
import { firstMail } from './support/backend.ts';
import { setBehaviour, setFault } from './support/faults.ts';
import { expect, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const DESTROY = 'POST account/destroy';
const DELETED = '/info?successful_deletion';
const IS_DELETED = 'Your account is deleted';

const deletion = (page: Page) => page.getByRole('button', { name: 'Delete account for good' });
const password = (page: Page) => page.getByLabel('Current password');

/** Checks that the user is signed out: the header has no account link. */
async function expectSignedOut(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('link', { name: email })).toHaveCount(0);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name.endsWith('_token'))).toEqual([]);
}

test(
  'an account on single sign-on is deleted by keyboard alone; the identity stays [T013]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const { email, hubs } = await openAccount({ page, portal });
    const sent = watchCalls(page, DESTROY);
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
    await tabTo(page, page.getByRole('link', { name: 'Delete account…' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/account/delete');
    await expect(page.getByText('Your eBike ID stays.')).toBeVisible();
    for (const { serial } of hubs) await expect(page.getByText(serial)).toBeVisible();
    await expect(password(page)).toHaveCount(0);
    await tabTo(page, deletion(page));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(DELETED);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(IS_DELETED);
    await expect(page.getByText('Your personal data has been deleted')).toBeVisible();
    await expectSignedOut(page, email);
    expect(getBodies(sent)).toEqual([{ password: '' }]);
    expect(seen).not.toContain('/login');
    // The identity is still there; the account in the portal is gone.
    await page.goto('/login');
    await page.locator('a[href*="/user/weblogin"]').click();
    await expect(page.getByRole('alert')).toContainText('Start the app on your phone and sign in there first');
  },
);

test('the page about the deletion stays when the check after it fails; a mail reports a stuck deletion, and so does its link [T163]', async ({
  page,
  portal,
}) => {
  const { email } = await openAccount({ page, portal, path: '/account/delete' });
  await expect(deletion(page)).toBeEnabled();
  await setBehaviour(portal.backendUrl, email, { deletion: 'partial' });
  await setFault(portal.backendUrl, { call: 'GET account/', email, status: 500 });
  const checked = page.waitForResponse((answer) => answer.url().endsWith('/api/account/') && answer.status() === 500);
  await deletion(page).click();
  await checked;
  await expect(page).toHaveURL(DELETED);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(IS_DELETED);
  await expect(page.getByRole('alert')).toHaveCount(0);

  const { links } = await firstMail(portal.backendUrl, email);
  await page.goto(links[0] ?? '');
  await expect(page).toHaveURL('/info?failed_deletion');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not everything is deleted yet');
});
