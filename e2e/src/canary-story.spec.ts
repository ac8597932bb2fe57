import type { Browser, Page } from '@playwright/test';
import { cookiesSetBy } from '@portal/node-kit/testing';
import { cookieWith } from './support/draws.ts';
import { greets, runningHubs, signedInState } from './support/hubs-page.ts';
import type { PortalProcess } from './support/portal-process.ts';
import { startPortal } from './support/portal-process.ts';
import { openConsole } from './support/release-console.ts';
import { liveVersion, readLiveRelease, release, untilServed } from './support/releases.ts';
import { publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

const VISITORS = 1000;
/** Requests that are under way together. */
const TOGETHER = 20;
/** A slot of visits has to end, and the watcher has to look. */
const LONGEST_WAIT_MS = 90_000;

const LOADED = { loadedIn: 300 };
const CRASHED = { failure: 'crashed' };
/** What is wrong with each version, and what its visitors report. */
const BAD = [
  { version: '1.4.0', what: 'throws when it is imported', reports: [CRASHED] },
  { version: '1.5.0', what: 'throws while it is shown', reports: [LOADED, CRASHED] },
  { version: '1.8.0', what: 'throws later, on a click', reports: [LOADED, CRASHED] },
] as const;

let portal: PortalProcess;
let first = '';
let signedIn: Awaited<ReturnType<typeof signedInState>>;

/** A visitor comes for the first time, and reports of the version of mfe-hubs that the page names. @returns that version. */
async function visit(visitor: number, bad: (typeof BAD)[number]): Promise<string> {
  const answer = await fetch(`${portal.url}/settings`);
  const version = /"mfe-hubs":\{"version":"([^"]+)"/.exec(await answer.text())?.[1] ?? 'none';
  const token = cookiesSetBy(answer).find(({ name }) => name === 'portal_visit')?.value ?? '';
  const told = version === bad.version ? bad.reports : [LOADED];
  const { status } = await fetch(`${portal.url}/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `portal_visit=${token}` },
    body: JSON.stringify({
      visit: `story-${bad.version.replaceAll('.', '-')}-${visitor}`,
      reports: told.map((report) => ({ part: 'mfe-hubs', version, ...report })),
    }),
  });
  expect(status).toBe(204);
  return version;
}

/** How many of the visitors got the version. */
async function visitAll(bad: (typeof BAD)[number]): Promise<number> {
  const versions: string[] = [];
  for (let begin = 0; begin < VISITORS; begin += TOGETHER) {
    const visitors = Array.from({ length: TOGETHER }, (_, index) => visit(begin + index, bad));
    versions.push(...(await Promise.all(visitors)));
  }
  return versions.filter((version) => version === bad.version).length;
}

/** How many visits of a version of mfe-hubs the web server has counted as failed. */
async function failedVisits(version: string): Promise<number> {
  const answer = await fetch(new URL('/visits.json', portal.metricsUrl));
  const { rows } = (await answer.json()) as {
    rows: readonly { part: string; version: string; failed: readonly (readonly [slots: number, visits: number])[] }[];
  };
  return rows
    .filter((row) => row.part === 'mfe-hubs' && row.version === version)
    .flatMap(({ failed }) => failed.map(([, visits]) => visits))
    .reduce((sum, visits) => sum + visits, 0);
}

/** The owner, signed in, whom every canary reaches. */
async function openAsCanary(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'en', baseURL: portal.url, storageState: signedIn });
  await context.addCookies([{ ...(await cookieWith(0, portal)), url: portal.url }]);
  return await context.newPage();
}

/** The page of hubs works, whatever the canary does. */
async function expectWorkingPage(page: Page): Promise<void> {
  await greets(page, 'Hello');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

test.describe('a bad version is ended as a canary, without a hand', { tag: '@full' }, () => {
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000);
    portal = await startPortal();
    signedIn = await signedInState(browser, portal);
    first = (await liveVersion(portal.stateFolder, 'mfe-hubs')) ?? '';
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  for (const bad of BAD) {
    const { version, what } = bad;
    test(`where it ${what}: customers keep a working page, and history and console explain the end`, async ({
      browser,
    }) => {
      test.setTimeout(240_000);
      await publish(portal.stateFolder, `mfe-hubs@${version}`);
      const number = await release(portal, 'promote', `mfe-hubs@${version}`, '--canary', '10');
      const page = await openAsCanary(browser);
      const answer = await page.goto('/settings');
      expect(await answer?.text()).toContain(`"mfe-hubs":{"version":"${version}"`);
      await expectWorkingPage(page);
      await page.getByRole('heading', { level: 1 }).click();
      await expectWorkingPage(page);
      // What is wrong with the version has happened in this browser, too, and its page has said so.
      await expect.poll(() => failedVisits(version)).toBe(1);

      const reached = await visitAll(bad);
      // Fewer than a tenth, if the watcher ends it while they come; never more than a tenth and five standard deviations.
      expect(reached).toBeGreaterThanOrEqual(5);
      expect(reached).toBeLessThan(148);
      await expect
        .poll(async () => await readLiveRelease(portal.stateFolder), { timeout: LONGEST_WAIT_MS })
        .toMatchObject({ number: number + 1, createdBy: 'watcher', canaries: {} });
      const { reason } = await readLiveRelease(portal.stateFolder);
      expect(reason).toMatch(
        new RegExp(
          `^mfe-hubs ${version} failed in \\d+ of \\d+ visits, ${first} in \\d+ of \\d+ visits at the same time; at most 1 in .* healthy canaries ever looks so\\.$`,
        ),
      );

      await untilServed(portal);
      await page.goto('/settings');
      await expectWorkingPage(page);
      expect(await runningHubs(page)).toBe(first);
      await page.context().close();

      const manager = await browser.newPage();
      await openConsole(manager, portal.consoleUrl);
      await expect(manager.getByText(reason).first()).toBeVisible();
      await manager.goto(`${portal.consoleUrl}/history`);
      await expect(manager.getByText(reason).first()).toBeVisible();
      await manager.close();
    });
  }
});
