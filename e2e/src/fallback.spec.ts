import type { Browser, BrowserContext, Page, Route } from '@playwright/test';
import { changeAnswer } from './support/change-answer.ts';
import { goWithin, greets, runningHubs, signedInState, tryAgainLater } from './support/hubs-page.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { startWebServer } from './support/portal-process.ts';
import { readDescriptor } from './support/part-files.ts';
import { liveVersion, release } from './support/releases.ts';
import { GREETINGS, publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

declare global {
  interface Window {
    tampered?: boolean;
  }
}

const gone = async (route: Route) => await route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' });
const never = async () => await new Promise<void>(() => {});
const tampered = async (route: Route) => await changeAnswer(route, (text) => `${text}\n;globalThis.tampered = true;`);
type Case = readonly [what: string, file: string, failure: (route: Route) => Promise<void>, counted: string];

// The table of the faults has each file in each way, for remotes without a fallback.
const CASES: readonly Case[] = [
  ['an entry that was tampered with', 'entry', tampered, 'tampered'],
  ['an entry that hangs', 'entry', never, 'timed-out'],
  ['a chunk that is missing', 'settings', gone, 'unreachable'],
  ['texts that are missing', 'locale-en', gone, 'unreachable'],
  ['a style sheet that was tampered with', 'css', tampered, 'tampered'],
];

const RELEASED = '1.1.0';
const CRASHING = '1.5.0';
const GREETING = GREETINGS[RELEASED];

let portal: WebServerProcess;
let first = '';
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

/** Matches a file of the released version that its fallback does not have. */
async function readFiles(kind: string): Promise<RegExp> {
  const { remote, scripts } = await readDescriptor(portal.url, 'mfe-hubs');
  if (kind === 'css') return new RegExp(remote?.styles[0]?.file ?? 'none');
  if (kind === 'entry') return new RegExp(remote?.entry ?? 'none');
  // The released version first.
  return new RegExp(Object.keys(scripts).find((file) => file.startsWith(`${kind}.`)) ?? 'none');
}

async function openHubs(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', storageState: signedIn, baseURL: portal.url });
  return await context.newPage();
}

async function counted(version: string, failure: string): Promise<number> {
  const text = await (await fetch(portal.metricsUrl)).text();
  const line = `portal_part_failures_total{part="mfe-hubs",version="${version}",failure="${failure}"} `;
  return Number(
    text
      .split('\n')
      .find((each) => each.startsWith(line))
      ?.slice(line.length),
  );
}

test.describe('a remote that fails falls back in the same page', () => {
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    portal = await startWebServer();
    signedIn = await signedInState(browser, portal);
    first = (await liveVersion(portal.stateFolder, 'mfe-hubs')) ?? '';
    await publish(portal.stateFolder, `mfe-hubs@${RELEASED}`, `mfe-hubs@${CRASHING}`);
    await release(portal, 'promote', `mfe-hubs@${RELEASED}`);
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  for (const [what, file, failure, kind] of CASES)
    test(`from ${what}`, async ({ browser }) => {
      const page = await openHubs(browser);
      const before = await counted(RELEASED, kind);
      let met = 0;
      await page.route(await readFiles(file), async (route) => {
        met += 1;
        await failure(route);
      });
      await page.goto('/settings');
      // A file that hangs has a time limit of several seconds.
      await greets(page, 'Hello', 20_000);
      expect(met).toBeGreaterThan(0);
      await expect(page.getByRole('switch').first()).toBeVisible();
      expect(await runningHubs(page)).toBe(first);
      expect(await page.evaluate(() => window.tampered)).toBeUndefined();
      await expect.poll(async () => await counted(RELEASED, kind)).toBeGreaterThan(before);
      await page.context().close();
    });

  test('not before a late chunk fails, and then for the pages that worked before, too', async ({ browser }) => {
    const page = await openHubs(browser);
    await page.route(await readFiles('hub-release'), gone);
    await page.goto('/settings');
    await greets(page, GREETING);
    expect(await runningHubs(page)).toBe(RELEASED);
    await goWithin(page, '/hub-release');
    await expect(page.getByRole('heading', { level: 1, name: 'Your hub was released successfully' })).toBeVisible();
    await goWithin(page, '/settings');
    await greets(page, 'Hello');
    expect(await runningHubs(page)).toBe(first);
    await page.context().close();
  });

  test('from a crash while it is shown', { tag: '@journey' }, async ({ browser }) => {
    await release(portal, 'promote', `mfe-hubs@${CRASHING}`);
    const page = await openHubs(browser);
    await page.goto('/settings');
    await greets(page, GREETING);
    expect(await runningHubs(page)).toBe(RELEASED);
    await expect.poll(async () => await counted(CRASHING, 'crashed')).toBeGreaterThan(0);
    await page.context().close();
    await release(portal, 'rollback', 'mfe-hubs');
  });

  test('to the version before it, where that one throws at its start', async ({ browser }) => {
    test.setTimeout(180_000);
    await publish(portal.stateFolder, 'mfe-hubs@1.4.0');
    for (const version of ['1.4.0', CRASHING]) await release(portal, 'promote', `mfe-hubs@${version}`);
    const page = await openHubs(browser);
    await page.goto('/settings');
    await greets(page, GREETING);
    expect(await runningHubs(page)).toBe(RELEASED);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.context().close();
    await release(portal, 'rollback', 'mfe-hubs', '--to', RELEASED);
  });

  test(
    'and shows the card when both fail; the rest of the portal works, and "Try again" loads the remote',
    { tag: '@journey' },
    async ({ browser }) => {
      const page = await openHubs(browser);
      await page.route(/\/assets\/mfe-hubs\/entry\./, gone);
      await page.goto('/settings');
      await expect(page.getByRole('alert')).toContainText('This area is not available right now');
      await tryAgainLater(page);
      await greets(page, GREETING);
      await page.context().close();
    },
  );
});
