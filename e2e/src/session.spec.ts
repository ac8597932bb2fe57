import type { BrowserContext, Page } from '@playwright/test';
import { watch, WRONG_TYPES } from './support/malformed.ts';
import { expect, GENERIC, openAs, signIn, startSignedIn, test } from './support/portal.ts';

const TABS = 5;

/** Replaces tokens by unknown ones, which the API treats like expired ones. */
async function spoil(context: BrowserContext, ...names: ('access_token' | 'refresh_token')[]): Promise<void> {
  const cookies = await context.cookies();
  const spoiled = cookies.filter(({ name }) => names.some((each) => each === name));
  expect(spoiled).toHaveLength(names.length);
  await context.addCookies(spoiled.map((cookie) => ({ ...cookie, value: 'no-longer-known' })));
}

function countRefreshes(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/user/getTokens')) count += 1;
  });
  return () => count;
}

/** Holds refreshes back until every tab has been refused. */
async function holdRefreshes(context: BrowserContext, tabs: readonly Page[]): Promise<void> {
  const refused = Promise.all(
    tabs.map(async (tab) => await tab.waitForResponse((response) => response.status() === 401, { timeout: 20_000 })),
  );
  await context.route('**/api/user/getTokens', async (route) => {
    await refused;
    await route.continue();
  });
}

async function tokenNames(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies();
  return cookies
    .map(({ name }) => name)
    .filter((name) => name.endsWith('_token'))
    .toSorted((a, b) => a.localeCompare(b));
}

async function seesHubs(page: Page): Promise<void> {
  await expect(page.getByRole('switch').first()).toBeVisible();
}

const OWNER = 'owner@example.com';

/** Opens the owner's hubs and waits for the page's calls, so that later changes do not affect them. */
async function openHubs(page: Page): Promise<void> {
  await openAs(page, OWNER);
  await seesHubs(page);
}

test(
  'an expired access token is renewed once for all calls of a page, and the user notices nothing [T248]',
  { tag: '@journey' },
  async ({ page, context, portal }) => {
    await startSignedIn(context, portal.url, OWNER);
    await spoil(context, 'access_token');
    const refreshes = countRefreshes(context);
    await page.goto('/settings');
    await seesHubs(page);
    expect(refreshes()).toBe(1);
  },
);

test('an expired access token is renewed once for five tabs that find it at the same time', async ({
  page,
  context,
}) => {
  await openHubs(page);
  const tabs = [page, ...(await Promise.all(Array.from({ length: TABS - 1 }, async () => await context.newPage())))];
  await spoil(context, 'access_token');
  const refreshes = countRefreshes(context);
  await holdRefreshes(context, tabs);
  await Promise.all(tabs.map(async (tab) => await tab.goto('/settings')));
  for (const tab of tabs) await seesHubs(tab);
  expect(refreshes()).toBe(1);
  await spoil(context, 'access_token');
  await page.reload();
  await seesHubs(page);
  expect(refreshes()).toBe(2);
});

test('a tab that is suspended in the middle of a refresh keeps neither others nor itself from going on', async ({
  page,
  context,
}) => {
  await openHubs(page);
  const other = await context.newPage();
  await spoil(context, 'access_token');
  const wakes = Promise.withResolvers<void>();
  await page.route('**/api/user/getTokens', async (route) => {
    await wakes.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/user/getTokens');
  await page.reload({ waitUntil: 'commit' });
  await asked;
  const tab = await context.newCDPSession(page);
  await tab.send('Debugger.enable');
  await tab.send('Debugger.pause');
  const paused = page.evaluate(() => undefined); // where the debugger stops

  // It waits some seconds for the tab that sleeps, whose own call fails after ten.
  await other.goto('/settings', { waitUntil: 'commit' });
  await expect(other.getByRole('switch').first()).toBeVisible({ timeout: 20_000 });
  const renewed = await context.cookies();

  await tab.send('Debugger.resume');
  await paused;
  wakes.resolve();
  await seesHubs(page);
  expect(await context.cookies()).toEqual(renewed);
});

test('a malformed answer to a refresh keeps the tokens, and "Try again" goes on', async ({ page, context, portal }) => {
  const errors = watch(page);
  await startSignedIn(context, portal.url, OWNER);
  const headers = { 'access-control-allow-origin': portal.url, 'access-control-allow-credentials': 'true' };
  for (const body of ['<!doctype html><title>Proxy</title>', WRONG_TYPES, 'null', '']) {
    await spoil(context, 'access_token');
    await page.route('**/api/user/getTokens', async (route) => {
      if (route.request().method() === 'POST') await route.fulfill({ status: 200, headers, body });
      else await route.fallback();
    });
    await page.goto('/settings');
    await expect(page.getByRole('alert')).toContainText(GENERIC);
    expect(await tokenNames(context)).toHaveLength(2);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await seesHubs(page);
  }
  expect(errors).toEqual([]);
});

test(
  'the end of a session is explained, and signing in leads back to the page [T050]',
  { tag: '@journey' },
  async ({ page, context, portal }) => {
    await startSignedIn(context, portal.url, OWNER);
    await spoil(context, 'access_token', 'refresh_token');
    await page.goto('/account');
    await expect(page).toHaveURL('/login?redirect=%2Faccount');
    await expect(page.getByText('Your session has ended')).toBeVisible();
    expect(await tokenNames(context)).toEqual([]);
    await page.locator('a[href*="/user/weblogin"]').click();
    await expect(page).toHaveURL('/account');
  },
);

test(
  'logging out sends its calls in order, ends the session of all tabs, and the provider asks for the password again [T165]',
  { tag: '@journey' },
  async ({ page, context }) => {
    await openHubs(page);
    const other = await context.newPage();
    await other.goto('/settings');
    await seesHubs(other);
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== 'OPTIONS' && /account\/logout|user\/getTokens|session\/end$/.test(pathname))
        calls.push(`${request.method()} ${pathname}`);
    });
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    expect(calls.slice(0, 3)).toEqual([
      'GET /api/account/logout',
      'POST /api/user/getTokens',
      'GET /identity/session/end',
    ]);
    expect(await tokenNames(context)).toEqual([]);
    await expect(other).toHaveURL('/login');
    await page.locator('a[href*="/user/weblogin"]').click();
    await expect(page.getByLabel('Password')).toBeVisible();
  },
);

test('logging out works while the API is down, and leaves no token', async ({ page, context }) => {
  await openHubs(page);
  await context.route('**/api/**', async (route) => await route.abort());
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await tokenNames(context)).toEqual([]);
});

test('the way back after sign-in never leaves the portal [T043]', async ({ page, portal }) => {
  const link = page.locator('a[href*="/user/weblogin"]');
  for (const redirect of [
    'https://example.org/',
    '//example.org',
    '/\\example.org',
    '/%09/example.org',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/login?redirect=${encodeURIComponent(redirect)}`);
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect(address.searchParams.get('returnTo'), redirect).toBe(`${portal.url}/loggedin`);
    expect(address.searchParams.get('redirectUri'), redirect).toBe(`${portal.url}/login`);
  }
  await signIn(page, 'empty@example.com');
  await expect(page).toHaveURL(`${portal.url}/settings`);
});
