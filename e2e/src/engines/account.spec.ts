import { ACCOUNT_PASSWORD } from '../support/account.ts';
import { createPerson, firstMail } from '../support/backend.ts';
import { SAVED } from '../support/portal.ts';
import { expect, test } from './test.ts';

test('a profile is changed, and stays changed', async ({ visitor, portal }) => {
  const { email } = await createPerson(portal.backendUrl, 'engine', 'owner');
  const tab = await visitor.opensAs(email, '/account');
  const firstName = { role: 'textbox', name: 'First name' };
  const country = { role: 'combobox', name: 'Country' };
  await tab.enter(firstName, 'Anne-Marie');
  await tab.choose(country, 'se');
  await tab.click({ role: 'button', name: 'Save profile' });
  await tab.reads(SAVED);
  await tab.reload();
  await tab.holds(firstName, 'Anne-Marie');
  await tab.holds(country, 'se');
});

test('an account is deleted with a password that was filled in without an event', async ({ visitor, portal }) => {
  const { email } = await createPerson(portal.backendUrl, 'engine', 'unmigrated');
  const tab = await visitor.opensAs(email, '/account/delete');
  const remove = { role: 'button', name: 'Delete account for good' };
  await tab.sees(remove);
  await tab.tab.evaluate((password) => {
    const field = document.querySelector('[type="password"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, password);
  }, ACCOUNT_PASSWORD);
  // On the way to the button, which is disabled.
  await tab.pointsAt({ label: 'Current password' });
  await tab.click(remove);
  await tab.isAt('/info?successful_deletion');
});

test('an email address is changed by the link in the mail, and the account is deleted with its password', async ({
  visitor,
  portal,
}) => {
  const { email: old } = await createPerson(portal.backendUrl, 'engine', 'unmigrated');
  const address = `new-${old}`;
  const tab = await visitor.opensAs(old, '/account');
  const email = { role: 'textbox', name: 'Email address' };
  const password = { label: 'Current password' };
  await tab.enter(email, address);
  await tab.enter({ role: 'textbox', name: 'Repeat the new address' }, address);
  await tab.enter(password, ACCOUNT_PASSWORD);
  await tab.click({ role: 'button', name: 'Change email' });
  await tab.reads('Please check your inbox');
  const { links } = await firstMail(portal.backendUrl, address);
  await tab.tab.goto(links[0] ?? '');
  await tab.isAt('/user-info?show=account-confirmation');
  await tab.open('/account');
  await tab.holds(email, address);

  await tab.open('/account/delete');
  const remove = { role: 'button', name: 'Delete account for good' };
  await tab.enter(password, 'wrong-1');
  await tab.click(remove);
  await tab.reads('Wrong password, please try again.');
  await tab.enter(password, ACCOUNT_PASSWORD);
  await tab.click(remove);
  await tab.isAt('/info?successful_deletion');
  await tab.seesNo({ role: 'link', name: address });
  expect(await tab.tab.evaluate(() => document.cookie)).not.toContain('_token');
});
