import type { BrowserContext, Page } from '@playwright/test';
import { greets } from './support/hubs-page.ts';
import { startWebServer } from './support/portal-process.ts';
import type { WebServerProcess } from './support/portal-process.ts';
import { startSignedIn } from './support/portal.ts';
import { release } from './support/releases.ts';
import { publish } from './support/versions.ts';
import { expect, test } from './support/watched-test.ts';

const PART = 'mfe-hubs';
const VERSION = '1.3.0';

/** An answer as it came over the network. */
interface Transfer {
  readonly path: string;
  /** Of the whole answer, with its headers. */
  readonly bytes: number;
  readonly status: number;
  readonly coding: string | undefined;
}

/** What a page and its files need of the network, by Chromium's own count. */
async function followTransfers(context: BrowserContext, page: Page, origin: string) {
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const paths = new Map<string, string>();
  const answers = new Map<string, Pick<Transfer, 'status' | 'coding'>>();
  let transfers: Transfer[] = [];
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { origin: asked, pathname } = new URL(request.url);
    if (asked === origin) paths.set(requestId, pathname);
  });
  // From the network: what comes from the cache has none.
  client.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
    const names = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    answers.set(requestId, { status: statusCode, coding: names.get('content-encoding') });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const [path, answer] = [paths.get(requestId), answers.get(requestId)];
    if (path !== undefined && answer && bytes > 0) transfers.push({ path, bytes, ...answer });
  });
  const visit = async () => {
    transfers = [];
    await page.goto(`${origin}/settings`);
    await greets(page, 'Hello');
    await expect(page.locator('section.hubs')).toBeVisible();
    await page.waitForLoadState('networkidle');
    return {
      files: transfers.filter(({ path }) => path.startsWith('/assets/')),
      page: transfers.find(({ path }) => path === '/settings'),
    };
  };
  return visit;
}

const getBytes = (transfers: readonly Transfer[]) => transfers.reduce((sum, { bytes }) => sum + bytes, 0);

test.describe('a returning visitor', () => {
  let portal: WebServerProcess;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    portal = await startWebServer();
    await publish(portal.stateFolder, `${PART}@${VERSION}`);
  });
  test.afterAll(async () => {
    await portal.stop();
  });

  test('gets of a new version what has changed, of a rollback nothing but the page, and each release at the next load', async ({
    page,
    context,
  }) => {
    await startSignedIn(context, portal.url, 'owner@example.com');
    const visit = await followTransfers(context, page, portal.url);
    const version = page.locator('[data-version]');
    const first = await visit();
    expect(getBytes(first.files)).toBeGreaterThan(100_000);
    await expect(version).toHaveCount(0);

    await release(portal, 'promote', `${PART}@${VERSION}`);
    const updated = await visit();
    await expect(version).toHaveAttribute('data-version', VERSION);
    expect(updated.files.length).toBeGreaterThan(0);
    for (const { path, coding } of updated.files) {
      expect(path).toContain(`/assets/${PART}/`);
      expect({ path, coding }).toEqual({ path, coding: 'dcb' });
    }
    expect(getBytes(updated.files)).toBeLessThan(3 * 1024);

    await release(portal, 'rollback', PART);
    const back = await visit();
    await expect(version).toHaveCount(0);
    expect(back.files).toEqual([]);
    expect(back.page).toMatchObject({ status: 200, coding: 'dcb' });

    // What the headers of a page need.
    const unchanged = await visit();
    expect(unchanged.page?.status).toBe(304);
    const page304 = unchanged.page?.bytes ?? 0;
    for (const { page: sent } of [updated, back]) expect((sent?.bytes ?? 0) - page304).toBeLessThan(1024);
  });
});
