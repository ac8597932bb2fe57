import type { Page } from '@playwright/test';
import { ACCOUNT_PASSWORD, bodiesOf, openAccount, retypeByKeys, tabTo, watchCalls } from './support/account.ts';
import { ACCOUNT_WORDS, tagOf } from './support/account-words.ts';
import type { AccountWords } from './support/account-words.ts';
import { createPerson, firstMail } from './support/backend.ts';
import { clearFaults, MALFORMED, setFault } from './support/faults.ts';
import { watch } from './support/malformed.ts';
import { closeFailureNotice, expect, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const EMAIL = 'PUT account/email';

function formOf(page: Page, words: AccountWords) {
  return {
    email: page.getByRole('textbox', { name: words.email }),
    repeat: page.getByRole('textbox', { name: words.repeat }),
    password: page.getByLabel(words.password),
    change: page.getByRole('button', { name: words.change }),
    summary: page.getByRole('alert').filter({ has: page.getByRole('heading') }),
  };
}

/** An unused address. */
function freeAddress(email: string): string {
  return `new-${email}`;
}

/** Tries to change to `address`, with the right password unless another is given. */
async function tryAddress(page: Page, words: AccountWords, address: string, secret = ACCOUNT_PASSWORD): Promise<void> {
  const { email, repeat, password, change } = formOf(page, words);
  await email.fill(address);
  await repeat.fill(address);
  await password.fill(secret);
  await change.click();
}

for (const words of ACCOUNT_WORDS) {
  test.describe(`read in ${words.locale}`, { tag: tagOf(words) }, () => {
    const { locale } = words;

    test('the address is changed by keyboard alone, and the link in the mail confirms it once [T010]', async ({
      page,
      portal,
    }) => {
      const { email: old } = await openAccount({ page, portal, locale, copyOf: 'unmigrated' });
      const { email, repeat, password, change } = formOf(page, words);
      const address = freeAddress(old);
      const sent = watchCalls(page, EMAIL);
      await expect(email).toHaveValue(old);
      await expect(repeat).toHaveCount(0);
      await expect(password).toHaveCount(0);
      await tabTo(page, email);
      await retypeByKeys(page, address);
      await page.keyboard.press('Tab');
      await page.keyboard.type(address);
      await page.keyboard.press('Tab');
      await page.keyboard.type(ACCOUNT_PASSWORD);
      await tabTo(page, change);
      await page.keyboard.press('Enter');
      await expect(page.getByText(words.inbox)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: words.inbox })).toContainText(address);
      await expect(email).toHaveCount(0);
      expect(bodiesOf(sent)).toEqual([{ newEmail: address, currentPassword: ACCOUNT_PASSWORD }]);

      const mail = await firstMail(portal.backendUrl, address);
      const [link = ''] = mail.links;
      await page.reload();
      await expect(email).toHaveValue(old);
      await page.goto(link);
      await expect(page).toHaveURL('/user-info?show=account-confirmation');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.confirmed);
      await page.goto(link);
      await expect(page).toHaveURL('/user-info?show=account-already-confirmed');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.alreadyConfirmed);
      await page.goto(link.slice(0, -4));
      await expect(page).toHaveURL('/user-info?show=account-confirmation-error');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.notConfirmed);
      await expect(page.getByText(words.contactSupport)).toBeVisible();
      await page.goto('/account');
      await expect(email).toHaveValue(address);
      await expect(page.getByRole('link', { name: address }).first()).toBeVisible();
    });

    test('each reason to refuse an address has its own text at the field [T262]', async ({ page, portal }) => {
      const other = await createPerson(portal.backendUrl, 'account', 'unmigrated');
      const { email: own } = await openAccount({ page, portal, locale, copyOf: 'unmigrated' });
      const { email, repeat, password, summary } = formOf(page, words);
      const refusals = [
        [other.email, words.inUse],
        ['somebody@else@example.com', words.invalid],
        ['somebody@mailinator.com', words.provider],
      ] as const;
      for (const [address, text] of refusals) {
        await test.step(text, async () => {
          await tryAddress(page, words, address);
          await expect(summary).toBeFocused();
          await expect(email).toHaveAccessibleDescription(text);
          await page.keyboard.press('Tab');
          await page.keyboard.press('Enter');
          await expect(email).toBeFocused();
          await expect(email).toHaveValue(address);
          await expect(repeat).toHaveValue(address);
          await expect(password).toHaveValue(ACCOUNT_PASSWORD);
        });
      }
      // The form refuses an empty address itself, so the server is made to answer with this code.
      const text = '{"errors":[{"error":"MISSING_EMAIL_ADDRESS"}]}';
      await setFault(portal.backendUrl, { call: EMAIL, email: own, status: 400, body: { text } });
      await tryAddress(page, words, freeAddress(own));
      await expect(summary).toBeFocused();
      await expect(email).toHaveAccessibleDescription(words.missing);
      await clearFaults(portal.backendUrl, own);
    });

    test('missing or wrong input is reported at its field and not sent; a wrong password is reported without a sign-out [T193]', async ({
      page,
      portal,
    }) => {
      const { email: own } = await openAccount({ page, portal, locale, copyOf: 'unmigrated' });
      const { email, repeat, password, change, summary } = formOf(page, words);
      const sent = watchCalls(page, EMAIL);
      await email.fill('');
      await email.blur();
      await expect(email).toHaveAccessibleDescription(words.missing);
      await email.fill('no-address');
      await expect(email).toHaveAccessibleDescription(words.invalid);
      await email.fill('somebody@example.com');
      await repeat.fill('somebody@exmaple.com');
      await repeat.blur();
      await expect(repeat).toHaveAccessibleDescription(words.mismatch);
      await password.fill(ACCOUNT_PASSWORD);
      await password.press('Enter');
      await expect(change).toBeDisabled();
      const address = freeAddress(own);
      await tryAddress(page, words, address, 'wrong-1');
      await expect(summary).toBeFocused();
      await expect(summary).toContainText(words.wrongPassword);
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await expect(page).toHaveURL('/account');
      await password.fill(ACCOUNT_PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page.getByText(words.inbox)).toBeVisible();
      const refused = { newEmail: address, currentPassword: 'wrong-1' };
      expect(bodiesOf(sent)).toEqual([refused, refused, { newEmail: address, currentPassword: ACCOUNT_PASSWORD }]);
    });

    test('a change that fails otherwise raises the notice, and the form keeps its input [T257]', async ({
      page,
      portal,
    }) => {
      const errors = watch(page);
      const { email: own } = await openAccount({ page, portal, locale, copyOf: 'unmigrated' });
      const { email, repeat, password, change } = formOf(page, words);
      const address = freeAddress(own);
      await email.fill(address);
      await repeat.fill(address);
      await password.fill(ACCOUNT_PASSWORD);
      for (const failure of [{ status: 500 }, { drop: true as const }, ...MALFORMED]) {
        await setFault(portal.backendUrl, { call: EMAIL, email: own, ...failure, carryOut: false });
        await change.click();
        await closeFailureNotice(page, words.generic);
        await expect(email).toHaveValue(address);
        await expect(repeat).toHaveValue(address);
        await expect(password).toHaveValue(ACCOUNT_PASSWORD);
        await clearFaults(portal.backendUrl, own);
      }
      expect(errors).toEqual([]);
    });

    test('a user on single sign-on sees where to change the address [T018]', async ({ page, portal }) => {
      await openAccount({ page, portal, locale });
      const { email, change } = formOf(page, words);
      await expect(email).toBeDisabled();
      await expect(email).toHaveAccessibleDescription(new RegExp(words.central));
      await expect(page.getByRole('link', { name: words.identityProfile })).toHaveAttribute('href', /^https:/);
      await expect(change).toHaveCount(0);
    });
  });
}

test('ten clicks send one request', { tag: '@full' }, async ({ page, portal }) => {
  const [words] = ACCOUNT_WORDS;
  const { email: own } = await openAccount({ page, portal, locale: 'en', copyOf: 'unmigrated' });
  const { email, repeat, password, change } = formOf(page, words);
  const sent = watchCalls(page, EMAIL);
  await setFault(portal.backendUrl, { call: EMAIL, email: own, delayMs: 1000 });
  await email.fill(freeAddress(own));
  await repeat.fill(freeAddress(own));
  await password.fill(ACCOUNT_PASSWORD);
  await change.evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 10; click++) button.click();
  });
  await expect(page.getByText(words.inbox)).toBeVisible();
  expect(sent).toHaveLength(1);
});
