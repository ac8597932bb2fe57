import { createPerson } from '../support/backend.ts';
import { SAVED } from '../support/portal.ts';
import { translate } from '../support/translation.ts';
import { test } from './test.ts';

test('in a page that is translated, a profile is saved and the sharing of a hub changes', async ({
  visitor,
  portal,
}) => {
  const { email, hubs } = await createPerson(portal.backendUrl, 'engine', 'owner');
  const tab = await visitor.opensAs(email, '/account');
  await tab.tab.evaluate(translate);
  const firstName = { role: 'textbox', name: 'First name' };
  await tab.enter(firstName, 'Anne-Marie');
  await tab.click({ role: 'button', name: 'Save profile' });
  await tab.reads(SAVED);
  await tab.holds(firstName, 'Anne-Marie');
  await tab.open('/settings');
  await tab.tab.evaluate(translate);
  const sharing = { role: 'switch', name: `Share hub ${hubs[0]?.serial ?? ''}` };
  await tab.sees(sharing);
  const before = await tab.isOn(sharing);
  await tab.click(sharing);
  await tab.reads(SAVED);
  await tab.turns(sharing, !before);
});
