import { createPerson, firstMail } from '../support/backend.ts';
import { expect, test } from './test.ts';

test('an owner switches sharing, and a reload shows the change', async ({ visitor, portal }) => {
  const { email, hubs } = await createPerson(portal.backendUrl, 'engine', 'owner');
  const tab = await visitor.opensAs(email, '/settings');
  const sharing = { role: 'switch', name: `Share hub ${hubs[0]?.serial ?? ''}` };
  await tab.sees(sharing);
  const before = await tab.isOn(sharing);
  await tab.click(sharing);
  await tab.reads('Your changes were saved successfully.');
  await tab.turns(sharing, !before);
  await tab.reload();
  await tab.turns(sharing, !before);
});

test('the hubs are there before the page runs, unless that is faster', async ({ visitor, portal }) => {
  const { email, hubs } = await createPerson(portal.backendUrl, 'engine', 'owner', { language: 'en' });
  const tab = await visitor.opensAs(email, '/settings', 'en');
  await expect(async () => {
    await tab.reload();
    await tab.seesTimes(hubs.length, { role: 'rowheader' });
    expect(await tab.tab.evaluate(() => performance.getEntriesByName('preview').length)).toBe(1);
  }).toPass();
});

test('an owner releases a hub after a question, and it is gone', async ({ visitor, portal }) => {
  const { email, hubs } = await createPerson(portal.backendUrl, 'engine', 'owner');
  const [{ serial } = { serial: '' }] = hubs;
  const tab = await visitor.opensAs(email, '/settings');
  await tab.seesTimes(hubs.length, { role: 'rowheader' });
  await tab.click({ role: 'button', name: `Release hub ${serial}` });
  await tab.hasFocus({ role: 'button', name: 'Cancel' });
  await tab.press('Escape');
  await tab.hasFocus({ role: 'button', name: `Release hub ${serial}` });
  await tab.press('Enter');
  await tab.click({ role: 'button', name: 'Release hub' });
  await tab.reads('Your hub was released successfully.');
  await tab.seesTimes(hubs.length - 1, { role: 'rowheader' });
  await tab.reload();
  await tab.seesTimes(hubs.length - 1, { role: 'rowheader' });
  await tab.seesNo({ role: 'rowheader', name: serial });
});

test('a guest asks for the release, and the link in the mail releases the hub', async ({ visitor, portal }) => {
  const guest = await createPerson(portal.backendUrl, 'engine', 'guest');
  const [{ serial } = { serial: '' }] = guest.hubs;
  const tab = await visitor.opensAs(guest.email, '/settings');
  await tab.click({ role: 'button', name: `Ask for release of hub ${serial}` });
  await tab.click({ role: 'button', name: 'Ask for release' });
  await tab.reads('The owner has been asked by email.');
  const mail = await firstMail(portal.backendUrl, guest.companions['owner'] ?? '');
  await tab.tab.goto(mail.links[0] ?? '');
  await tab.isAt('/user-info?show=hub-release');
  await tab.open('/settings');
  await tab.seesTimes(guest.hubs.length - 1, { role: 'rowheader' });
});

/**
 * Keeps the page busy at each key, now shorter and now longer than the pause after which the address follows the
 * search.
 */
const SLOW_KEYS = `
  const durations = [50, 160, 320, 500];
  let keys = 0;
  for (const type of ['keydown', 'keyup']) {
    addEventListener(type, () => {
      const end = performance.now() + durations[keys % durations.length];
      keys += 1;
      while (performance.now() < end);
    });
  }
`;

test('two hundred hubs are searched on a slow device', async ({ visitor }) => {
  const tab = await visitor.opensAs('many@example.com', '/settings');
  await tab.sees({ role: 'rowheader' });
  await tab.tab.run(SLOW_KEYS);
  await tab.enter({ role: 'searchbox' }, 'no such hub');
  await tab.reads('No hub matches “no such hub”');
  await tab.seesNo({ role: 'rowheader' });
  await tab.press('Escape');
  await tab.sees({ role: 'rowheader' });
});
