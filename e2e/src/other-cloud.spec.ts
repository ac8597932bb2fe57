import type { Page } from '@playwright/test';
import { OtherCloud } from './support/other-cloud.ts';
import { expectRunning } from './support/portal.ts';
import { startWebServer, workerPort } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { expect, test } from './support/watched-test.ts';

/** Signs in at the other provider, from a page that requires it. */
async function signIn(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Continue as Robin' }).click();
}

const readTokens = async (page: Page) => (await page.context().cookies()).filter(({ name }) => name.endsWith('_token'));

test.skip(process.env['PORTAL_STARTED_HERE'] !== 'yes', 'needs a portal with a configuration of its own');

let cloud: OtherCloud;
let portal: WebServerProcess;
let origin = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  origin = `http://portal.bikes.localhost:${String(workerPort())}`;
  const pdf = await fetch(`${process.env['BASE_URL'] ?? ''}/documents/terms/v2/EN.pdf`);
  cloud = await OtherCloud.start(origin, await pdf.bytes());
  portal = await startWebServer({ ...cloud.config, publicOrigin: origin });
});
test.afterAll(async () => {
  await portal.stop();
  await cloud.stop();
});

test('the portal works with an API, an identity provider and documents on hosts of their own, by its configuration alone [T113]', async ({
  page,
}) => {
  const asked = new Set<string>();
  const trusted = new Set<string>();
  page.on('request', (request) => {
    const { origin: where } = new URL(request.url());
    asked.add(where);
    if (request.headers()['authorization'] !== undefined) trusted.add(where);
  });
  const saved = page.getByText('Your changes were saved successfully.');

  await test.step('a customer signs in at the other provider, and comes back to the page', async () => {
    await page.goto(`${origin}/account`);
    await signIn(page);
    await expect(page).toHaveURL(`${origin}/account`);
    await expect(page.getByLabel('First name')).toHaveValue('Robin');
    expect((await readTokens(page)).map(({ name, domain }) => `${name} of ${domain}`).toSorted()).toEqual([
      'access_token of .bikes.localhost',
      'refresh_token of .bikes.localhost',
    ]);
  });

  await test.step('what the customer changes is saved there', async () => {
    await page.getByLabel('Last name').fill('Rider');
    await page.getByLabel('Country').selectOption({ label: 'New Zealand' });
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(saved).toBeVisible();
    expect(cloud.person).toEqual({ firstname: 'Robin', lastname: 'Rider', country: 'nz' });
  });

  await test.step('its hubs are shown, also of types that the portal does not know', async () => {
    await page.goto(`${origin}/settings`);
    await expect(page.getByText('Other device')).toBeVisible();
    await page.getByRole('switch').click();
    await expect(saved).toBeVisible();
    expect(cloud.hubs).toMatchObject([{ serial: '00417', sharingMode: 'public' }]);
  });

  await test.step('an access token that has ended is refreshed once', async () => {
    cloud.endAccessToken();
    cloud.calls.length = 0;
    await page.reload();
    await expect(page.getByRole('switch')).toBeChecked();
    expect(cloud.calls.filter((call) => call === 'POST user/getTokens')).toHaveLength(1);
    // The new cookies replace those on the parent domain, and leave no second pair on the host.
    expect((await readTokens(page)).map(({ domain }) => domain)).toEqual(['.bikes.localhost', '.bikes.localhost']);
  });

  await test.step('its document is shown', async () => {
    await page.goto(`${origin}/service-description?view=pdf`);
    await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
      'href',
      `${cloud.at('documents')}service.pdf`,
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.locator('canvas').first()).toBeVisible();
  });

  await test.step('the customer logs out here and at the provider', async () => {
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(`${origin}/login`);
    expect(cloud.calls).toContain('GET account/logout');
    expect(cloud.isLastIdToken(cloud.signedOutWith)).toBe(true);
    expect(await readTokens(page)).toEqual([]);
  });

  const places = (['api', 'identity', 'documents'] as const).map((place) => new URL(cloud.at(place)).origin);
  expect([...asked].toSorted()).toEqual([origin, ...places].toSorted());
  expect([...trusted]).toEqual([new URL(cloud.at('api')).origin]);
});

test('tokens that another host has planted for a path are no session, and none survives a log-out [T321]', async ({
  page,
}) => {
  const plant = async () => {
    const own = await readTokens(page);
    const planted = { value: 'of-another-account', domain: '.bikes.localhost', path: '/account' };
    await page.context().addCookies(own.map(({ name }) => ({ name, ...planted })));
  };
  await page.goto(`${origin}/settings`);
  await signIn(page);
  await expect(page.getByRole('switch')).toBeVisible();
  await plant();
  await page.goto(`${origin}/account`);
  await expect(page).toHaveURL(`${origin}/login?redirect=%2Faccount`);
  await expect(page.getByText('We have signed you out to be safe')).toBeVisible();
  expect(await readTokens(page)).toEqual([]);

  await signIn(page);
  await expect(page.getByRole('heading', { level: 2, name: 'Profile' })).toBeVisible();
  await page.goto(`${origin}/settings`);
  await expect(page.getByRole('switch')).toBeVisible();
  await plant();
  await expectRunning(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${origin}/login`);
  expect(await readTokens(page)).toEqual([]);
});
