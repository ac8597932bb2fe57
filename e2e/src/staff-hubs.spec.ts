import { createPerson, firstMail } from './support/backend.ts';
import { expect, startSignedIn, test } from './support/portal.ts';
import { askApi, doWithReason, openStaff } from './support/staff.ts';

test(
  'support asks for the status of a hub, opens its owner and releases it there: the owner and the guest are told, and it is activated no more [T028]',
  { tag: '@journey' },
  async ({ page, portal }) => {
    const owner = await createPerson(portal.backendUrl, 'forced', 'owner', { language: 'en' });
    const guest = owner.companions['guest'] ?? '';
    const [hub] = owner.hubs;
    const [serial, partNumber] = [hub?.serial ?? '', hub?.partNumber ?? ''];
    await openStaff({ page, portal, roles: ['support'], path: '/staff/hubs' });
    const ask = page.getByRole('button', { name: 'Show status' });
    await page.getByRole('textbox', { name: 'Serial number' }).fill('1');
    await ask.click();
    await expect(page.getByText('Hub 1 does not exist')).toBeVisible();
    await page.getByRole('textbox', { name: 'Serial number' }).fill(serial);
    await ask.click();
    await expect(page.getByText(`Hub ${serial} is activated`)).toBeVisible();
    await page.getByRole('button', { name: 'Show owner and guests' }).click();
    await page.getByRole('row').filter({ hasText: 'Owner' }).getByRole('link').click();
    await page.getByRole('button', { name: `Release hub ${serial}` }).click();
    await expect(page.getByRole('dialog')).toContainText(owner.email);
    await doWithReason(page, 'Sold without a release', 'Release hub');
    await expect(page.getByText(`Hub ${serial} was released.`)).toBeVisible();
    await page.goto('/staff/hubs');
    await page.getByRole('textbox', { name: 'Serial number' }).fill(serial);
    await ask.click();
    await expect(page.getByText(`Hub ${serial} is not activated`)).toBeVisible();
    for (const email of [owner.email, guest]) {
      const mail = await firstMail(portal.backendUrl, email);
      expect(mail.text).toContain(serial);
    }
    await startSignedIn(page.context(), portal.url, owner.email);
    const { data } = await askApi(page, portal.backendUrl, 'hubs');
    expect(JSON.stringify(data)).not.toContain(serial);
    expect(JSON.stringify(data)).toContain(owner.hubs[1]?.serial ?? '');
    expect((await askApi(page, portal.backendUrl, 'account/staff-access')).data).toMatchObject([
      { action: 'found' },
      { action: 'viewed' },
      { action: 'hub-released', what: `${serial}+${partNumber}` },
    ]);
  },
);
