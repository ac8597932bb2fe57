import type { Page } from '@playwright/test';
import { getAccountId, createPerson, firstMail } from './support/backend.ts';
import { expect, startSignedIn, test } from './support/portal.ts';
import { askApi, doWithReason, openStaff } from './support/staff.ts';

test.describe.configure({ mode: 'parallel' });

/** Searches for somebody, as customer service does: from whatever page. */
async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find anybody' }).fill(text);
  await page.keyboard.press('Enter');
}

/** The same, and waits for the account. */
async function findAccount(page: Page, email: string): Promise<void> {
  await find(page, email);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Account of a person');
  await expect(page.getByText(email).first()).toBeVisible();
}

test(
  'support finds a person by e-mail, and sees every field and hub; neither address nor title says who it is [T023]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const customer = await createPerson(portal.backendUrl, 'found', 'owner');
    const [hub] = customer.hubs;
    await openStaff({ page, portal, roles: ['support'], path: '/staff/people' });
    await find(page, `nobody-${customer.email}`);
    await expect(page.getByText('No user found with this email address.')).toBeVisible();
    await find(page, customer.email.toUpperCase());
    await expect(page).toHaveURL(`/staff/people/${getAccountId(customer.email)}`);
    await expect(page).toHaveTitle('Account of a person – eBike Portal');
    const main = page.getByRole('main');
    for (const [name, value] of [
      ['Account ID', getAccountId(customer.email)],
      ['Last seen on (UTC)', '01.06.2026'],
    ])
      await expect(
        main
          .locator('div, dl')
          .filter({ has: page.getByText(name ?? '', { exact: true }) })
          .last(),
      ).toContainText(value ?? '');
    await expect(page.getByRole('heading', { level: 1, name: 'Mara Keller' })).toBeVisible();
    await expect(main.getByText(customer.email, { exact: true })).toBeVisible();
    for (const name of ['Single sign-on ID', 'OBC ID', 'Language', 'Registered on (UTC)', 'Confirmed', 'Migrated'])
      await expect(main.getByText(name, { exact: true })).toBeVisible();
    const table = main.getByRole('table', { name: 'Hubs' });
    await expect(table.getByRole('row')).toHaveCount(customer.hubs.length + 1);
    for (const name of ['Serial number', 'Added on', 'Type', 'Firmware', 'Part number', 'Role', 'Sharing mode'])
      await expect(table.getByRole('columnheader', { name })).toBeVisible();
    await expect(table.getByRole('row').filter({ hasText: hub?.serial ?? '' })).toContainText(hub?.partNumber ?? '');
  },
);

test('support answers a caller who has nothing but a serial: owner, history, release and logs take six presses', async ({
  page,
  portal,
}) => {
  const customer = await createPerson(portal.backendUrl, 'caller', 'owner', { language: 'en' });
  const serial = customer.hubs[0]?.serial ?? '';
  await openStaff({ page, portal, roles: ['support'], path: '/staff/people' });
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const owner = page.getByRole('link', { name: 'Mara Keller' });
  const release = page.getByRole('button', { name: `Release hub ${serial}` });

  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(serial);
  await press('Enter');
  await expect(owner).toBeFocused();
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mara Keller' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await expect(release).toBeFocused();
  await expect(release).toBeInViewport({ ratio: 1 });
  await press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Mara Keller');
  await press('Escape');
  await expect(release).toBeFocused();
  await press('Tab');
  await press('Enter');
  await expect(page).toHaveURL(`/staff/logs?identifier=${serial}`);
  expect(presses).toBeLessThanOrEqual(6);

  // Back keeps what was found, without another search.
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Mara Keller' })).toBeVisible();
  await page.goBack();
  await expect(owner).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue(serial);
});

test('support sends the deletion e-mail, and the customer reads in the own data what was done [T024]', async ({
  page,
  portal,
}) => {
  const customer = await createPerson(portal.backendUrl, 'mailed', 'empty', { language: 'de' });
  await openStaff({ page, portal, roles: ['support'], path: '/staff/people' });
  await findAccount(page, customer.email);
  await doWithReason(page, 'She asked for it by phone', 'Send deletion email', 'Send deletion email');
  await expect(page.getByText(`The deletion email was sent to ${customer.email}.`)).toBeVisible();
  const mail = await firstMail(portal.backendUrl, customer.email);
  expect(mail.links.join(' ')).toContain('/account/delete');
  await startSignedIn(page.context(), portal.url, customer.email);
  const { data } = await askApi(page, portal.backendUrl, 'account/staff-access');
  expect(data).toMatchObject([{ action: 'viewed' }, { action: 'deletion-mail-sent' }]);
  expect(data).toHaveLength(2);
});

