import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ACCOUNT_PASSWORD, bodiesOf, openAccount, watchCalls } from './support/account.ts';
import { firstMail } from './support/backend.ts';
import { clearFaults, setFault } from './support/faults.ts';
import { closeFailureNotice, expect, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const PASSWORD = 'PUT account/password';
const NEWS = 'PUT account/notifications';
const NEW = 'gravel-26';

const WORDS = {
  en: {
    open: 'Change password…',
    current: 'Current password',
    next: 'New password',
    repeat: 'Repeat the new password',
    change: 'Change password',
    rules: 'At least 6 characters, with a digit.',
    wrong: 'Wrong password, please try again.',
    same: 'Please choose a new password.',
    insecure: 'This password is not secure enough: it needs 6 characters and a digit.',
    mismatch: 'The two passwords do not match',
    saved: 'Your changes were saved successfully.',
    deleteAct: 'Delete account for good',
  },
  de: {
    open: 'Passwort ändern…',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    repeat: 'Neues Passwort wiederholen',
    change: 'Passwort ändern',
    rules: 'Mindestens 6 Zeichen, darunter eine Ziffer.',
    wrong: 'Falsches Passwort, bitte versuchen Sie es noch einmal.',
    same: 'Bitte wählen Sie ein neues Passwort.',
    insecure: 'Dieses Passwort ist nicht sicher genug: Es braucht 6 Zeichen und eine Ziffer.',
    mismatch: 'Die beiden Passwörter stimmen nicht überein',
    saved: 'Ihre Änderungen wurden erfolgreich gespeichert.',
    deleteAct: 'Konto endgültig löschen',
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

function formOf(page: Page, words: Words) {
  return {
    open: page.getByRole('button', { name: words.open }),
    current: page.getByLabel(words.current, { exact: true }),
    next: page.getByLabel(words.next, { exact: true }),
    repeat: page.getByLabel(words.repeat, { exact: true }),
    change: page.getByRole('button', { name: words.change, exact: true }),
    summary: page.getByRole('alert').filter({ has: page.getByRole('heading') }),
  };
}

for (const locale of ['en', 'de'] as const) {
  const words = WORDS[locale];
  const details = { tag: locale === 'de' ? ['@full'] : [] };
  test(
    `read in ${locale}, the password is changed by keyboard alone, a mail says so, and the session stays [T120]`,
    details,
    async ({ page, portal }) => {
      const { email } = await openAccount({ page, portal, locale, copyOf: 'unmigrated' });
      const { open, current, next } = formOf(page, words);
      const sent = watchCalls(page, PASSWORD);
      await open.press('Enter');
      await expect(current).toBeFocused();
      await expect(next).toHaveAccessibleDescription(words.rules);
      await page.keyboard.type(ACCOUNT_PASSWORD);
      await page.keyboard.press('Tab');
      await page.keyboard.type(NEW);
      await page.keyboard.press('Tab');
      await page.keyboard.type(NEW);
      await page.keyboard.press('Enter');
      await expect(page.getByText(words.saved)).toBeVisible();
      await expect(open).toBeFocused();
      await expect(current).toHaveCount(0);
      expect(bodiesOf(sent)).toEqual([{ currentPassword: ACCOUNT_PASSWORD, newPassword: NEW }]);
      const mail = await firstMail(portal.backendUrl, email);
      // The account has no language, and the browser is an English one.
      expect(mail.subject).toBe('Your password was changed');
      expect(mail.text).not.toContain(NEW);
      // The same session; the account now wants the new password.
      await page.goto(mail.links[0] ?? '');
      await expect(open).toBeVisible();
      await page.goto('/account/delete');
      const password = page.getByLabel(words.current);
      await password.fill(ACCOUNT_PASSWORD);
      await password.press('Enter');
      await expect(password).toHaveAccessibleDescription(words.wrong);
      await password.fill(NEW);
      await page.getByRole('button', { name: words.deleteAct }).click();
      await expect(page).toHaveURL('/info?successful_deletion');
    },
  );

  test(
    `read in ${locale}, what is wrong with a new password is said at its field, and nothing is sent [T207]`,
    details,
    async ({ page, portal }) => {
      await openAccount({ page, portal, locale, copyOf: 'unmigrated' });
      const { open, current, next, repeat, change, summary } = formOf(page, words);
      const sent = watchCalls(page, PASSWORD);
      await open.click();
      await current.fill(ACCOUNT_PASSWORD);
      await next.fill('short');
      await next.blur();
      await expect(next).toHaveAccessibleDescription(`${words.rules} ${words.insecure}`);
      await next.fill(ACCOUNT_PASSWORD);
      await expect(next).toHaveAccessibleDescription(`${words.rules} ${words.same}`);
      await next.fill(NEW);
      await repeat.fill('gravel-27');
      await repeat.blur();
      await expect(repeat).toHaveAccessibleDescription(words.mismatch);
      await expect(change).toBeDisabled();
      expect(sent).toEqual([]);
      await repeat.fill(NEW);
      await current.fill('wrong-1');
      await change.click();
      await expect(summary).toBeFocused();
      await expect(current).toHaveAccessibleDescription(words.wrong);
      await expect(page).toHaveURL('/account');
      await current.fill(ACCOUNT_PASSWORD);
      await change.click();
      await expect(page.getByText(words.saved)).toBeVisible();
    },
  );
}

test('news by e-mail are agreed to, stand in the own data, and are taken back [T123]', async ({ page, portal }) => {
  const { email } = await openAccount({ page, portal, locale: 'en', copyOf: 'unmigrated' });
  const agree = page.getByRole('switch', { name: 'Send me news by email' });
  const saved = page.getByText(WORDS.en.saved);
  const ownData = async () => {
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: /JSON/ }).click();
    return JSON.parse(await readFile(await (await started).path(), 'utf8')) as unknown;
  };
  await expect(agree).not.toBeChecked();
  await expect(agree).toHaveAccessibleDescription(new RegExp(email));
  expect(await ownData()).toMatchObject({ account: { newsByEmail: { agreed: false, agreedAt: null } } });
  await agree.press('Space');
  await expect(saved).toBeVisible();
  await expect(agree).toBeChecked();
  await page.reload();
  await expect(agree).toBeChecked();
  expect(await ownData()).toMatchObject({ account: { newsByEmail: { agreed: true, agreedAt: expect.any(String) } } });
  await agree.click();
  await expect(agree).not.toBeChecked();
});

test('a consent that is not saved leaves a line with "Try again"', async ({ page, portal }) => {
  const { email } = await openAccount({ page, portal, locale: 'en', copyOf: 'unmigrated' });
  const agree = page.getByRole('switch', { name: 'Send me news by email' });
  await setFault(portal.backendUrl, { call: NEWS, email, status: 500, carryOut: false });
  await agree.click();
  await closeFailureNotice(page, 'It seems something went wrong.');
  await expect(page.getByText('Your choice was not saved.')).toBeVisible();
  await expect(agree).not.toBeChecked();
  await clearFaults(portal.backendUrl, email);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(agree).toBeChecked();
  await expect(agree).toBeFocused();
});

test('a user on single sign-on gets neither, nor a byte of their code', async ({ page, portal }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await openAccount({ page, portal, locale: 'en' });
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Password|News by email/ })).toHaveCount(0);
  expect(files.filter((path) => /\/(password|news)\.[^/]+\.js$|account\/notifications/.test(path))).toEqual([]);
});
