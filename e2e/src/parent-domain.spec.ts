import type { Page } from '@playwright/test';
import type { PortalProcess } from './support/portal-process.ts';
import { startPortalOnParentDomain } from './support/portal-process.ts';
import { expect, test } from './support/watched-test.ts';

const DOMAIN = 'ebike.localhost';

/** Signs in from a page that requires it, by the provider's form, back to that page. */
async function signInAt(page: Page, address: string, email: string): Promise<void> {
  await page.goto(address);
  await page.locator('a[href*="/user/weblogin"]').click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('ebike-demo-1');
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL(address);
}

test.describe('with token cookies on the parent domain', () => {
  let portal: PortalProcess;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    portal = await startPortalOnParentDomain(DOMAIN);
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  test('the portal and the API on hosts of their own sign in, refresh, change and log out [T113]', async ({
    page,
    context,
  }) => {
    const refreshes: string[] = [];
    const hosts = new Set<string>();
    page.on('request', (request) => {
      const { hostname, pathname } = new URL(request.url());
      if (request.headers()['authorization'] !== undefined) hosts.add(hostname);
      if (request.method() === 'POST' && pathname.endsWith('/user/getTokens')) refreshes.push(hostname);
    });
    const tokens = async () => (await context.cookies()).filter(({ name }) => name.endsWith('_token'));

    await signInAt(page, `${portal.url}/settings`, 'owner@example.com');
    await expect(page.getByRole('switch').first()).toBeVisible();
    expect((await tokens()).map(({ name, domain, path }) => ({ name, domain, path }))).toEqual(
      expect.arrayContaining([
        { name: 'access_token', domain: `.${DOMAIN}`, path: '/' },
        { name: 'refresh_token', domain: `.${DOMAIN}`, path: '/' },
      ]),
    );

    // A refresh replaces the cookies on the parent domain, and leaves no second pair on the host.
    const spoiled = (await tokens()).filter(({ name }) => name === 'access_token');
    await context.addCookies(spoiled.map((cookie) => ({ ...cookie, value: 'no-longer-known' })));
    await page.reload();
    await expect(page.getByRole('switch').first()).toBeVisible();
    expect(refreshes).toEqual([`api.${DOMAIN}`]);
    expect((await tokens()).map(({ domain }) => domain)).toEqual([`.${DOMAIN}`, `.${DOMAIN}`]);
    expect([...hosts]).toEqual([`api.${DOMAIN}`]);

    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(`${portal.url}/login`);
    expect(await tokens()).toEqual([]);
  });

  test('tokens that another host has planted for a path are no session, and none survives a log-out [T321]', async ({
    page,
    context,
  }) => {
    const tokens = async () => (await context.cookies()).filter(({ name }) => name.endsWith('_token'));
    const plant = async () => {
      const mine = await tokens();
      await context.addCookies(
        mine.map(({ name }) => ({ name, value: 'of-another-account', domain: `.${DOMAIN}`, path: '/account' })),
      );
    };
    await signInAt(page, `${portal.url}/settings`, 'owner@example.com');
    await expect(page.getByRole('switch').first()).toBeVisible();
    await plant();
    await page.goto(`${portal.url}/account`);
    await expect(page).toHaveURL(`${portal.url}/login?redirect=%2Faccount`);
    await expect(page.getByText('We have signed you out to be safe')).toBeVisible();
    expect(await tokens()).toEqual([]);

    await page.locator('a[href*="/user/weblogin"]').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Profile' })).toBeVisible();
    await page.goto(`${portal.url}/settings`);
    await expect(page.getByRole('switch').first()).toBeVisible();
    await plant();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(`${portal.url}/login`);
    expect(await tokens()).toEqual([]);
  });
});
