import { createPerson } from '../support/backend.ts';
import { test } from './test.ts';
import type { UserTab } from './user-tab.ts';

const PASSWORD = 'ebike-demo-1';

/** Fills in the identity provider's form and sends it. */
async function signIn(tab: UserTab, email: string, send: () => Promise<void>): Promise<void> {
  await tab.click({ role: 'link', name: 'Sign in' });
  await tab.enter({ label: /^Email/ }, email);
  await tab.enter({ label: /^Password/ }, PASSWORD);
  await send();
}

test('a visitor signs in with the form of the identity provider, and comes back to the page that was asked for', async ({
  visitor,
  portal,
}) => {
  const { email } = await createPerson(portal.backendUrl, 'engine', 'owner', { language: 'en' });
  const tab = await visitor.opens('/account?locale=en');
  await tab.isAt('/login?redirect=%2Faccount%3Flocale%3Den');
  await signIn(tab, email, async () => await tab.press('Enter'));
  await tab.isAt('/account?locale=en');
  await tab.sees({ role: 'textbox', name: 'First name' });
  await tab.click({ role: 'link', name: 'Manage hubs' });
  await tab.isAt('/settings');
  await tab.sees({ role: 'heading', name: /^Hello, / });
  await tab.sees({ role: 'switch' });
});
