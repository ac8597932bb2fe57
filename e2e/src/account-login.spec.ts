import type { Page } from '@playwright/test';
import { ACCOUNT_PASSWORD, getBodies, openAccount, retypeByKeys, tabTo, watchCalls } from './support/account.ts';
import { createPerson, firstMail } from './support/backend.ts';
import { expect, SAVED, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const EMAIL = 'PUT account/email';
const INBOX = 'Please check your inbox';

function getEmailForm(page: Page) {
  return {
    email: page.getByRole('textbox', { name: 'Email address' }),
    repeat: page.getByRole('textbox', { name: 'Repeat the new address' }),
    password: page.getByLabel('Current password'),
    change: page.getByRole('button', { name: 'Change email' }),
    summary: page.getByRole('alert').filter({ has: page.getByRole('heading') }),
  };
}

test(
  'the address is changed by keyboard alone, and the link in the mail confirms it once [T010]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const { email: old } = await openAccount({ page, portal, copyOf: 'unmigrated' });
    const { email, repeat, password, change, summary } = getEmailForm(page);
    const address = `new-${old}`;
    const sent = watchCalls(page, EMAIL);
    await expect(email).toHaveValue(old);
    await expect(repeat).toHaveCount(0);
    const other = await createPerson(portal.backendUrl, 'account', 'unmigrated');
    for (const [index, tried] of [other.email, address].entries()) {
      await tabTo(page, email);
      for (const text of [tried, tried, ACCOUNT_PASSWORD]) {
        await retypeByKeys(page, text);
        await page.keyboard.press('Tab');
      }
      if (index > 0) break;
      await change.click();
      await expect(summary).toBeFocused();
      await expect(email).toHaveAccessibleDescription('This address is already in use. Please choose another one.');
    }
    await tabTo(page, change);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: INBOX })).toContainText(address);
    await expect(password).toHaveCount(0);
    expect(getBodies(sent)).toEqual(
      [other.email, address].map((newEmail) => ({ newEmail, currentPassword: ACCOUNT_PASSWORD })),
    );

    const { links } = await firstMail(portal.backendUrl, address);
    const [link = ''] = links;
    await page.reload();
    await expect(email).toHaveValue(old);
    const heading = page.getByRole('heading', { level: 1 });
    for (const [opened, show, words] of [
      [link, 'account-confirmation', 'Your account is confirmed'],
      [link, 'account-already-confirmed', 'Your account was confirmed already'],
      [link.slice(0, -4), 'account-confirmation-error', 'Your account could not be confirmed'],
    ] as const) {
      await page.goto(opened);
      await expect(page).toHaveURL(`/user-info?show=${show}`);
      await expect(heading).toHaveText(words);
    }
    await page.goto('/account');
    await expect(email).toHaveValue(address);
    await expect(page.getByRole('link', { name: address }).first()).toBeVisible();
  },
);

test('a user on single sign-on sees where to change the address, and neither password nor news, nor a byte of their code [T018]', async ({
  page,
  portal,
}) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await openAccount({ page, portal });
  const { email, change } = getEmailForm(page);
  await expect(email).toBeDisabled();
  await expect(email).toHaveAccessibleDescription(/belongs to your eBike ID/);
  await expect(page.getByRole('link', { name: 'Open your eBike ID profile' })).toHaveAttribute('href', /^https:/);
  await expect(change).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /Password|News by email/ })).toHaveCount(0);
  expect(files.filter((path) => /\/(password|news)\.[^/]+\.js$|account\/notifications/.test(path))).toEqual([]);
});

const NEW = 'gravel-26';
const RULES = 'At least 6 characters, with a digit.';

function getPasswordForm(page: Page) {
  return {
    open: page.getByRole('button', { name: 'Change password…' }),
    current: page.getByLabel('Current password', { exact: true }),
    next: page.getByLabel('New password', { exact: true }),
    repeat: page.getByLabel('Repeat the new password', { exact: true }),
    change: page.getByRole('button', { name: 'Change password', exact: true }),
  };
}

test(
  'the password is changed by keyboard alone, a mail says so, and the session stays [T120]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const { email } = await openAccount({ page, portal, copyOf: 'unmigrated' });
    const { open, current, next } = getPasswordForm(page);
    const sent = watchCalls(page, 'PUT account/password');
    await open.press('Enter');
    await expect(current).toBeFocused();
    await expect(next).toHaveAccessibleDescription(RULES);
    await page.keyboard.type(ACCOUNT_PASSWORD);
    for (const _ of ['next', 'repeat']) {
      // Past the button that shows the password.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type(NEW);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(open).toBeFocused();
    expect(getBodies(sent)).toEqual([{ currentPassword: ACCOUNT_PASSWORD, newPassword: NEW }]);
    const mail = await firstMail(portal.backendUrl, email);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text).not.toContain(NEW);
    // The same session; the account now wants the new password.
    await page.goto('/account/delete');
    await current.fill(ACCOUNT_PASSWORD);
    await current.press('Enter');
    await expect(current).toHaveAccessibleDescription('Wrong password, please try again.');
    await current.fill(NEW);
    await page.getByRole('button', { name: 'Delete account for good' }).click();
    await expect(page).toHaveURL('/info?successful_deletion');
  },
);
