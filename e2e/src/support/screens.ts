import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ACCOUNTS, OWN_LOGINS } from './account-screens.ts';
import { answer, refuse } from './screen.ts';
import type { Screen } from './screen.ts';
import { CONTENT_PAGES, FIRMWARE_PAGES, STAFF_PAGES } from './staff-screens.ts';

/** Sets unknown tokens, as of a session that is over. */
const bringOldTokens = async (page: Page) => {
  const url = new URL(page.url()).origin;
  await page.context().addCookies(['access_token', 'refresh_token'].map((name) => ({ name, value: 'old', url })));
};

async function tick(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await expect(page.locator('form [type="submit"]')).toBeEnabled();
}

// The test goes to another path inside the page, so neighbours that need no reload have different paths.
const VISITORS: readonly Screen[] = [
  { path: '/login' },
  { path: '/login', state: 'on a phone', width: 375, goesOn: true },
  { path: '/info?successful_deletion' },
  { path: '/user-info?show=account-confirmation' },
  { path: '/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT' },
  { path: '/user-info?show=nothing-known' },
  { path: '/build-information' },
  { path: '/forbidden' },
  { path: '/welcome' },
  { path: '/hub-release' },
  { path: '/check-device' },
  { path: '/migration-info' },
  { path: '/no/such/page' },
  {
    path: '/settings',
    state: 'met by trouble with the session',
    arrange: async (page) => {
      await bringOldTokens(page);
      await answer('GET', /\/api\/account\/$/, 503, {})(page);
    },
    act: async (page) => {
      await expect(page).toHaveURL(/\/login\?redirect=/);
      await expect(page.getByRole('alert').getByRole('button')).toHaveCount(2);
    },
  },
  {
    path: '/settings',
    state: 'after its session has ended',
    arrange: bringOldTokens,
    act: async (page) => {
      await expect(page).toHaveURL(/\/login\?redirect=/);
      await expect(page.getByRole('status').getByRole('heading', { level: 2 })).toBeVisible();
    },
  },
];

/** Documents as the page's own text. */
const TEXTS: readonly Screen[] = [
  { path: '/terms' },
  { path: '/privacy-policy' },
  { path: '/service-description' },
  { path: '/privacy-policy?locale=fr-ca' },
  { path: '/corporate-information' },
  { path: '/developer-terms/v1?view=text' },
  { path: '/faq' },
  { path: '/accessibility' },
  { path: '/terms?version=v1' },
];

/** Name of the state in which documents open. */
export const AS_TEXT = 'as text, on a phone';

const DOCUMENTS_AS_TEXT: readonly Screen[] = [
  ...TEXTS.map((screen) => ({ ...screen, state: AS_TEXT, width: 375 })),
  { path: '/terms/versions' },
  { path: '/privacy-policy/regions' },
];

const expectPages = async (page: Page) => await expect(page.locator('canvas').first()).toBeVisible();

const DOCUMENTS_IN_VIEWER: readonly Screen[] = [
  { path: '/terms?view=pdf', act: expectPages },
  { path: '/tos', state: 'on a phone', width: 375, act: expectPages },
  {
    path: '/terms?view=pdf',
    state: 'without its PDF',
    arrange: refuse('GET', /\/documents\/.+\.pdf/),
    act: async (page) => await expect(page.getByRole('alert')).toBeVisible(),
  },
];

const OWNERS: readonly Screen[] = [
  { path: '/welcome' },
  { path: '/account' },
  { path: '/settings' },
  {
    path: '/settings',
    state: 'with the menu open on a phone',
    width: 375,
    act: async (page) => {
      await page.locator('[popovertarget]').click();
      await expect(page.locator('[popover]')).toBeVisible();
    },
  },
  {
    path: '/settings',
    state: 'without the part that it is of',
    arrange: refuse('GET', /\/assets\/mfe-hubs\//),
    act: async (page) => await expect(page.getByRole('alert').getByRole('button')).toBeVisible(),
  },
  {
    path: '/settings',
    state: 'offline',
    act: async (page) => {
      await page.context().setOffline(true);
      await expect(page.getByText(/offline|hors ligne|hors connexion/i).first()).toBeVisible();
    },
  },
];

const SIGN_UPS: readonly Screen[] = [
  { path: '/developer/signup' },
  { path: '/developer/signup', state: 'ticked, on a phone', width: 375, goesOn: true, act: tick },
  { path: '/developer/signup', state: 'without its terms', arrange: refuse('GET', /\/developer-terms\/.+\.pdf$/) },
  {
    path: '/developer/signup',
    state: 'with a role that lags',
    // The role never comes, because the API does not get the call.
    arrange: answer('POST', /\/api\/account\/developer$/, 200, { data: {} }),
    act: async (page) => {
      await tick(page);
      await page.locator('form [type="submit"]').click();
      await expect(page.getByRole('checkbox')).toHaveCount(0);
    },
  },
  {
    path: '/developer/signup',
    state: 'with a role that has not come yet',
    goesOn: true,
    act: async (page) => {
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];

/** Every screen, by who sees it, and the states that need the whole portal; the catalogue has the others. */
export const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  'a visitor': VISITORS,
  'a reader of documents': DOCUMENTS_AS_TEXT,
  'a reader of PDFs': DOCUMENTS_IN_VIEWER,
  'owner@example.com': OWNERS,
  'guest@example.com': [{ path: '/settings' }, ...ACCOUNTS],
  'many@example.com': [
    {
      path: '/account/delete',
      state: 'with all of its hubs',
      act: async (page) => {
        await page.locator('summary').click();
      },
    },
    {
      path: '/settings',
      state: 'searched, on a phone',
      width: 375,
      act: async (page) => {
        await page.getByRole('searchbox').fill('000');
      },
    },
    {
      path: '/settings?rows=40&show=shared',
      state: 'with the choices open, on a phone',
      width: 375,
      act: async (page) => {
        await page.locator('[aria-expanded="false"][aria-controls]').click();
      },
    },
  ],
  'empty@example.com': [{ path: '/settings' }],
  'unmigrated@example.com': OWN_LOGINS,
  'developer@example.com': [
    { path: '/developer' },
    { path: '/developer', state: 'on a phone', width: 375, goesOn: true },
  ],
  'manager@example.com': SIGN_UPS,
  'firmware@example.com': FIRMWARE_PAGES,
  'content@example.com': CONTENT_PAGES,
  'admin@example.com': STAFF_PAGES,
};
