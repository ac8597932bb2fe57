import type { Page } from '@playwright/test';
import { ACCOUNT_PASSWORD, bodiesOf, openAccount, retypeByKeys, tabTo, watchCalls } from './support/account.ts';
import { firstMail } from './support/backend.ts';
import { clearFaults, FAILURES, setBehaviour, setFault } from './support/faults.ts';
import { watch } from './support/malformed.ts';
import { closeFailureNotice, expect, test } from './support/portal.ts';

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
    expect(bodiesOf(sent)).toEqual([{ password: '' }]);
    expect(seen).not.toContain('/login');
    // The identity is still there; the account in the portal is gone.
    await page.goto('/login');
    await page.locator('a[href*="/user/weblogin"]').click();
    await expect(page.getByRole('alert')).toContainText('Start the app on your phone and sign in there first');
  },
);

test('nothing is sent for an empty password, a wrong one is reported at its field, and a failure changes nothing [T055]', async ({
  page,
  portal,
}) => {
  const errors = watch(page);
  const { email } = await openAccount({ page, portal, copyOf: 'unmigrated', path: '/account/delete' });
  const sent = watchCalls(page, DESTROY);
  await expect(deletion(page)).toBeDisabled();
  await expect(deletion(page)).toHaveAccessibleDescription('Enter your password first.');
  // By keyboard alone, as the deletion with single sign-on above.
  await tabTo(page, password(page));
  await page.keyboard.press('Enter');
  expect(sent).toHaveLength(0);
  await page.keyboard.type('wrong-1');
  await page.keyboard.press('Enter');
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Wrong password, please try again.');
  await tabTo(page, password(page));
  await retypeByKeys(page, ACCOUNT_PASSWORD);
  await expect(summary).toHaveCount(0);
  for (const failure of [...FAILURES, { status: 400, body: { text: '{"errors":[{"code":3000021}]}' } }]) {
    await setFault(portal.backendUrl, { call: DESTROY, email, ...failure, carryOut: false });
    await deletion(page).click();
    await closeFailureNotice(page);
    await expect(page).toHaveURL('/account/delete');
    await expect(password(page)).toHaveValue(ACCOUNT_PASSWORD);
    await clearFaults(portal.backendUrl, email);
  }
  await deletion(page).click();
  await expect(page).toHaveURL(DELETED);
  await expectSignedOut(page, email);
  expect(errors).toEqual([]);
});

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

test('the page about the deletion shows before the check, and ten clicks delete once, although the hubs failed to load [T162]', async ({
  page,
  portal,
}) => {
  const arrange = async (email: string) => await setFault(portal.backendUrl, { call: 'GET hubs', email, status: 403 });
  const { email } = await openAccount({ page, portal, path: '/account/delete', arrange });
  await expect(page.getByText(/Which ones they are could not be loaded/)).toBeVisible();
  await closeFailureNotice(page);
  const sent = watchCalls(page, DESTROY);
  const checkedAt: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/api/account/'))
      checkedAt.push(new URL(page.url()).pathname);
  });
  await setFault(portal.backendUrl, { call: DESTROY, email, delayMs: 1000 });
  await deletion(page).evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 10; click++) button.click();
  });
  await expect(page).toHaveURL(DELETED);
  await expectSignedOut(page, email);
  expect(sent).toHaveLength(1);
  expect(new Set(checkedAt)).toEqual(new Set(['/info']));
});

test('a deletion whose answer is lost leads to sign-in, which says that the account is probably deleted', async ({
  page,
  portal,
}) => {
  const { email } = await openAccount({ page, portal, path: '/account/delete' });
  await setFault(portal.backendUrl, { call: DESTROY, email, drop: true, carryOut: true });
  const sent = watchCalls(page, DESTROY);
  await deletion(page).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('Your account has probably been deleted');
  await expect(page.getByText('We do not know whether your change was made')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectSignedOut(page, email);
  expect(sent).toHaveLength(1);
});
