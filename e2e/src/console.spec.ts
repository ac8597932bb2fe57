import type { BrowserContext, Page } from '@playwright/test';
import { cookiesSetBy } from '@portal/node-kit/testing';
import { MANAGER, SampleConsole } from '@portal/release-console/testing';
import { sampleAccess, SampleService } from '@portal/release-service/testing';
import { cookieWith } from './support/buckets.ts';
import { greets, runningHubs } from './support/hubs-page.ts';
import { startPortal } from './support/portal-process.ts';
import type { PortalProcess } from './support/portal-process.ts';
import { startSignedIn } from './support/portal.ts';
import { askFor, confirmBy, expectAccessible, partSection, openConsole } from './support/release-console.ts';
import { liveVersion, readLiveRelease, releaseCommand, untilServed } from './support/releases.ts';
import { GREETINGS, publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

const WHY = ['--reason', 'Back to where the test begins'] as const;

let portal: PortalProcess;
let manager: Awaited<ReturnType<BrowserContext['storageState']>>;
/** The version of mfe-hubs that every test begins with. */
let first = '';

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  portal = await startPortal();
  first = (await liveVersion(portal.stateFolder, 'mfe-hubs')) ?? '';
  await publish(portal.stateFolder, 'mfe-hubs@1.1.0');
  const page = await browser.newPage();
  await openConsole(page, portal.consoleUrl);
  manager = await page.context().storageState();
  await page.close();
});
test.afterAll(async () => {
  await portal.stop();
});
test.beforeEach(async () => {
  await releaseCommand(portal.stateFolder, 'rollback', 'mfe-hubs', '--to', first, ...WHY);
});

/** Opens the console in a browser in which the manager has signed in. */
async function openSignedIn(page: Page): Promise<void> {
  await page.context().addCookies(manager.cookies);
  await page.goto(portal.consoleUrl);
}

const release = (name: string, ...words: string[]) => releaseCommand(portal.stateFolder, name, ...words, ...WHY);

/** The newest release is served, and the portal's next page says so. */
async function expectGreeting(page: Page, greeting: string): Promise<void> {
  await untilServed(portal);
  await page.goto(`${portal.url}/settings`);
  await greets(page, greeting);
}

test('a release manager signs in to the console and out', { tag: '@journey' }, async ({ page }) => {
  await openConsole(page, portal.consoleUrl);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Release \d+ is live$/);
  await expect(page.getByText('manager@example.com').first()).toBeVisible();
  for (const part of ['Shell', 'Hubs', 'Account', 'Legal', 'Developer'])
    await expect(partSection(page, part)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await page.goto(`${portal.consoleUrl}/history`);
  await expect(page.getByRole('heading', { name: 'Sign in to release' })).toBeVisible();
});

test(
  'the console promotes and rolls back after a confirmation that says exactly what will change',
  { tag: '@journey' },
  async ({ page, browser }) => {
    await openSignedIn(page);
    await askFor(page, ['Promote…', 'Hubs'], { Version: '1.1.0', Reason: 'A warmer greeting' });
    await expect(page.getByRole('listitem').first()).toContainText(`Hubs 1.1.0 instead of ${first}`);
    await expect(page.getByText(/: Shell .*, Account .*, Developer .*, Legal /)).toBeVisible();
    expect(await liveVersion(portal.stateFolder, 'mfe-hubs')).toBe(first);
    await confirmBy(page, 'Promote 1.1.0');
    expect(await readLiveRelease(portal.stateFolder)).toMatchObject({
      createdBy: 'manager@example.com',
      reason: 'A warmer greeting',
    });

    const visitor = await browser.newPage();
    await startSignedIn(visitor.context(), portal.url, 'owner@example.com');
    await expectGreeting(visitor, GREETINGS['1.1.0']);

    await askFor(page, ['Roll back…', 'Hubs'], { 'To version': first, Reason: 'The plain one is enough' });
    await confirmBy(page, `Roll back to ${first}`);
    await expectGreeting(visitor, 'Hello');
    await visitor.close();

    const history = page.getByRole('table', { name: 'History' });
    await expect(history.getByRole('row').nth(1)).toContainText(`Hubs 1.1.0 → ${first}`);
    await expect(history.getByRole('row').nth(1)).toContainText('The plain one is enough');
    await expect(history.getByRole('row').nth(2)).toContainText(`Hubs ${first} → 1.1.0`);
  },
);

