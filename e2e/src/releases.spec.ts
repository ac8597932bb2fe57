import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { copySources } from '../../scripts/testing/source-copy.ts';
import { cookieWith } from './support/buckets.ts';
import { goWithin, greets, signedInState } from './support/hubs-page.ts';
import { startWebServer } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { expectNoAxeViolations, expectRunning, startSignedIn } from './support/portal.ts';
import { liveVersion, readLiveRelease, release, releaseCommand, untilServed } from './support/releases.ts';
import { builtVersion, GREETINGS, publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

declare global {
  interface Window {
    /** Set by a test; a reload removes it. */
    samePage?: true;
  }
}

const REMOTES = ['mfe-hubs', 'mfe-account', 'mfe-legal', 'mfe-developer'] as const;
const NEXT = '1.1.0';

/** All texts of the catalogues below `folder`. */
async function readText(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  const texts = files
    .filter((file) => file.endsWith('.json'))
    .map(async (file) => await readFile(join(folder, file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

let portal: WebServerProcess;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  portal = await startWebServer();
  await publish(portal.stateFolder, `mfe-hubs@${NEXT}`);
});
test.afterAll(async () => {
  await portal.stop();
});

/** Waits until the newest release is served, and expects it on the first load. */
async function expectOnNextLoad(page: Page, greeting: string): Promise<void> {
  await untilServed(portal);
  await page.goto(`${portal.url}/settings`);
  await greets(page, greeting);
}

test(
  'a new version of mfe-hubs changes what runs, and not one hash of the shell and of the other remotes; a rollback brings the old one back',
  { tag: '@journey' },
  async ({ page }) => {
    const before = await readLiveRelease(portal.stateFolder);
    await startSignedIn(page.context(), portal.url, 'owner@example.com');
    await page.goto(`${portal.url}/settings`);
    await greets(page, 'Hello');
    const shellScript = async () => await page.locator('script[type="module"]').first().getAttribute('src');
    const script = await shellScript();

    await releaseCommand(portal.stateFolder, 'promote', `mfe-hubs@${NEXT}`, '--reason', 'A warmer greeting');
    await expectOnNextLoad(page, GREETINGS[NEXT]);
    expect(await shellScript()).toBe(script);
    const after = await readLiveRelease(portal.stateFolder);
    expect(after.number).toBe(before.number + 1);
    // The complete manifests.
    expect(after.shell).toEqual(before.shell);
    const { 'mfe-hubs': newHubs, ...rest } = after.remotes;
    const { 'mfe-hubs': oldHubs, ...oldRest } = before.remotes;
    expect(rest).toEqual(oldRest);
    expect(newHubs?.version).toBe(NEXT);
    expect(newHubs).not.toEqual(oldHubs);

    await releaseCommand(portal.stateFolder, 'rollback', 'mfe-hubs', '--reason', 'Back to the plain greeting');
    await expectOnNextLoad(page, 'Hello');
  },
);

test(
  'the address of a preview shows its version in the browser that opens it, on every page, until one press ends it; nobody else sees it',
  { tag: '@journey' },
  async ({ page, browser }) => {
    const asked = ['canary', `mfe-hubs@${NEXT}`, '--preview', '--portal', `${portal.url}/settings`];
    const [address = ''] = (await releaseCommand(portal.stateFolder, ...asked)).split('\n');
    await startSignedIn(page.context(), portal.url, 'owner@example.com');
    const banner = page.getByRole('region', { name: `Preview of mfe-hubs ${NEXT}` });

    await page.goto(address);
    await expect(page).toHaveURL(`${portal.url}/settings`);
    await greets(page, GREETINGS[NEXT]);
    await toAccount(page);
    await atAccount(page);
    await expect(banner).toBeVisible();
    await page.reload();
    await toHubs(page);
    await greets(page, GREETINGS[NEXT]);
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoAxeViolations(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }

    const other = await browser.newContext({ locale: 'en', storageState: await signedInState(browser, portal) });
    const live = await other.newPage();
    await live.goto(`${portal.url}/settings`);
    await greets(live, 'Hello');
    await expect(live.getByRole('region', { name: 'Preview' })).toHaveCount(0);
    await other.close();

    await banner.getByRole('link', { name: 'End the preview' }).click();
    await greets(page, 'Hello');
    await expect(page).toHaveURL(`${portal.url}/settings`);
    await expect(banner).toHaveCount(0);
  },
);

/** Visits as the owner with this number for the canary; gives the heading once the hubs are there, and leaves. */
async function greetingIn(browser: Browser, number: number, missing?: RegExp): Promise<string> {
  const storageState = await signedInState(browser, portal);
  const context = await browser.newContext({ locale: 'en', baseURL: portal.url, storageState });
  await context.addCookies([{ ...(await cookieWith(number, portal)), url: portal.url }]);
  const page = await context.newPage();
  if (missing) await page.route(missing, async (route) => await route.fulfill({ status: 404, body: '' }));
  await page.goto('/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  // Not what was there before it ran.
  await expect(page.locator('#prerendered')).toHaveCount(0);
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  // Once it is idle, it loads what measures its vitals.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/vitals\./.test(name)),
  );
  await page.goto('about:blank'); // Now it reports; a tab that closes may not come to it.
  await context.close();
  return heading ?? '';
}

/** What visitors of the canary felt, as far as it was measured. */
async function vitalsOfCanary(): Promise<readonly string[]> {
  const answer = await fetch(new URL('/visits.json', portal.metricsUrl));
  const { vitals } = (await answer.json()) as { vitals: { part: string; version: string; vital: string }[] };
  return vitals.filter(({ part, version }) => part === 'mfe-hubs' && version === NEXT).map(({ vital }) => vital);
}

// How many visitors a canary reaches, and that they keep it, is tested by
// packages/delivery/web-server/src/canary.test.ts.
test(
  'a canary runs for its visitors only, is counted separately, and falls back to the version of all others',
  { tag: '@journey' },
  async ({ browser }) => {
    await release(portal, 'canary', `mfe-hubs@${NEXT}`, '10%');
    await expect(async () => {
      expect(await greetingIn(browser, 9)).toContain(GREETINGS[NEXT]); // Its page has been left, so it has reported.
      await expect.poll(vitalsOfCanary, { timeout: 1000 }).toContain('LCP');
    }).toPass();
    const loads = `portal_part_load_seconds_count{part="mfe-hubs",version="${NEXT}"} `;
    await expect(async () => {
      const text = await (await fetch(portal.metricsUrl)).text();
      expect(text).toContain(`portal_part_info{part="mfe-hubs",version="${NEXT}",state="canary"} 1`);
      const line = text.split('\n').find((each) => each.startsWith(loads));
      expect(Number(line?.slice(loads.length))).toBeGreaterThan(0);
    }).toPass();
    expect(await greetingIn(browser, 10)).toMatch(/^Hello, /);

    const { name, value } = await cookieWith(9, portal);
    const answer = await fetch(`${portal.url}/check-device`, { headers: { cookie: `${name}=${value}` } });
    const entry = /"mfe-hubs":\{"version":"[^"]+","builtAt":"[^"]+","entry":"([^"]+)"/.exec(await answer.text())?.[1];
    expect(entry).toBeDefined();
    expect(await greetingIn(browser, 9, new RegExp(entry ?? ''))).toMatch(/^Hello, /);
    await release(portal, 'canary', 'mfe-hubs', 'end');
  },
);

const toAccount = async (page: Page) => await page.getByRole('link', { name: 'owner@example.com' }).click();
const toHubs = async (page: Page) => await page.getByRole('link', { name: 'Manage hubs' }).click();
/** Not by the heading: the skeleton shows the same one. */
async function atAccount(page: Page): Promise<void> {
  await expect(page.getByLabel('First name')).toBeVisible();
  await expectRunning(page);
}
const isSamePage = async (page: Page) => await page.evaluate(() => window.samePage === true);

/** A tab with the portal in it. */
async function openTab(page: Page): Promise<void> {
  await startSignedIn(page.context(), portal.url, 'owner@example.com');
  await page.goto(`${portal.url}/settings`);
  await greets(page, 'Hello');
  await page.evaluate(() => {
    window.samePage = true;
  });
}

/**
 * Shows the tab again, so that it asks; resolves with the answer. A tab that waits for an answer does not ask again.
 */
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

test(
  'a tab that stays open over a release keeps its release and its files, and loads the new one with its next navigation, once',
  { tag: '@journey' },
  async ({ page }) => {
    await openTab(page);
    await release(portal, 'promote', `mfe-hubs@${NEXT}`);
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
    await greets(page, GREETINGS[NEXT]);
    expect(await isSamePage(page)).toBe(true);
    await page.goBack();
    await atAccount(page);
    await page.goForward();
    await greets(page, GREETINGS[NEXT]);

    await test.step('goes back with a rollback, at its next navigation', async () => {
      await release(portal, 'rollback', 'mfe-hubs');
      await comeBack(page);
      await greets(page, GREETINGS[NEXT]);
      expect(await isSamePage(page)).toBe(true);
      await toAccount(page);
      await atAccount(page);
      expect(await isSamePage(page)).toBe(false);
      await toHubs(page);
      await greets(page, 'Hello');
    });
  },
);

test('an urgent release reaches a tab that nobody touches within ten seconds, and so does its rollback', async ({
  page,
}) => {
  // The web server may take two of them to notice it.
  const wait = async () => await page.clock.fastForward(8000);
  await page.clock.install();
  await openTab(page);
  await release(portal, 'promote', `mfe-hubs@${NEXT}`, '--urgent');
  await wait();
  await greets(page, GREETINGS[NEXT]);
  await release(portal, 'rollback', 'mfe-hubs', '--urgent');
  await wait();
  await greets(page, 'Hello');
});

test('mfe-hubs alone goes back to any version, while mfe-account stays as it is', async ({ page }) => {
  test.setTimeout(180_000);
  const { stateFolder, url } = portal;
  const first = (await liveVersion(stateFolder, 'mfe-hubs')) ?? '';
  const released = [`mfe-hubs@${NEXT}`, 'mfe-account@1.1.0', 'mfe-hubs@1.2.0'] as const;
  await publish(stateFolder, 'mfe-account@1.1.0', 'mfe-hubs@1.2.0');
  for (const version of released)
    await releaseCommand(stateFolder, 'promote', version, '--reason', 'One after the other');
  await startSignedIn(page.context(), url, 'owner@example.com');
  const account = (await readLiveRelease(stateFolder)).remotes['mfe-account'];
  for (const [version, greeting] of [[first, 'Hello'], ...Object.entries(GREETINGS)] as const) {
    await releaseCommand(stateFolder, 'rollback', 'mfe-hubs', '--to', version, '--reason', 'To any version');
    await expectOnNextLoad(page, greeting);
    const live = await readLiveRelease(stateFolder);
    expect(live.remotes['mfe-account']).toEqual(account);
    expect(live.remotes['mfe-hubs']?.version).toBe(version);
  }
  await page.goto(`${url}/account`);
  await expect(page.getByRole('heading', { level: 1, name: 'All about you' })).toBeVisible();
});

/** The scripts of a part in the store, as one text. */
async function readScripts(part: string): Promise<string> {
  const folder = join(portal.stateFolder, 'store/artifacts', part);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  return (await Promise.all(files.map(async (file) => await readFile(join(folder, file), 'utf8')))).join('\n');
}

test('the shell contains no code of a remote, and builds without their sources', async () => {
  test.setTimeout(180_000);
  const root = join(import.meta.dirname, '../..');
  const shell = await readScripts('shell');
  const shellSources = await readText(join(root, 'shell/src'));
  for (const remote of REMOTES) {
    const messages = await readFile(join(root, remote, 'src/locales/de.json'), 'utf8');
    // Texts of the contract are in both, so they prove nothing.
    const texts = [...JSON.stringify(JSON.parse(messages)).matchAll(/:"([^"\\]{24,})"/g)]
      // The build makes another hyphen of that of "E-Mail".
      .map(([, text = '']) => text.replaceAll(/\bE-/g, 'E\u2011'))
      .filter((text) => !shellSources.includes(text));
    const code = await readScripts(remote);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(code, `${remote} carries its own texts`).toContain(text);
      expect(shell, `the shell carries a text of ${remote}`).not.toContain(text);
    }
    expect(shell, `the shell names ${remote}'s file`).not.toMatch(new RegExp(`${remote}/[\\w./-]+\\.js`));
  }
  const sources = await copySources(['e2e', 'docs', ...REMOTES]);
  expect(await readdir(await sources.build('shell'))).toContain('manifest.json');
  await sources.remove();
});

for (const remote of REMOTES)
  test(`${remote} builds and publishes without the sources of the shell and of the other remotes`, async ({
    browserName: _,
  }, testInfo) => {
    const build = await builtVersion(`${remote}@1.1.0`);
    const said = await releaseCommand(testInfo.outputPath('state'), 'publish', build);
    expect(said).toContain(`${remote} 1.1.0`);
  });
