import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ACCOUNT_PASSWORD, bodiesOf, openAccount, retypeByKeys, tabTo, watchCalls } from './support/account.ts';
import { createPerson, firstMail } from './support/backend.ts';
import { clearFaults, FAILURES, setFault } from './support/faults.ts';
import { watch } from './support/malformed.ts';
import { closeFailureNotice, expect, SAVED, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const EMAIL = 'PUT account/email';
const INBOX = 'Please check your inbox';

function emailFormOf(page: Page) {
  return {
    email: page.getByRole('textbox', { name: 'Email address' }),
    repeat: page.getByRole('textbox', { name: 'Repeat the new address' }),
    password: page.getByLabel('Current password'),
    change: page.getByRole('button', { name: 'Change email' }),
    summary: page.getByRole('alert').filter({ has: page.getByRole('heading') }),
  };
}

/** Tries to change to `address`, with the right password unless another is given. */
async function tryAddress(page: Page, address: string, secret = ACCOUNT_PASSWORD): Promise<void> {
  const { email, repeat, password, change } = emailFormOf(page);
  await email.fill(address);
  await repeat.fill(address);
  await password.fill(secret);
  await change.click();
}

test(
  'the address is changed by keyboard alone, and the link in the mail confirms it once [T010]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const { email: old } = await openAccount({ page, portal, copyOf: 'unmigrated' });
    const { email, repeat, password, change } = emailFormOf(page);
    const address = `new-${old}`;
    const sent = watchCalls(page, EMAIL);
    await expect(email).toHaveValue(old);
    await expect(repeat).toHaveCount(0);
    await tabTo(page, email);
    await retypeByKeys(page, address);
    await page.keyboard.press('Tab');
    await page.keyboard.type(address);
    await page.keyboard.press('Tab');
    await page.keyboard.type(ACCOUNT_PASSWORD);
    await tabTo(page, change);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: INBOX })).toContainText(address);
    await expect(password).toHaveCount(0);
    expect(bodiesOf(sent)).toEqual([{ newEmail: address, currentPassword: ACCOUNT_PASSWORD }]);

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

test('what is wrong with an address is said at its field; a failure keeps what was typed, and everybody stays signed in [T193]', async ({
  page,
  portal,
}) => {
  const errors = watch(page);
  const other = await createPerson(portal.backendUrl, 'account', 'unmigrated');
  const { email: own } = await openAccount({ page, portal, copyOf: 'unmigrated' });
  const { email, repeat, password, change, summary } = emailFormOf(page);
  const sent = watchCalls(page, EMAIL);
  await email.fill('no-address');
  await email.blur();
  await expect(email).toHaveAccessibleDescription('This email address is invalid');
  await email.fill('somebody@example.com');
  await repeat.fill('somebody@exmaple.com');
  await repeat.blur();
  await expect(repeat).toHaveAccessibleDescription('The two email addresses do not match');
  await password.fill(ACCOUNT_PASSWORD);
  await password.press('Enter');
  await expect(change).toBeDisabled();
  expect(sent).toHaveLength(0);

  await test.step('each reason to refuse an address has its own text at the field [T262]', async () => {
    // The form refuses an empty address itself, so the server is made to answer with this code.
    const missing = { status: 400, body: { text: '{"errors":[{"error":"MISSING_EMAIL_ADDRESS"}]}' } };
    for (const [address, text, fault] of [
      [other.email, 'This address is already in use. Please choose another one.'],
      ['somebody@else@example.com', 'This email address is invalid'],
      ['somebody@mailinator.com', 'Addresses of this provider cannot be used. Please choose another one.'],
      [`new-${own}`, 'Please enter an email address.', missing],
    ] as const) {
      if (fault) await setFault(portal.backendUrl, { call: EMAIL, email: own, ...fault });
      await tryAddress(page, address);
      await expect(summary).toBeFocused();
      await expect(email).toHaveAccessibleDescription(text);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(email).toBeFocused();
      await clearFaults(portal.backendUrl, own);
    }
  });
  await test.step('a change that fails otherwise raises the notice, and the form keeps its input [T257]', async () => {
    for (const failure of FAILURES) {
      await setFault(portal.backendUrl, { call: EMAIL, email: own, ...failure, carryOut: false });
      await change.click();
      await closeFailureNotice(page);
      await expect(email).toHaveValue(`new-${own}`);
      await expect(repeat).toHaveValue(`new-${own}`);
      await expect(password).toHaveValue(ACCOUNT_PASSWORD);
      await clearFaults(portal.backendUrl, own);
    }
  });
  await tryAddress(page, `new-${own}`, 'wrong-1');
  await expect(summary).toContainText('Wrong password, please try again.');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill(ACCOUNT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(INBOX)).toBeVisible();
  expect(errors).toEqual([]);
});