test('the console starts a canary only with a reason, grows it, and ends it', async ({ page }) => {
  await openSignedIn(page);
  await askFor(page, ['Canary…', 'Hubs'], { Version: '1.1.0', 'Share of visitors': '10' });
  const reason = page.getByLabel('Reason', { exact: true });
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await expect(reason).toBeFocused();
  await expect(page.getByLabel('Share of visitors')).toHaveValue('10');
  await reason.fill('Watch the failures');
  await page.getByRole('button', { name: 'Show what will change' }).click();
  await confirmBy(page, 'Start canary at 10 %');
  await expect(partSection(page, 'Hubs').getByText('10 % canary')).toBeVisible();

  await askFor(page, ['Share and plan…', 'Hubs'], { 'Share of visitors': '50', Reason: 'All is well' });
  await confirmBy(page, 'Start canary at 50 %');
  await expect(partSection(page, 'Hubs').getByText('50 % canary')).toBeVisible();

  await partSection(page, 'Hubs').getByRole('button', { name: 'End canary Hubs' }).click();
  await confirmBy(page, 'End canary');
  expect(await readLiveRelease(portal.stateFolder)).toMatchObject({
    canaries: {},
    remotes: { 'mfe-hubs': { version: first } },
  });
});

test('the console shows the visits that failed, and the load times that pages have reported', async ({
  page,
  browser,
}) => {
  const visitor = await browser.newPage();
  await visitor.route('**/assets/mfe-hubs/**', async (route) => await route.fulfill({ status: 404, body: '' }));
  await visitor.goto(`${portal.url}/check-device`);
  await expect(visitor.getByRole('button', { name: 'Try again' })).toBeVisible();
  await visitor.goto('about:blank'); // Now it reports; a tab that closes may not come to it.
  await openSignedIn(page);
  await expect(async () => {
    await page.reload();
    await expect(partSection(page, 'Hubs')).toContainText(/1\sof\s\d+\svisits?\sfailed/, { timeout: 500 });
    await expect(partSection(page, 'Shell')).toContainText(/Load time, 75 %\s*[\d.]+\sm?s/, { timeout: 500 });
  }).toPass();
  await visitor.close();
});

test('the console works without scripts, by keyboard alone', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openSignedIn(page);
  const open = partSection(page, 'Hubs').getByRole('link', { name: 'Promote… Hubs' });
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await open.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Version', { exact: true })).toBeFocused();
  // What was rolled back is not chosen.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  // The first button is the safe one.
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('was created');
  expect((await readLiveRelease(portal.stateFolder)).reason).toBe('By keyboard');
  await context.close();
});

/** Expects that a page is accessible in both themes, and does not scroll sideways. */
async function check(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) await expectAccessible(page, theme);
}

