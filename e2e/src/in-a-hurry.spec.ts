import type { ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { freePort } from '@portal/node-kit/testing';
import { UNGUARDED_WATCHER, waitForResponse } from '../../scripts/start/servers.ts';
import { greets, runningHubs, signedInState } from './support/hubs-page.ts';
import { expectRunning } from './support/portal.ts';
import { end, launch, shared, startWebServer } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { liveVersion, release, releaseCommand, untilServed } from './support/releases.ts';
import { publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

const CONSOLE = join(import.meta.dirname, '../../packages/releases/console/src/main.ts');
const START_LIMIT_MS = 60_000;
/** They throw at their start, while they are shown, and at a click. */
const BAD = ['1.4.0', '1.5.0', '1.6.0'] as const;
const CLICK = BAD[2];

let portal: WebServerProcess;
let signedIn: Awaited<ReturnType<typeof signedInState>>;
/** Works. */
let good = '';

test.beforeEach(async ({ browser }) => {
  test.setTimeout(300_000);
  portal = await startWebServer();
  signedIn = await signedInState(browser, portal);
  good = (await liveVersion(portal.stateFolder, 'mfe-hubs')) ?? '';
  await publish(portal.stateFolder, ...BAD.map((version) => `mfe-hubs@${version}` as const));
});
test.afterEach(async () => {
  await portal.stop();
});

/** The console alone, whose process has the watcher, as `npm start` runs it. */
async function startConsole(): Promise<ChildProcess> {
  const port = String(await freePort());
  const env = {
    CONSOLE_PORT: port,
    BACKEND_PORT: new URL(shared('BACKEND_URL')).port,
    METRICS_URL: portal.metricsUrl,
    PORTAL_STATE: portal.stateFolder,
    WATCHER_SETTINGS: UNGUARDED_WATCHER,
  };
  return await launch(CONSOLE, env, async () => {
    await waitForResponse(`http://localhost:${port}/`, START_LIMIT_MS, new AbortController().signal);
  });
}

/** Whether the details of a hub open at a click. */
async function opensDetails(page: Page): Promise<boolean> {
  const thrown = page.waitForEvent('console', { predicate: (message) => message.text().includes('was not caught') });
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  const opened = page.getByRole('dialog').waitFor();
  return await Promise.race([opened.then(() => true), thrown.then(() => false)]);
}

/** A customer comes for the first time, and leaves. Whatever is live, there is a page with hubs. */
async function visit(browser: Browser): Promise<{ readonly runs: string; readonly clicks: boolean }> {
  const context = await browser.newContext({ locale: 'en', storageState: signedIn, baseURL: portal.url });
  const page = await context.newPage();
  await page.goto('/settings');
  await greets(page, 'Hello');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectRunning(page);
  const clicks = await opensDetails(page);
  const runs = await runningHubs(page);
  await page.goto('about:blank'); // Now it reports; a tab that closes may not come to it.
  await context.close();
  return { runs, clicks };
}

const works = () => ({ runs: good, clicks: true });

/** What a manager types who has no time to think. */
async function rollBack(): Promise<string> {
  const output = await releaseCommand(portal.stateFolder, 'rollback', 'mfe-hubs', '--reason', 'Hubs do not work');
  await untilServed(portal);
  return output;
}

/** Whether the watcher has recorded how visits of a version went. */
async function isRecorded(version: string): Promise<boolean> {
  const folder = join(portal.stateFolder, 'store/evidence/mfe-hubs', version);
  return await readdir(folder).then(
    (files) => files.length > 0,
    () => false,
  );
}

test('three bad versions in a hurry, with a watcher: one plain rollback ends on the version that works', async ({
  browser,
}) => {
  const watcher = await startConsole();
  expect(await visit(browser)).toEqual(works());
  for (const version of BAD) {
    await release(portal, 'promote', `mfe-hubs@${version}`);
    // The fallback takes over from what fails before or while it is shown.
    expect(await visit(browser)).toEqual(version === CLICK ? { runs: CLICK, clicks: false } : works());
    await expect.poll(() => isRecorded(version), { timeout: 60_000 }).toBe(true);
  }
  const output = await rollBack();
  for (const fact of [`${CLICK} -> ${good}`, `Why ${good}: `, '1.5.0: it failed in', '1.4.0: it failed in'])
    expect(output).toContain(fact);
  expect(await liveVersion(portal.stateFolder, 'mfe-hubs')).toBe(good);
  expect(await visit(browser)).toEqual(works());
  await end(watcher);
});

test('three bad versions in a hurry, without a watcher: plain rollbacks go further back, and end on the version that works', async ({
  browser,
}) => {
  for (const version of BAD) await release(portal, 'promote', `mfe-hubs@${version}`);
  expect(await visit(browser)).toEqual({ runs: CLICK, clicks: false });
  for (const version of ['1.5.0', '1.4.0', good]) {
    await rollBack();
    expect(await liveVersion(portal.stateFolder, 'mfe-hubs')).toBe(version);
    expect(await visit(browser)).toEqual(works());
  }
  await expect(rollBack()).rejects.toThrow('nothing-before');
});
