import type { Page, Request } from '@playwright/test';
import { createPerson } from './support/backend.ts';
import { expect, signIn, startSignedIn, test } from './support/portal.ts';
import type { SpecificationCall } from './support/specification-calls.ts';
import { NAMED_CALLS, SPECIFICATION_CALLS, specificationCall } from './support/specification-calls.ts';

/** Differences between a request and the specification. */
async function differences(call: SpecificationCall, request: Request): Promise<string[]> {
  const found: string[] = [];
  const headers = await request.allHeaders();
  const query = new URL(request.url()).searchParams;
  for (const [name, value] of Object.entries(call.query)) {
    if (!value.test(query.get(name) ?? '')) found.push(`query ${name}: ${query.get(name) ?? 'missing'}`);
  }
  for (const name of query.keys()) if (!Object.hasOwn(call.query, name)) found.push(`query ${name} is not known`);

  const bearer = /^Bearer \S+$/.test(headers['authorization'] ?? '');
  if (call.bearer === 'always' && !bearer) found.push('no bearer token');
  if (call.bearer === 'never' && headers['authorization'] !== undefined) found.push('a bearer token');
  if (call.acceptsJson && headers['accept'] !== 'application/json') found.push(`accept: ${headers['accept'] ?? ''}`);
  // Cookies ignore ports, so there is always one that could be sent.
  if (call.withCredentials !== (headers['cookie'] !== undefined)) found.push('cookies or not');
  if (call.isNavigation !== request.isNavigationRequest()) found.push('navigation or not');

  const body = request.postData();
  if (typeof call.payload === 'string') {
    if (body) found.push(`a body: ${body}`);
    return found;
  }
  const sent: unknown = JSON.parse(body ?? '{}');
  const fields: Readonly<Record<string, unknown>> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  for (const [name, value] of Object.entries(call.payload)) {
    if (!value.test(JSON.stringify(fields[name]) ?? '')) found.push(`field ${name}: ${JSON.stringify(fields[name])}`);
  }
  for (const name of Object.keys(fields))
    if (!Object.hasOwn(call.payload, name)) found.push(`field ${name} is not known`);
  return found;
}

/**
 * Saves all fields of a profile, accepts the developer terms, opens the service description, and deletes the account.
 */
async function driveProfile(page: Page): Promise<void> {
  await page.goto('/account');
  await page.getByLabel('First name').fill('  Mara Anna ');
  await page.getByLabel('Last name').fill('   ');
  await page.getByLabel('Country').selectOption({ label: 'Austria' });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Your changes were saved successfully.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Mara Anna');
  await page.goto('/developer/signup');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL('/developer');
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/service-description/url'));
  await page.goto('/service-description');
  await asked;
  // On single sign-on, the account is deleted with an empty password.
  await page.goto('/account/delete');
  await page.getByRole('button', { name: 'Delete account for good' }).click();
  await expect(page).toHaveURL('/info?successful_deletion');
}

/** A user with an account password changes the e-mail address, then deletes the account. */
async function driveEmailAndDeletion(page: Page, email: string): Promise<void> {
  await page.goto('/account');
  await page.getByLabel('Email address').fill(`new.${email}`);
  await page.getByLabel('Repeat the new address').fill(`new.${email}`);
  await page.getByLabel('Current password').fill('account-1');
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText('Please check your inbox')).toBeVisible();
  await page.goto('/account/delete');
  await page.getByLabel('Current password').fill('account-1');
  await page.getByRole('button', { name: 'Delete account for good' }).click();
  await expect(page).toHaveURL('/info?successful_deletion');
}

test('the browser sends the calls of section 7, and nothing else; tokens go to the API alone [T224]', async ({
  page,
  context,
  portal,
}) => {
  test.slow();
  const requests: Request[] = [];
  const tokensByOthers: string[] = [];
  context.on('request', (request) => {
    const isCall = request.url().startsWith(`${portal.backendUrl}/api/`);
    if (isCall && request.method() !== 'OPTIONS') requests.push(request);
    if (!isCall && request.headers()['authorization'] !== undefined) tokensByOthers.push(request.url());
  });
  const enter = async (email: string) => await startSignedIn(context, portal.url, email);
  await context.addCookies([{ name: 'portal_language', value: 'en', url: portal.url }]);

  // An owner: sign-in through the pages, list, sharing, release, an expired token, logout. The first load of the day
  // also sends lastseen.
  const owner = await createPerson(portal.backendUrl, 'calls', 'owner');
  await page.goto('/login');
  await signIn(page, owner.email);
  await page.getByRole('switch').first().click();
  await expect(page.getByText('Your changes were saved successfully.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Release hub / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Release hub', exact: true }).click();
  await expect(page.getByText('Your hub was released successfully.')).toBeVisible();
  const access = (await context.cookies()).filter(({ name }) => name === 'access_token');
  await context.addCookies(access.map((cookie) => ({ ...cookie, value: 'no-longer-known' })));
  await page.goto('/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');

  await enter(owner.email);
  await driveProfile(page);
  const withPassword = await createPerson(portal.backendUrl, 'calls', 'unmigrated');
  await enter(withPassword.email);
  await driveEmailAndDeletion(page, withPassword.email);

  // A guest: the request for release.
  const guest = await createPerson(portal.backendUrl, 'calls', 'guest');
  await enter(guest.email);
  await page.goto('/settings');
  await page
    .getByRole('button', { name: /^Ask for release of hub / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Ask for release', exact: true }).click();
  await expect(page.getByText('Owner asked')).toBeVisible();

  expect(tokensByOthers).toEqual([]);
  const made = new Set<SpecificationCall>();
  const faults: string[] = [];
  for (const request of requests) {
    const { pathname } = new URL(request.url());
    const path = pathname.slice('/api/'.length);
    if (path === 'user/callback') continue; // the provider's redirect, not a call of the portal
    if (NAMED_CALLS.has(`${request.method()} ${path}`)) continue;
    const call = specificationCall(request.method(), path);
    if (!call) {
      faults.push(`${request.method()} ${path} is in no line of section 7`);
      continue;
    }
    made.add(call);
    for (const difference of await differences(call, request))
      faults.push(`${call.method} ${call.path}: ${difference}`);
  }
  expect(faults).toEqual([]);
  expect(SPECIFICATION_CALLS.filter((call) => !made.has(call))).toEqual([]);
});
