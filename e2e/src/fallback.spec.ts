import type { Browser, BrowserContext, Page, Route } from '@playwright/test';
import { goWithin, greets, runningHubs, signedInState, tryAgainLater } from './support/hubs-page.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { startWebServer } from './support/portal-process.ts';
import { listingOf } from './support/part-files.ts';
import { liveVersion, release } from './support/releases.ts';
import { GREETINGS, publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

declare global {
  interface Window {
    tampered?: boolean;
  }
}

const gone = async (route: Route) => await route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' });
const html = async (route: Route) =>
  await route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><p>A page of a proxy</p>' });
const never = async () => await new Promise<void>(() => {});
const tampered = async (route: Route) => {
  const answer = await route.fetch();
  await route.fulfill({ response: answer, body: `${await answer.text()}\n;globalThis.tampered = true;` });
};
const cut = async (route: Route) => {
  const answer = await route.fetch();
  const text = await answer.text();
  await route.fulfill({ response: answer, body: text.slice(0, text.length / 2) });
};

type Case = readonly [what: string, file: string, failure: (route: Route) => Promise<void>, counted: string];

const CASES: readonly Case[] = [
  ['an entry that was tampered with', 'entry', tampered, 'tampered'],
  ['a chunk that is missing', 'settings', gone, 'unreachable'],
  ['texts that are missing', 'locale-en', gone, 'unreachable'],
  ['a style sheet that was tampered with', 'css', tampered, 'tampered'],
];
/** For the full run. */
const FURTHER_CASES: readonly Case[] = [
  ['an entry that is missing', 'entry', gone, 'unreachable'],
  ['an HTML page in place of the entry', 'entry', html, 'tampered'],
  ['an entry that hangs', 'entry', never, 'timed-out'],
  ['a chunk that was tampered with', 'settings', tampered, 'tampered'],
  ['an entry that was cut', 'entry', cut, 'tampered'],
  ['a chunk that was cut', 'settings', cut, 'tampered'],
  ['a chunk that hangs', 'settings', never, 'timed-out'],
  ['a style sheet that is missing', 'css', gone, 'unreachable'],
];

const RELEASED = '1.1.0';
const GREETING = GREETINGS[RELEASED];

let portal: WebServerProcess;
let first = '';
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

/** Matches a file of the released version that its fallback does not have. */
async function filesOf(kind: string): Promise<RegExp> {
  const { remote, scripts } = await listingOf(portal.url, 'mfe-hubs');
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
    await publish(portal.stateFolder, 'mfe-hubs@1.1.0');
    await release(portal, 'promote', `mfe-hubs@${RELEASED}`);
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  function testCase([what, file, failure, kind]: Case): void {
    test(`from ${what}`, async ({ browser }) => {
      const page = await openHubs(browser);
      const before = await counted(RELEASED, kind);
      let met = 0;
      await page.route(await filesOf(file), async (route) => {
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
  }

  for (const one of CASES) testCase(one);
  test.describe('in the full run', { tag: '@full' }, () => {
    for (const one of FURTHER_CASES) testCase(one);
  });

  test('not before a late chunk fails, and then for the pages that worked before, too', async ({ browser }) => {
    const page = await openHubs(browser);
    await page.route(await filesOf('hub-release'), gone);
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

  for (const { version, what, kind, tag } of [
    { version: '1.4.0', what: 'a throw at its start', kind: 'crashed', tag: ['@full'] },
    { version: '1.5.0', what: 'a crash while it is shown', kind: 'crashed', tag: [] },
    { version: '1.6.0', what: 'code of another version than was asked for', kind: 'incompatible', tag: ['@full'] },
  ] as const) {
    test(`from ${what}`, { tag: [...tag] }, async ({ browser }) => {
      await publish(portal.stateFolder, `mfe-hubs@${version}`);
      await release(portal, 'promote', `mfe-hubs@${version}`);
      const page = await openHubs(browser);
      await page.goto('/settings');
      await greets(page, GREETING);
      expect(await runningHubs(page)).toBe(RELEASED);
      await expect.poll(async () => await counted(version, kind)).toBeGreaterThan(0);
      await page.context().close();
      await release(portal, 'rollback', 'mfe-hubs');
    });
  }

  test('to the version before it, where that one throws at its start', { tag: '@full' }, async ({ browser }) => {
    for (const version of ['1.4.0', '1.5.0'] as const) {
      await publish(portal.stateFolder, `mfe-hubs@${version}`);
      await release(portal, 'promote', `mfe-hubs@${version}`);
    }
    const page = await openHubs(browser);
    await page.goto('/settings');
    await greets(page, GREETING);
    expect(await runningHubs(page)).toBe(RELEASED);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.context().close();
    await release(portal, 'rollback', 'mfe-hubs', '--to', RELEASED);
  });

  test('and shows the card when both fail; the rest of the portal works, and "Try again" loads the remote', async ({
    browser,
  }) => {
    const page = await openHubs(browser);
    await page.route(/\/assets\/mfe-hubs\/entry\./, gone);
    await page.goto('/settings');
    await expect(page.getByRole('alert')).toContainText('This part of the portal is not available right now');
    await tryAgainLater(page);
    await greets(page, GREETING);
    await page.context().close();
  });
});