test('a user on single sign-on sees where to change the address, and neither password nor news, nor a byte of their code [T018]', async ({
  page,
  portal,
}) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await openAccount({ page, portal });
  const { email, change } = emailFormOf(page);
  await expect(email).toBeDisabled();
  await expect(email).toHaveAccessibleDescription(/belongs to your eBike ID/);
  await expect(page.getByRole('link', { name: 'Open your eBike ID profile' })).toHaveAttribute('href', /^https:/);
  await expect(change).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /Password|News by email/ })).toHaveCount(0);
  expect(files.filter((path) => /\/(password|news)\.[^/]+\.js$|account\/notifications/.test(path))).toEqual([]);
});

const NEW = 'gravel-26';
const RULES = 'At least 6 characters, with a digit.';

function passwordFormOf(page: Page) {
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
    const { open, current, next } = passwordFormOf(page);
    const sent = watchCalls(page, 'PUT account/password');
    await open.press('Enter');
    await expect(current).toBeFocused();
    await expect(next).toHaveAccessibleDescription(RULES);
    await page.keyboard.type(ACCOUNT_PASSWORD);
    for (const _ of ['next', 'repeat']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(NEW);
    }
    await page.keyboard.press('Enter');
    await expect(page.getByText(SAVED)).toBeVisible();
    await expect(open).toBeFocused();
    expect(bodiesOf(sent)).toEqual([{ currentPassword: ACCOUNT_PASSWORD, newPassword: NEW }]);
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

test('what is wrong with a new password is said at its field, and nothing is sent [T207]', async ({ page, portal }) => {
  await openAccount({ page, portal, copyOf: 'unmigrated' });
  const { open, current, next, repeat, change } = passwordFormOf(page);
  const sent = watchCalls(page, 'PUT account/password');
  await open.click();
  await current.fill(ACCOUNT_PASSWORD);
  await next.fill('short');
  await next.blur();
  await expect(next).toHaveAccessibleDescription(
    `${RULES} This password is not secure enough: it needs 6 characters and a digit.`,
  );
  await next.fill(ACCOUNT_PASSWORD);
  await expect(next).toHaveAccessibleDescription(`${RULES} Please choose a new password.`);
  await next.fill(NEW);
  await repeat.fill('gravel-27');
  await repeat.blur();
  await expect(repeat).toHaveAccessibleDescription('The two passwords do not match');
  await expect(change).toBeDisabled();
  expect(sent).toEqual([]);
});

test('news by e-mail are agreed to, stand in the own data, and are taken back; one that is not saved can be tried again [T123]', async ({
  page,
  portal,
}) => {
  const { email } = await openAccount({ page, portal, copyOf: 'unmigrated' });
  const agree = page.getByRole('switch', { name: 'Send me news by email' });
  const ownData = async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: /JSON/ }).click();
    return JSON.parse(await readFile(await (await started).path(), 'utf8')) as unknown;
  };
  await expect(agree).toHaveAccessibleDescription(new RegExp(email));
  expect(await ownData()).toMatchObject({ account: { newsByEmail: { agreed: false, agreedAt: null } } });
  await setFault(portal.backendUrl, { call: 'PUT account/notifications', email, status: 500, carryOut: false });
  await agree.press('Space');
  await closeFailureNotice(page);
  await expect(agree).not.toBeChecked();
  await clearFaults(portal.backendUrl, email);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(agree).toBeChecked();
  await expect(agree).toBeFocused();
  await page.reload();
  await expect(agree).toBeChecked();
  expect(await ownData()).toMatchObject({ account: { newsByEmail: { agreed: true, agreedAt: expect.any(String) } } });
  await agree.click();
  await expect(agree).not.toBeChecked();
});
