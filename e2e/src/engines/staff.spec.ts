import { createPerson, firstMail } from '../support/backend.ts';
import { firmwareFile } from '../support/firmware-file.ts';
import { expect, test } from './test.ts';

test.describe('customer service', { tag: '@full' }, () => {
  test('finds a person and sends the deletion e-mail', async ({ visitor, portal }) => {
    const customer = await createPerson(portal.backendUrl, 'found', 'owner');
    const { email } = await createPerson(portal.backendUrl, 'staff', 'empty', { roles: ['support'] });
    const tab = await visitor.opensAs(email, '/staff/people', 'en');
    await tab.enter({ role: 'textbox', name: 'Email address' }, customer.email);
    await tab.click({ role: 'button', name: 'Find person' });
    await tab.sees({ role: 'heading', name: 'Account information' });
    await tab.sees({ role: 'table', name: 'Hubs' });
    await tab.click({ role: 'button', name: 'Send deletion email' });
    await tab.sees({ role: 'dialog' });
    await tab.enter({ role: 'textbox', name: 'Reason' }, 'Asked for it by phone');
    // Past the way back.
    for (const key of ['Tab', 'Tab', 'Enter'] as const) await tab.press(key);
    await tab.seesNo({ role: 'dialog' });
    expect((await firstMail(portal.backendUrl, customer.email)).links.join(' ')).toContain('/account/delete');
  });

  test('uploads firmware in pieces', async ({ visitor, portal, engineName }) => {
    const { email } = await createPerson(portal.backendUrl, 'staff', 'empty', { roles: ['firmware'] });
    const name = `${engineName}-${String(Date.now())}_ota_hub_1.0.0_bus_1.0.0.zip`;
    const { buffer } = firmwareFile(name, 2_500_000);
    const tab = await visitor.opensAs(email, '/staff/firmware', 'en');
    await tab.sees({ role: 'heading', name: 'Upload firmware' });
    await tab.tab.evaluate(
      (fileName, base64) => {
        const field = document.querySelector<HTMLInputElement>('input[type="file"]');
        if (!field) throw new Error('There is no field for a file.');
        const chosen = new DataTransfer();
        chosen.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], fileName));
        field.files = chosen.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      },
      name,
      buffer.toString('base64'),
    );
    await tab.click({ role: 'button', name: 'Upload' });
    await tab.reads(new RegExp(`${name}[^]*In testing`));
  });

  test('sees the numbers of a month, and the token when it asks for it', async ({ visitor }) => {
    const tab = await visitor.opensAs('support@example.com', '/staff/statistics', 'en');
    await tab.sees({ role: 'heading', name: 'Sign-ins by day' });
    await tab.click({ role: 'link', name: 'Access token' });
    await tab.click({ role: 'button', name: 'Show token' });
    await tab.sees({ role: 'button', name: 'Hide token' });
  });
});
