import type { Page } from '@playwright/test';
import { ACCOUNT_PASSWORD, bodiesOf, openAccount, retypeByKeys, tabTo, watchCalls } from './support/account.ts';
import { ACCOUNT_WORDS, tagOf } from './support/account-words.ts';
import type { AccountWords } from './support/account-words.ts';
import { firstMail } from './support/backend.ts';
import { clearFaults, MALFORMED, setBehaviour, setFault } from './support/faults.ts';
import { watch } from './support/malformed.ts';
import { closeFailureNotice, expect, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const DESTROY = 'POST account/destroy';
const DELETED = '/info?successful_deletion';

const buttonOf = (page: Page, words: AccountWords) => page.getByRole('button', { name: words.deleteAct });

/** Checks that the user is signed out: the header has no account link. */
async function expectSignedOut(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('link', { name: email })).toHaveCount(0);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name.endsWith('_token'))).toEqual([]);
}

for (const words of ACCOUNT_WORDS) {
  test.describe(`read in ${words.locale}`, { tag: tagOf(words) }, () => {
    const { locale } = words;

    test('an account on single sign-on is deleted by keyboard alone; the identity stays [T013]', async ({
      page,
      portal,
    }) => {
      const { email, hubs } = await openAccount({ page, portal, locale });
      const sent = watchCalls(page, DESTROY);
      const seen: string[] = [];
      page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
      await tabTo(page, page.getByRole('link', { name: words.deleteOpen }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/account/delete');
      await expect(page.getByText(words.identityStays)).toBeVisible();
      for (const { serial } of hubs) await expect(page.getByText(serial)).toBeVisible();
      await expect(page.getByLabel(words.password)).toHaveCount(0);
      await tabTo(page, buttonOf(page, words));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(DELETED);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.deleted);
      await expect(page.getByText(words.deletedText)).toBeVisible();
      await expectSignedOut(page, email);
      expect(bodiesOf(sent)).toEqual([{ password: '' }]);
      expect(seen).not.toContain('/login');
      // The identity is still there; the account in the portal is gone.
      await page.goto('/login');
      await page.locator('a[href*="/user/weblogin"]').click();
      await expect(page.getByRole('alert')).toContainText(words.notLinked);
    });

    test('nothing is sent for an empty password, and a wrong one is reported at its field [T055]', async ({
      page,
      portal,
    }) => {
      const { email } = await openAccount({ page, portal, locale, copyOf: 'unmigrated', path: '/account/delete' });
      const sent = watchCalls(page, DESTROY);
      const password = page.getByLabel(words.password);
      await expect(buttonOf(page, words)).toBeDisabled();
      await expect(buttonOf(page, words)).toHaveAccessibleDescription(words.deletePasswordFirst);
      // By keyboard alone, as the deletion with single sign-on above.
      await tabTo(page, password);
      await page.keyboard.press('Enter');
      await page.keyboard.type('wrong-1');
      await page.keyboard.press('Enter');
      const summary = page.getByRole('alert');
      await expect(summary).toBeFocused();
      await expect(summary).toContainText(words.wrongPassword);
      await expect(password).toHaveAccessibleDescription(words.wrongPassword);
      await expect(page).toHaveURL('/account/delete');
      await tabTo(page, password);
      await retypeByKeys(page, ACCOUNT_PASSWORD);
      await expect(summary).toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(DELETED);
      await expectSignedOut(page, email);
      expect(bodiesOf(sent)).toEqual([{ password: 'wrong-1' }, { password: ACCOUNT_PASSWORD }]);
    });

    test('a deletion that fails otherwise raises the notice, and the user stays signed in', async ({
      page,
      portal,
    }) => {
      const errors = watch(page);
      const { email } = await openAccount({ page, portal, locale, copyOf: 'unmigrated', path: '/account/delete' });
      const password = page.getByLabel(words.password);
      await password.fill(ACCOUNT_PASSWORD);
      const failures = [
        { status: 500 },
        { status: 400, body: { text: '{"errors":[{"code":3000021}]}' } },
        { drop: true as const },
        ...MALFORMED,
      ];
      for (const failure of failures) {
        await setFault(portal.backendUrl, { call: DESTROY, email, ...failure, carryOut: false });
        await buttonOf(page, words).click();
        await closeFailureNotice(page, words.generic);
        await expect(page).toHaveURL('/account/delete');
        await expect(password).toHaveValue(ACCOUNT_PASSWORD);
        await clearFaults(portal.backendUrl, email);
      }
      expect(errors).toEqual([]);
    });

    test('the page about the deletion stays when the check after it fails; a mail reports a stuck deletion, and so does its link [T163]', async ({
      page,
      portal,
    }) => {
      const { email } = await openAccount({ page, portal, locale, path: '/account/delete' });
      await expect(buttonOf(page, words)).toBeEnabled();
      await setBehaviour(portal.backendUrl, email, { deletion: 'partial' });
      await setFault(portal.backendUrl, { call: 'GET account/', email, status: 500 });
      const checked = page.waitForResponse(
        (answer) => answer.url().endsWith('/api/account/') && answer.status() === 500,
      );
      await buttonOf(page, words).click();
      await checked;
      await expect(page).toHaveURL(DELETED);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.deleted);
      await expect(page.getByRole('alert')).toHaveCount(0);

      const { links } = await firstMail(portal.backendUrl, email);
      await page.goto(links[0] ?? '');
      await expect(page).toHaveURL('/info?failed_deletion');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.notDeleted);
      await expect(page.getByText(words.notDeletedText)).toBeVisible();
    });
  });
}

test('the page about the deletion shows before the check, and ten clicks delete once [T162]', async ({
  page,
  portal,
}) => {
  const [words] = ACCOUNT_WORDS;
  const { email } = await openAccount({ page, portal, locale: 'en', path: '/account/delete' });
  const sent = watchCalls(page, DESTROY);
  const checkedAt: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/api/account/'))
      checkedAt.push(new URL(page.url()).pathname);
  });
  await setFault(portal.backendUrl, { call: DESTROY, email, delayMs: 1000 });
  await buttonOf(page, words).evaluate((button: HTMLButtonElement) => {
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
  const [words] = ACCOUNT_WORDS;
  const { email } = await openAccount({ page, portal, locale: 'en', path: '/account/delete' });
  await setFault(portal.backendUrl, { call: DESTROY, email, drop: true, carryOut: true });
  const sent = watchCalls(page, DESTROY);
  await buttonOf(page, words).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('Your account has probably been deleted');
  await expect(page.getByText('We do not know whether your change was made')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectSignedOut(page, email);
  expect(sent).toHaveLength(1);
});

test('an account can be deleted although its hubs fail to load', async ({ page, portal }) => {
  const [words] = ACCOUNT_WORDS;
  const arrange = async (email: string) => await setFault(portal.backendUrl, { call: 'GET hubs', email, status: 403 });
  await openAccount({ page, portal, locale: 'en', path: '/account/delete', arrange });
  await expect(page.getByText(/Which ones they are could not be loaded/)).toBeVisible();
  await closeFailureNotice(page, words.generic);
  await buttonOf(page, words).click();
  await expect(page).toHaveURL(DELETED);
});