test('every page of the console is accessible, and fits a phone', async ({ browser }) => {
  test.slow();
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 375, height: 800 } });
  const page = await context.newPage();
  await page.goto(portal.consoleUrl);
  await check(page);
  await release('canary', 'mfe-hubs@1.1.0', '10%');
  await openSignedIn(page);
  // Whoever is woken at night reads all of it within five screens, with the figures of a part.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, 'the board of a phone').toBeLessThanOrEqual(4000);
  for (const summary of await page.locator('summary').all()) await summary.click();
  await check(page);
  for (const path of ['/promote-several', '/maintenance', `/compare?part=mfe-hubs&from=${first}&to=1.1.0`]) {
    await page.goto(`${portal.consoleUrl}${path}`);
    await check(page);
  }
  await page.goto(portal.consoleUrl);
  await askFor(page, ['Share and plan…', 'Hubs'], {});
  await check(page);
  await page.getByLabel('Reason', { exact: true }).fill('To look at it');
  await page.getByRole('button', { name: 'Show what will change' }).click();
  await check(page);
  await publish(portal.stateFolder, 'mfe-hubs@1.2.0');
  await release('promote', 'mfe-hubs@1.2.0');
  await page.getByRole('button', { name: 'Start canary at 25 %' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody was faster');
  await check(page);
  await page.getByRole('link', { name: /^All \d+ releases$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await check(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${portal.consoleUrl}/?action=rollback&part=mfe-hubs`);
  await check(page);
  await context.close();
});

test('what waits for a second person is accessible, fits a phone, and is answered by keyboard', async ({ browser }) => {
  test.slow();
  const app = await SampleConsole.start();
  const service = await SampleService.start();
  const { issuers, rules } = sampleAccess(app.identity.url, service.pipelines.url);
  await service.configure({ issuers, rules, approvals: [{ changes: ['promote'], parts: ['mfe-hubs'] }] });
  await service.sample.publish('mfe-hubs', '1.1.0');
  await app.connect(service.origin);
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 320, height: 800 } });
  const page = await context.newPage();
  const askToPromote = () => askFor(page, ['Promote…', 'Hubs'], { Version: '1.1.0', Reason: 'Faster search' });
  app.identity.person = MANAGER;
  await page.goto(`${app.origin}/sign-in?to=/`);
  await askToPromote();
  await page.getByRole('button', { name: 'Promote 1.1.0' }).click();
  await expect(page.getByRole('heading', { name: /asks to promote Hubs/ })).toBeVisible();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await expect(page.getByText('publish: all parts')).toBeVisible();
  await check(page);

  await context.clearCookies();
  app.identity.person = { ...MANAGER, email: 'ben@example.com' };
  await page.goto(`${app.origin}/sign-in?to=/`);
  await check(page);
  await page.getByRole('button', { name: /^Yes\s?, promote Hubs/ }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^No\s?, do not promote Hubs/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The change is declined')).toBeVisible();
  await check(page);

  await service.configure({ issuers, rules: rules.map((rule) => ({ ...rule, may: ['rollback'] })) });
  await askToPromote();
  await expect(page.getByRole('alert')).toContainText('mfe-hubs');
  await check(page);
  await context.close();
  await app.stop();
  await service.stop();
});

const VISITORS = 400;
/** Crashes while it is shown. */
const BAD = '1.5.0';
/** An interval of visits has to end, and the watcher has to look. */
const LONGEST_WAIT_MS = 90_000;

/**
 * A visitor comes for the first time, and reports of the version of mfe-hubs that the page names. @returns that
 * version.
 */
async function visit(visitor: number): Promise<string> {
  const answer = await fetch(`${portal.url}/settings`);
  const version = /"mfe-hubs":\{"version":"([^"]+)"/.exec(await answer.text())?.[1] ?? 'none';
  const token = cookiesSetBy(answer).find(({ name }) => name === 'portal_visit')?.value ?? '';
  const reports = [{ loadedIn: 300 }, ...(version === BAD ? [{ failure: 'crashed' }] : [])];
  const { status } = await fetch(`${portal.url}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `portal_visit=${token}` },
    body: JSON.stringify({
      visit: `story-${visitor}`,
      reports: reports.map((report) => ({ part: 'mfe-hubs', version, ...report })),
    }),
  });
  expect(status).toBe(204);
  return version;
}

// How the watcher judges is tested by packages/releases/core/src/judge; here it ends a canary in a portal that runs.
test('a bad version is ended as a canary, without a hand: customers keep a working page, and the console explains the end', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await publish(portal.stateFolder, `mfe-hubs@${BAD}`);
  await release('canary', `mfe-hubs@${BAD}`, '10%');
  const number = await untilServed(portal);
  const customer = await browser.newPage();
  await startSignedIn(customer.context(), portal.url, 'owner@example.com');
  await customer.context().addCookies([{ ...(await cookieWith(0, portal)), url: portal.url }]);
  const expectWorkingPage = async () => {
    await greets(customer, 'Hello');
    await expect(customer.getByRole('switch').first()).toBeVisible();
    await expect(customer.getByRole('alert')).toHaveCount(0);
  };
  const answer = await customer.goto(`${portal.url}/settings`);
  expect(await answer?.text()).toContain(`"mfe-hubs":{"version":"${BAD}"`);
  await expectWorkingPage();

  let reached = 0;
  for (let visitor = 0; visitor < VISITORS; visitor += 20) {
    const together = Array.from({ length: 20 }, (_, index) => visit(visitor + index));
    reached += (await Promise.all(together)).filter((version) => version === BAD).length;
  }
  // Fewer than a tenth, if the watcher ends it while they come; never more than a tenth and five standard deviations.
  expect(reached).toBeGreaterThanOrEqual(5);
  expect(reached).toBeLessThan(70);
  await expect
    .poll(async () => await readLiveRelease(portal.stateFolder), { timeout: LONGEST_WAIT_MS })
    .toMatchObject({ number: number + 1, createdBy: 'watcher', canaries: {} });
  const { reason } = await readLiveRelease(portal.stateFolder);
  expect(reason).toMatch(new RegExp(`^mfe-hubs ${BAD} .*\\d+ of \\d+ .*${first} .*\\d+ of \\d+ `));
  await untilServed(portal);
  await customer.goto(`${portal.url}/settings`);
  await expectWorkingPage();
  expect(await runningHubs(customer)).toBe(first);
  await customer.close();
  await openSignedIn(page);
  await expect(page.getByText(reason).first()).toBeVisible();
});
