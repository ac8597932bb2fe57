import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ACCOUNTS, OWN_LOGINS } from './account-screens.ts';
import { answer, hold, refuse } from './screen.ts';
import type { Screen } from './screen.ts';

/** Tokens that the API does not know: those of a session that is over. */
const bringOldTokens = async (page: Page) => {
  const url = new URL(page.url()).origin;
  await page.context().addCookies(['access_token', 'refresh_token'].map((name) => ({ name, value: 'old', url })));
};

async function tick(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await expect(page.locator('form [type="submit"]')).toBeEnabled();
}

async function openPrompt(page: Page): Promise<void> {
  await page.locator('tbody').first().getByRole('button').last().click();
  await expect(page.getByRole('group')).toBeVisible();
}

const VISITORS: readonly Screen[] = [
  { path: '/login' },
  { path: '/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT' },
  { path: '/login?title=SOMETHING_ELSE' },
  { path: '/login', state: 'on a phone', width: 375 },
  { path: '/build-information' },
  { path: '/forbidden' },
  { path: '/welcome' },
  { path: '/info?successful_deletion' },
  { path: '/info?failed_deletion' },
  { path: '/user-info?show=account-confirmation' },
  { path: '/user-info?show=account-confirmation-error' },
  { path: '/user-info?show=hub-already-released' },
  { path: '/user-info?show=nothing-known' },
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
      await expect(page.getByRole('alert').getByRole('button')).toBeVisible();
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

/** On a wide screen the browser's viewer shows the PDF; on a phone the same words are the page's own. */
const LEGAL: readonly Screen[] = [
  ...[
    '/terms',
    '/privacy-policy',
    '/privacy-policy?locale=fr-ca',
    '/service-description',
    '/corporate-information',
    '/developer-terms/v1',
    '/faq',
    '/accessibility',
  ].map((path) => ({ path, state: 'as text, on a phone', width: 375 })),
  { path: '/terms' },
  { path: '/terms?version=v1', state: 'as text, on a phone', width: 375, languages: ['fr'] },
  { path: '/tos', state: 'as text, on a phone', width: 375, languages: ['en', 'nl'] },
  { path: '/privacy-policy?locale=en-us', state: 'as text, on a phone', width: 375, languages: ['fr'] },
  { path: '/privacy-policy', languages: ['de', 'fr'] },
  { path: '/service-description', languages: ['en'] },
  { path: '/terms/versions' },
  { path: '/tos' },
  {
    path: '/terms',
    state: 'without its PDF',
    arrange: refuse('GET', /\/documents\/.+\.pdf/),
    act: async (page) => await expect(page.getByRole('alert')).toBeVisible(),
  },
];

const OWNERS: readonly Screen[] = [
  { path: '/settings' },
  { path: '/settings', state: 'asking before a release', act: openPrompt },
  {
    path: '/settings',
    state: 'with the menu open on a phone',
    width: 375,
    act: async (page) => {
      await page.locator('[popovertarget]').click();
      await expect(page.locator('[popover]')).toBeVisible();
    },
  },
  { path: '/settings', state: 'without its hubs', arrange: refuse('GET', /\/api\/hubs$/) },
  {
    path: '/settings',
    state: 'without the part that it is of',
    arrange: refuse('GET', /\/assets\/mfe-hubs\//),
    act: async (page) => await expect(page.getByRole('alert').getByRole('button')).toBeVisible(),
  },
  {
    path: '/settings',
    state: 'while sharing changes',
    arrange: hold('PUT', /\/api\/hubs\/.+\/settings$/),
    act: async (page) => {
      await page.getByRole('switch').first().click();
      await expect(page.getByRole('switch').first()).toHaveAttribute('aria-busy', 'true');
    },
  },
  {
    path: '/settings',
    state: 'while a hub is released',
    arrange: hold('DELETE', /\/api\/hubs\/.+\/authorization$/),
    act: async (page) => {
      await openPrompt(page);
      await page.getByRole('group').getByRole('button').last().click();
      await expect(page.getByRole('group').locator('[aria-busy="true"]')).toBeVisible();
    },
  },
  { path: '/welcome' },
  {
    path: '/settings',
    state: 'with a notice of a failure',
    arrange: refuse('PUT', /\/api\/hubs\/.+\/settings$/),
    act: async (page) => {
      await page.getByRole('switch').first().click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    path: '/settings',
    state: 'offline',
    act: async (page) => {
      await page.context().setOffline(true);
      await expect(page.getByText(/offline|hors ligne|hors connexion/i).first()).toBeVisible();
    },
  },
  { path: '/account' },
];

const SIGN_UPS: readonly Screen[] = [
  { path: '/developer/signup' },
  { path: '/developer/signup', state: 'ticked, on a phone', width: 375, act: tick },
  { path: '/developer/signup', state: 'without its terms', arrange: refuse('GET', /\/developer-terms\/.+\.pdf$/) },
  {
    path: '/developer/signup',
    state: 'with a role that lags',
    // The role never comes: the API has not been asked.
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
    arrange: answer('POST', /\/api\/account\/developer$/, 200, { data: {} }),
    act: async (page) => {
      await tick(page);
      await page.locator('form [type="submit"]').click();
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await page.getByRole('main').getByRole('button').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    path: '/developer/signup',
    state: 'with an acceptance that fails',
    arrange: answer('POST', /\/api\/account\/developer$/, 500, {}),
    act: async (page) => {
      await tick(page);
      await page.locator('form [type="submit"]').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];

/** Every screen and state, by who sees it. */
export const SCREENS: Readonly<Record<string, readonly Screen[]>> = {
  'a visitor': VISITORS,
  'a reader of documents': LEGAL,
  'owner@example.com': OWNERS,
  'guest@example.com': [
    { path: '/settings' },
    { path: '/settings', state: 'asking for a release', act: openPrompt },
    {
      path: '/settings',
      state: 'with an owner who has been asked',
      arrange: answer('GET', /\/api\/hubs\/.+\/release$/, 200, { data: {} }),
      act: async (page) => {
        await openPrompt(page);
        await page.getByRole('group').getByRole('button').last().click();
        await expect(page.getByRole('group')).toHaveCount(0);
        await expect(page.locator('.badge--good').first()).toBeVisible();
      },
    },
    ...ACCOUNTS,
  ],
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
      state: 'searched without a match',
      act: async (page) => {
        await page.getByRole('searchbox').fill('zzz');
        await expect(page.getByRole('rowheader')).toHaveCount(0);
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
  ],
  'empty@example.com': [{ path: '/settings' }],
  'unmigrated@example.com': OWN_LOGINS,
  'developer@example.com': [{ path: '/developer' }, { path: '/developer', state: 'on a phone', width: 375 }],
  'manager@example.com': SIGN_UPS,
};
