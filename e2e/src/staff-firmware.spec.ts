import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { firmwareFile } from './support/firmware-file.ts';
import { expect, test } from './support/portal.ts';
import { askApi, doWithReason, openStaff } from './support/staff.ts';

test.describe.configure({ mode: 'parallel' });

/** A product of this test's own, so that no other firmware is newer. */
const product = () => `test-${randomBytes(4).toString('hex')}`;

test(
  'firmware uploads a version for testing and a newer one directly; older, known and misnamed ones are refused [T029]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const name = product();
    const [first, newer, older] = [
      `${name}_ota_hub_1.2.0_bus_1.0.0.zip`,
      `${name}_ota_hub_1.10.0_bus_1.0.0.zip`,
      `${name}_ota_hub_1.9.0_bus_1.0.0.zip`,
    ];
    await openStaff({ page, portal, roles: ['firmware'], path: '/staff/firmware' });
    const field = page.getByLabel('Firmware file');
    const upload = page.getByRole('button', { name: 'Upload', exact: true });
    const list = page.getByRole('table', { name: 'Uploaded firmware' });

    await field.setInputFiles(firmwareFile('firmware-1.zip'));
    await expect(page.getByText(/^Invalid filename\./)).toBeVisible();

    const file = firmwareFile(first);
    await field.setInputFiles(file);
    await upload.click();
    await expect(list.getByRole('row').filter({ hasText: first })).toContainText('In testing');

    await field.setInputFiles(firmwareFile(newer));
    await page.getByLabel('Skip the testing phase and release directly').check();
    await upload.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Upload and release' }).click();
    await expect(list.getByRole('row').filter({ hasText: newer })).toContainText('Released');

    await field.setInputFiles(file);
    await upload.click();
    await expect(page.getByRole('alert').getByText('There is already firmware with this name.')).toBeVisible();
    await field.setInputFiles(firmwareFile(older));
    await upload.click();
    await expect(page.getByRole('alert').getByText(/A more recent version is available: .*1\.10\.0/)).toBeVisible();

    const { data } = await askApi(page, portal.backendUrl, 'staff/firmware');
    const stored = (
      data as readonly { readonly fileName: string; readonly hash: string; readonly state: string }[]
    ).filter(({ fileName }) => fileName.startsWith(name));
    expect(stored.map(({ fileName, state }) => [fileName, state])).toEqual([
      [newer, 'released'],
      [first, 'testing'],
    ]);
    expect(stored[1]?.hash).toBe(createHash('sha256').update(file.buffer).digest('base64'));
  },
);

test(
  'firmware is downloaded with its hash, released after its test, and withdrawn',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const name = `${product()}_ota_hub_1.0.0_bus_1.0.0.zip`;
    const file = firmwareFile(name);
    await openStaff({ page, portal, roles: ['firmware'], path: '/staff/firmware' });
    await page.getByLabel('Firmware file').setInputFiles(file);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('button', { name }).click();
    const row = page.getByRole('rowgroup').filter({ hasText: name });
    const hash = createHash('sha256').update(file.buffer).digest('hex');
    await expect(row.getByText(hash)).toBeVisible();
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download' }).click();
    expect(file.buffer.equals(await readFile(await (await download).path()))).toBe(true);
    await row.getByRole('button', { name: 'Release…' }).click();
    await doWithReason(page, 'Tests are done', 'Release firmware');
    await expect(row.getByText(/· Released · .+ · Tests are done$/)).toBeVisible();
    await row.getByRole('button', { name: 'Withdraw…' }).click();
    await doWithReason(page, 'Hubs lose the connection', 'Withdraw firmware');
    await expect(row.getByText(/· Withdrawn · .+ · Hubs lose the connection$/)).toBeVisible();
    await expect(row.getByRole('button', { name: /…$/ })).toHaveCount(0);
  },
);
