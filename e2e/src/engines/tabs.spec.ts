import { createPerson } from '../support/backend.ts';
import { test } from './test.ts';

test('logging out in one tab logs out the other one', async ({ visitor, portal }) => {
  const { email } = await createPerson(portal.backendUrl, 'engine', 'owner');
  const first = await visitor.opensAs(email, '/account');
  const second = await visitor.opens('/settings');
  await second.sees({ role: 'switch' });
  await second.click({ role: 'button', name: 'Log out' });
  await second.isAt('/login');
  await first.isAt('/login');
  await first.open('/settings');
  await first.isAt('/login?redirect=%2Fsettings');
});
