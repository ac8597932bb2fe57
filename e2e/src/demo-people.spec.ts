import type { Page } from '@playwright/test';
import { expect, openAs, signIn, test } from './support/portal.ts';

/** What a demo person sees, each in the language of the account, which comes before the browser's. */
const HUBS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'guest@example.com': async (page) => {
    await expect(page.getByText('2 Hubs')).toBeVisible();
    await expect(page.getByText('Legt der Besitzer fest')).toHaveCount(2);
    await expect(page.getByRole('switch')).toHaveCount(0);
  },
  'empty@example.com': async (page) => {
    await expect(page.getByRole('table')).toHaveCount(0);
    // A list that failed to load would have a heading as well, and a notice.
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText('Aucun hub pour l’instant');
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
  'many@example.com': async (page) => {
    await expect(page.getByRole('rowheader')).toHaveCount(20);
    await expect(page.getByText('20 van 200 hubs getoond')).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeVisible();
  },
  'unmigrated@example.com': async (page) => {
    await expect(page.getByText('Move to the eBike ID')).toBeVisible();
  },
  'owner@example.com': async (page) => {
    await expect(page.getByText('6 hubs')).toBeVisible();
    await expect(page.getByRole('switch')).toHaveCount(6);
    for (const type of ['Hub', 'Smartphone hub', 'Rear light'])
      await expect(page.getByRole('cell', { name: type, exact: true }).first()).toBeVisible();
  },
};

test('every demo person sees their own data [T001]', async ({ page, context }) => {
  for (const [person, sees] of Object.entries(HUBS))
    await test.step(person, async () => {
      await openAs(page, person);
      await expect(page).toHaveURL('/settings');
      await sees(page);
      await context.clearCookies();
    });
  for (const [person, path, target] of [
    ['developer@example.com', '/developer/signup', '/developer'],
    ['manager@example.com', '/developer', '/developer/signup'],
  ] as const) {
    await openAs(page, person, path);
    await expect(page).toHaveURL(target);
  }
  await context.clearCookies();
  await signIn(page, 'unlinked@example.com');
  await expect(page).toHaveURL('/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT');
  await expect(page.getByRole('alert')).toContainText('This eBike ID is not linked to an account yet');
});