test('support deletes an account with the OBC account: nobody finds it any more, and the customer is told [T025]', async ({
  page,
  portal,
}) => {
  const customer = await createPerson(portal.backendUrl, 'deleted', 'owner', { language: 'en' });
  const guest = customer.companions['guest'] ?? '';
  await openStaff({ page, portal, roles: ['support'], path: '/staff/people' });
  await findAccount(page, customer.email);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(customer.email);
  await expect(dialog).toContainText('The eBike ID, the central account for sign-in, always stays.');
  await dialog.getByRole('checkbox', { name: 'Also delete the OBC account' }).check();
  await dialog.getByRole('textbox', { name: 'Email address of this account' }).fill(customer.email);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for it in writing');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('The account was deleted')).toBeVisible();
  await expect(page).toHaveURL('/staff/people');
  await find(page, customer.email);
  await expect(page.getByText('No user found with this email address.')).toBeVisible();
  const mail = await firstMail(portal.backendUrl, customer.email);
  expect(mail.subject).toBe('Your account has been deleted');
  expect(mail.text).toContain('Your OBC account is deleted, too.');
  expect((await firstMail(portal.backendUrl, guest)).subject).toMatch(/ist nicht mehr in Ihrem Konto$/);
  await startSignedIn(page.context(), portal.url, guest);
  expect((await askApi(page, portal.backendUrl, 'hubs')).data).toEqual([]);
});

test('support unmigrates an account, and the customer chooses its password by the link in the e-mail [T026]', async ({
  page,
  portal,
}) => {
  const customer = await createPerson(portal.backendUrl, 'unmigrated', 'empty', { language: 'en' });
  await openStaff({ page, portal, roles: ['support'], path: '/staff/people' });
  await findAccount(page, customer.email);
  await doWithReason(page, 'The old app needs it', 'Unmigrate account', 'Unmigrate account');
  await expect(page.getByText('Not migrated', { exact: true })).toBeVisible();
  const { links } = await firstMail(portal.backendUrl, customer.email);
  const link = links.find((address) => address.includes('/new-password/'));
  await page.goto(link ?? '');
  await page.locator('input[type="password"]').first().fill('bike-2026');
  await page.getByRole('button', { name: 'Save password' }).click();
  await startSignedIn(page.context(), portal.url, customer.email);
  await page.goto(`${portal.url}/account/delete`);
  await page
    .getByLabel(/password/i)
    .first()
    .fill('bike-2026');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/info?successful_deletion');
});

test(
  'admin gives a role and takes it again, both with a reason that stands in the journal [T027]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const customer = await createPerson(portal.backendUrl, 'roles', 'empty');
    const admin = await openStaff({ page, portal, roles: ['admin'], path: '/staff/people' });
    await findAccount(page, customer.email);
    await page.getByLabel('Role', { exact: true }).selectOption('firmware');
    await doWithReason(page, 'Joins the team', 'Add role', 'Add role');
    await expect(page.getByText('Firmware (has it)')).toBeAttached();
    const roles = async () =>
      (await askApi(page, portal.backendUrl, `staff/people/${getAccountId(customer.email)}`)).data;
    expect(await roles()).toMatchObject({ roles: ['firmware'] });
    await doWithReason(page, 'Was the wrong person', 'Remove role', 'Remove role');
    await expect(page.getByText('Firmware (has it)')).toHaveCount(0);
    expect(await roles()).toMatchObject({ roles: [] });

    await page.getByRole('link', { name: 'All entries, with views' }).click();
    const table = page.getByRole('table', { name: 'Entries' });
    await expect(table).toContainText('Was the wrong person');
    await expect(table).toContainText('Joins the team');
    await expect(table).toContainText(admin.email);
    await page.getByLabel('What was done').selectOption('role-removed');
    await page.getByRole('button', { name: 'Show entries' }).click();
    await expect(table).not.toContainText('Joins the team');
    await expect(page).toHaveURL(/action=role-removed/);
  },
);
