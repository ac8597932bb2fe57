import type { BrowserContext, Page } from '@playwright/test';
import { goWithin, greets, signedInState } from './support/hubs-page.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { startWebServer } from './support/portal-process.ts';
import { release } from './support/releases.ts';
import { GREETINGS, publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

declare global {
  interface Window {
    /** Set by a test; a reload removes it. */
    samePage?: true;
  }
}

const NEWER = { version: '1.1.0', greeting: GREETINGS['1.1.0'] };

let portal: WebServerProcess;
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

const toAccount = async (page: Page) => await page.getByRole('link', { name: 'owner@example.com' }).click();
const toHubs = async (page: Page) => await page.getByRole('link', { name: 'Manage hubs' }).click();
/** Not the heading: the skeleton shows the same one. */
const atAccount = async (page: Page) => await expect(page.getByLabel('First name')).toBeVisible();
const isSamePage = async (page: Page) => await page.evaluate(() => window.samePage === true);

/** A tab with the portal in it, opened while the version with this greeting is live. */
async function openTab(context: BrowserContext, greeting = 'Hello'): Promise<Page> {
  await context.addCookies(signedIn.cookies);
  const page = await context.newPage();
  await page.goto(`${portal.url}/settings`);
  await greets(page, greeting);
  await page.evaluate(() => {
    window.samePage = true;
  });
  return page;
}

/** Shows the tab again, so that it asks; resolves with the answer. A tab that waits for an answer does not ask again. */
async function ask(page: Page): Promise<void> {
  await expect(async () => {
    const asked = page.waitForRequest((request) => request.url().endsWith('/release.json'), { timeout: 1000 });
    await Promise.all([asked, page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))]);
    await (await (await asked).response())?.finished();
  }).toPass({ timeout: 20_000 });
}

/** Shows the tab again, and returns when it has handled the answer: it asks a second time only after that. */
async function comeBack(page: Page): Promise<void> {
  await ask(page);
  await ask(page);
}

test.describe('a tab that stays open over a release', () => {
  test.use({ locale: 'en' });

  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    portal = await startWebServer();
    signedIn = await signedInState(browser, portal);
    await publish(portal.stateFolder, 'mfe-hubs@1.1.0');
  });
  test.afterEach(async () => {
    await release(portal, 'rollback', 'mfe-hubs');
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  test('keeps its release and its files, and loads the new one with its next navigation, once', { tag: '@journey' }, async ({ context }) => {
    const page = await openTab(context);
    await release(portal, 'promote', `mfe-hubs@${NEWER.version}`);
    await comeBack(page);
    await greets(page, 'Hello');
    // Back and forward, and the query of the same page, stay in the page; so does code that it has not loaded yet.
    await goWithin(page, '/check-device');
    await expect(page.getByRole('heading', { level: 1, name: 'Carry on in the app' })).toBeVisible();
    await page.goBack();
    await greets(page, 'Hello');
    await goWithin(page, '/settings?sort=type');
    await greets(page, 'Hello');
    expect(await isSamePage(page)).toBe(true);

    await toAccount(page);
    await atAccount(page);
    expect(await isSamePage(page)).toBe(false);
    await page.evaluate(() => {
      window.samePage = true;
    });
    await toHubs(page);
    await greets(page, NEWER.greeting);
    expect(await isSamePage(page)).toBe(true);
    await page.goBack();
    await atAccount(page);
    await page.goForward();
    await greets(page, NEWER.greeting);

    await test.step('goes back with a rollback, at its next navigation', async () => {
      await release(portal, 'rollback', 'mfe-hubs');
      await comeBack(page);
      await greets(page, NEWER.greeting);
      expect(await isSamePage(page)).toBe(true);
      await toAccount(page);
      await atAccount(page);
      expect(await isSamePage(page)).toBe(false);
      await toHubs(page);
      await greets(page, 'Hello');
    });
    await release(portal, 'promote', `mfe-hubs@${NEWER.version}`);
  });

  test('asks with the ETag of its last answer, and stays when nothing has changed for its visitor', async ({
    context,
  }) => {
    const page = await openTab(context);
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    const asked = new Set<string>();
    // From the network: for the page's own code, a 304 looks like the earlier answer.
    const statuses = new Map<string, number>();
    const answers = () => [...asked].flatMap((id) => statuses.get(id) ?? []);
    client.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.endsWith('/release.json')) asked.add(requestId);
    });
    client.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      statuses.set(requestId, statusCode);
    });
    await ask(page);
    await expect.poll(() => answers().length).toBeGreaterThan(0);
    const before = answers().length;
    await ask(page);
    await expect.poll(() => [...new Set(answers().slice(before))]).toEqual([304]);

    await test.step('stays when others get a canary', async () => {
      await release(portal, 'promote', `mfe-hubs@${NEWER.version}`, '--canary', '10');
      await comeBack(page);
      await toAccount(page);
      await atAccount(page);
      await toHubs(page);
      await greets(page, 'Hello');
      expect(await isSamePage(page)).toBe(true);
    });
  });

  test('loads an urgent release at once, but not while there is unsaved input', async ({ context }) => {
    const page = await openTab(context);
    await toAccount(page);
    await atAccount(page);
    const name = page.getByLabel('First name');
    const saved = await name.inputValue();
    await name.fill('Somebody else');
    await name.blur();
    let asked = 0;
    page.on('dialog', async (dialog) => {
      asked += 1;
      await dialog.accept();
    });
    await release(portal, 'promote', `mfe-hubs@${NEWER.version}`, '--urgent');
    await comeBack(page);
    await expect(name).toHaveValue('Somebody else');
    expect(await isSamePage(page)).toBe(true);

    await name.fill(saved);
    await name.blur();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(async () => await isSamePage(page).catch(() => true)).toBe(false);
    await toHubs(page);
    await greets(page, NEWER.greeting);
    expect(asked).toBe(0);
  });
});
