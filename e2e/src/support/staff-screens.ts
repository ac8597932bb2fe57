import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { firmwareFile } from './firmware-file.ts';
import { hold } from './screen.ts';
import type { Screen } from './screen.ts';
import { STAFF_ROUTES } from './staff-routes.ts';

const UPLOADS = /\/api\/staff\/firmware\/uploads$/;

/** Sends the page's own form. */
const submit = async (page: Page) => await page.locator('main form:not([role="search"]) [type="submit"]').click();

/** Waits until a field shows what is wrong with it. */
const expectProblem = async (page: Page) => await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);

/** The pages of customer service, as admins see them; the catalogue has their states. */
export const STAFF_PAGES: readonly Screen[] = STAFF_ROUTES.map(({ path }) => ({ path }));

/** What content may change, and admins only read. */
export const CONTENT_PAGES: readonly Screen[] = [{ path: '/staff/countries/new' }, { path: '/staff/countries/de' }];

/** The upload, which firmware has. */
export const FIRMWARE_PAGES: readonly Screen[] = [
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
