import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { getAccountId } from './backend.ts';
import { firmwareFile } from './firmware-file.ts';
import { answer, hold, refuse } from './screen.ts';
import type { Screen } from './screen.ts';
import { STAFF_ROUTES } from './staff-routes.ts';

const PERSON = `/staff/people/${getAccountId('owner@example.com')}`;
const HUB_STATUS = /\/api\/staff\/hub-status\?/;
const UPLOADS = /\/api\/staff\/firmware\/uploads$/;

/** Sends the page's own form. */
const submit = async (page: Page) => await page.locator('main form:not([role="search"]) [type="submit"]').click();

async function search(page: Page, text: string): Promise<void> {
  await page.locator('main [type="search"]').fill(text);
  await page.locator('main [type="search"]').press('Enter');
}

/** Waits until a field shows what is wrong with it. */
const expectProblem = async (page: Page) => await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);

/** The pages of customer service, and their states, as admins see them. */
export const STAFF_PAGES: readonly Screen[] = [
  ...STAFF_ROUTES.map(({ path }) => ({ path })),
  {
    path: '/staff/people',
    state: 'without an account of this address, on a phone',
    width: 375,
    act: async (page) => {
      await search(page, 'nobody@example.com');
      await expectProblem(page);
    },
  },
  {
    path: '/staff/people',
    state: 'with the owner and the guest of a hub',
    act: async (page) => {
      await search(page, '0012604417');
      await expect(page.getByRole('rowheader')).toHaveCount(2);
    },
  },
  { path: '/staff/people/none', state: 'without such an account' },
  {
    path: PERSON,
    state: 'asking before a deletion',
    arrange: answer('POST', /\/api\/staff\/people\/.+/, 503, {}),
    act: async (page) => {
      await page.locator('main .person-actions').getByRole('button').last().click();
      await page.getByRole('dialog').locator('[type="submit"]').click();
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2);
    },
  },
  {
    path: PERSON,
    state: 'with a deletion that failed',
    goesOn: true,
    act: async (page) => {
      await page.getByRole('dialog').locator('[type="text"]').fill('owner@example.com');
      await page.getByRole('dialog').locator('textarea').fill('Asked for it by phone');
      await page.getByRole('dialog').locator('[type="submit"]').click();
      await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    path: '/staff/hubs',
    state: 'with a hub that is activated',
    arrange: answer('GET', HUB_STATUS, 200, { data: { status: 'SYSTEM_IS_ACTIVATED', partNumber: '4021000117' } }),
    act: async (page) => {
      await page.locator('main [inputmode="numeric"]').fill('0012604417');
      await submit(page);
      await expect(page.locator('main .message--success')).toBeVisible();
    },
  },
  { path: '/staff/logs?from=2026-02-02&to=2026-02-01', state: 'with filters that contradict each other', width: 375 },
  {
    path: '/staff/statistics',
    state: 'without numbers',
    arrange: refuse('GET', /\/api\/staff\/statistics/),
  },
  {
    path: '/staff/access-token',
    state: 'shown',
    act: async (page) => {
      await page.locator('main .card').getByRole('button').first().click();
      await expect(page.locator('main code')).toBeVisible();
    },
  },
];

/** What content may change, and admins only read. */
export const CONTENT_PAGES: readonly Screen[] = [
  { path: '/staff/countries/new' },
  { path: '/staff/countries/de' },
  {
    path: '/staff/countries/de',
    state: 'without a name, on a phone',
    width: 375,
    goesOn: true,
    act: async (page) => {
      await page.locator('input[lang="en"]').first().fill('');
      await page.locator('input[lang="en"]').first().blur();
      await expectProblem(page);
    },
  },
];

/** The upload, which firmware has. */
export const FIRMWARE_PAGES: readonly Screen[] = [
  {
    path: '/staff/firmware',
    state: 'with its details',
    act: async (page) => {
      await page.locator('main table [aria-expanded]').first().click();
      await expect(page.locator('main table code')).toBeVisible();
    },
  },
  {
    path: '/staff/firmware',
    state: 'asking before it is withdrawn',
    goesOn: true,
    act: async (page) => {
      await page.locator('main table .button--danger-quiet').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    path: '/staff/firmware',
    state: 'with a file of another name',
    act: async (page) => {
      await page.locator('[type="file"]').setInputFiles(firmwareFile('firmware.zip'));
      await expectProblem(page);
    },
  },
  {
    path: '/staff/firmware',
    state: 'while it is uploaded, on a phone',
    width: 375,
    arrange: hold('POST', UPLOADS),
    act: async (page) => {
      await page.locator('[type="file"]').setInputFiles(firmwareFile('some-hub_ota_hub_1.0.0_bus_1.0.0.zip'));
      await submit(page);
      await expect(page.getByRole('progressbar')).toBeVisible();
    },
  },
];
