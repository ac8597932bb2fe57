import { createPerson } from '../support/backend.ts';
import { firmwareFile } from '../support/firmware-file.ts';
import { test } from './test.ts';

test('firmware is uploaded in pieces', async ({ visitor, portal, engineName }) => {
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
