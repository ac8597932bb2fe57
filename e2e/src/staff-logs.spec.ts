import { readFile } from 'node:fs/promises';
import { expect, test } from './support/portal.ts';
import { askApi, doWithReason, openStaff } from './support/staff.ts';

interface Log {
  readonly id: string;
  readonly fileName: string;
  readonly sizeKb: number;
  readonly createdAt: string;
}

// Days and times are those of UTC wherever the colleague sits.
test.use({ timezoneId: 'America/New_York' });

test(
  'admin finds logs by type, day and size, downloads one, and deletes one and those that match [T030]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    await openStaff({ page, portal, roles: ['admin', 'support'], path: '/staff/logs' });
    const logs = async (query: string) => {
      const { data } = await askApi(page, portal.backendUrl, `staff/logs?${query}`);
      return (data as { readonly logs: readonly Log[] }).logs;
    };
    const table = page.getByRole('table', { name: 'Logs' });
    for (const name of ['Log ID', 'Type', 'User or device', 'OS platform', 'File name', 'Size (KB)', 'Created (UTC)'])
      await expect(table.getByRole('columnheader', { name })).toBeVisible();
    const [newest] = await logs('size=25');
    const moment = newest?.createdAt ?? '';
    const shown = moment.slice(0, 10).split('-').toReversed().join('.');
    await expect(table.getByRole('row').nth(1)).toContainText(`${shown}, ${moment.slice(11, 16)}`);
    await expect(table.getByRole('row')).toHaveCount(26);
    await page.getByLabel('Logs per page').selectOption('50');
    await expect(table.getByRole('row')).toHaveCount(51);
    await page
      .getByRole('button', { name: 'Older' })
      .or(page.getByRole('link', { name: 'Older' }))
      .click();
    await expect(page).toHaveURL(/after=/);

    // What nobody else looks for: the smallest rear light logs.
    const all = await logs('type=REARLIGHT&size=100');
    const most = [...all].map(({ sizeKb }) => sizeKb).toSorted((a, b) => a - b)[2] ?? 0;
    const matching = await logs(`type=REARLIGHT&maxKb=${String(most)}&size=100`);
    await page.goto('/staff/logs');
    await page.getByLabel('Type', { exact: true }).selectOption('rearLight');
    await page.getByLabel('To size (KB)').fill(String(most));
    await page.getByRole('button', { name: 'Show logs' }).click();
    await expect(table.getByRole('row')).toHaveCount(matching.length + 1);
    const [one] = matching;
    const day = one?.createdAt.slice(0, 10) ?? '';
    await page.getByLabel('From day (UTC)').fill(day);
    await page.getByLabel('To day (UTC)').fill(day);
    await page.getByRole('button', { name: 'Show logs' }).click();
    const ofDay = await logs(`type=REARLIGHT&maxKb=${String(most)}&from=${day}&to=${day}&size=100`);
    await expect(table.getByRole('row')).toHaveCount(ofDay.length + 1);
    await page.getByLabel('From day (UTC)').fill('');
    await page.getByLabel('To day (UTC)').fill('');
    await page.getByRole('button', { name: 'Show logs' }).click();
    await expect(table.getByRole('row')).toHaveCount(matching.length + 1);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download ${one?.fileName}` }).click();
    const bytes = await readFile(await (await download).path());
    expect(Math.ceil(bytes.length / 1024)).toBe(one?.sizeKb);

    await page.getByRole('button', { name: `Delete ${one?.fileName}` }).click();
    await doWithReason(page, 'Sent by mistake', 'Delete log');
    await expect(table.getByRole('row')).toHaveCount(matching.length);
    await page.getByRole('button', { name: 'Delete all that match…' }).click();
    const rest = matching.length - 1;
    await doWithReason(page, 'Test data', `Delete ${String(rest)} logs`);
    await expect(page.getByText('No log matches these filters.')).toBeVisible();
    expect(await logs(`type=REARLIGHT&maxKb=${String(most)}&size=100`)).toEqual([]);
  },
);
