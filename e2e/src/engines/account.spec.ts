import { ACCOUNT_PASSWORD } from '../support/account.ts';
import { ACCOUNT_WORDS, tagOf } from '../support/account-words.ts';
import { createPerson, firstMail } from '../support/backend.ts';
import { expect, test } from './test.ts';

for (const words of ACCOUNT_WORDS) {
  test.describe(`read in ${words.locale}`, { tag: tagOf(words) }, () => {
    test('a profile is changed, and stays changed', async ({ visitor, portal }) => {
      const { email } = await createPerson(portal.backendUrl, 'engine', 'owner');
      const tab = await visitor.opensAs(email, '/account', words.locale);
      const firstName = { role: 'textbox', name: words.firstName };
      const country = { role: 'combobox', name: words.country };
      await tab.enter(firstName, 'Anne-Marie');
      await tab.choose(country, 'se');
      await tab.click({ role: 'button', name: words.save });
      await tab.reads(words.saved);
      await tab.reload();
      await tab.holds(firstName, 'Anne-Marie');
      await tab.holds(country, 'se');
    });

    test('an email address is changed by the link in the mail', async ({ visitor, portal }) => {
      const { email: old } = await createPerson(portal.backendUrl, 'engine', 'unmigrated');
      const address = `new-${old}`;
      const tab = await visitor.opensAs(old, '/account', words.locale);
      const email = { role: 'textbox', name: words.email };
      await tab.enter(email, address);
      await tab.enter({ role: 'textbox', name: words.repeat }, address);
      await tab.enter({ label: words.password }, ACCOUNT_PASSWORD);
      await tab.click({ role: 'button', name: words.change });
      await tab.reads(words.inbox);
      const { links } = await firstMail(portal.backendUrl, address);
      await tab.tab.goto(links[0] ?? '');
      await tab.isAt('/user-info?show=account-confirmation');
      await tab.reads(words.confirmed);
      await tab.open('/account');
      await tab.holds(email, address);
    });

    test('an account is deleted with its password, and nobody is signed in afterwards', async ({ visitor, portal }) => {
      const { email } = await createPerson(portal.backendUrl, 'engine', 'unmigrated');
      const tab = await visitor.opensAs(email, '/account/delete', words.locale);
      const remove = { role: 'button', name: words.deleteAct };
      await tab.enter({ label: words.password }, 'wrong-1');
      await tab.click(remove);
      await tab.reads(words.wrongPassword);
      await tab.enter({ label: words.password }, ACCOUNT_PASSWORD);
      await tab.click(remove);
      await tab.isAt('/info?successful_deletion');
      await tab.reads(words.deleted);
      await tab.seesNo({ role: 'link', name: email });
      expect(await tab.tab.evaluate(() => document.cookie)).not.toContain('_token');
    });
  });
}

test('the page asks before unsaved input is lost', { tag: '@full' }, async ({ visitor, portal }) => {
  const [words] = ACCOUNT_WORDS;
  const { email } = await createPerson(portal.backendUrl, 'engine', 'owner');
  const tab = await visitor.opensAs(email, '/account');
  const firstName = { role: 'textbox', name: words.firstName };
  const stored = await tab.value(firstName);
  await tab.enter(firstName, 'Anne');
  await tab.click({ role: 'link', name: words.hubs });
  await tab.sees({ role: 'dialog', name: words.unsaved });
  await tab.press('Escape');
  await tab.holds(firstName, 'Anne');
  await tab.click({ role: 'link', name: words.hubs });
  await tab.click({ role: 'button', name: words.leave });
  await tab.isAt('/settings');
  await tab.tab.goBack();
  await tab.holds(firstName, stored);
});
